/**
 * The contract of stores: executable tests that every {@link dev.punctual.TaskStore} must pass.
 *
 * <p>Each part is an interface with tests as default methods. The test of a store implements the parts that apply to
 * it, so that its header is the list of what the store promises, and supplies the store under test:
 *
 * <pre>{@code
 * class MyStoreContractTest implements ScheduleContract, ClaimContract, SettleContract, RestartContract {
 *
 *     private final StoreUnderTest subject = new HandMovedStore(settings -> MyStore.open(settings));
 *
 *     public StoreUnderTest subject() {
 *         return subject;
 *     }
 * }
 * }</pre>
 *
 * <p>All stores implement all parts but these:
 *
 * <ul>
 *   <li>{@link dev.punctual.contract.RestartContract} is for stores whose tasks outlive the process; those that live in
 *       the process implement its extension {@link dev.punctual.contract.EmbeddedRestartContract}.
 *   <li>{@link dev.punctual.contract.ClockContract} and {@link dev.punctual.contract.RandomOperationsContract} are for
 *       stores whose clock a test can move: it comes from their settings, or is that of a server which follows
 *       {@link dev.punctual.testing.ManualTime#follow}. With them goes either
 *       {@link dev.punctual.contract.EmbeddedClockContract} or {@link dev.punctual.contract.ServerStoreContract}.
 *   <li>{@link dev.punctual.contract.TransactionContract} is for stores that take part in transactions of their
 *       callers.
 * </ul>
 *
 * <p>What a store and real workers owe together, on clocks that nobody moves, are the parts that extend
 * {@link dev.punctual.contract.RealTimeContract}; a store's test of them is a class of its own.
 *
 * <p>A store on a server implements {@link dev.punctual.contract.StoreUnderTest} itself, and waits where the others
 * move the clock if its clock cannot be moved.
 */
@NullMarked
package dev.punctual.contract;

import org.jspecify.annotations.NullMarked;
