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
 * <p>All stores implement all parts but three: {@link dev.punctual.contract.RestartContract} is for stores whose tasks
 * outlive the process, {@link dev.punctual.contract.ClockContract} and
 * {@link dev.punctual.contract.RandomOperationsContract} are for stores that take their time from their settings. A
 * store whose clock is a server's implements {@link dev.punctual.contract.StoreUnderTest} itself and waits where the
 * others move the clock.
 */
@NullMarked
package dev.punctual.contract;

import org.jspecify.annotations.NullMarked;
