/**
 * A bounded search through everything that can happen to one task: the real {@link dev.punctual.TaskStateMachine}
 * inside a small model of a store, two workers, a client and an operator, with every message lost, late, doubled or
 * reordered.
 *
 * <p>{@link dev.punctual.search.Search} walks, {@link dev.punctual.search.Moves} says what can happen next,
 * {@link dev.punctual.search.StoreSide} and {@link dev.punctual.search.WorkerSide} do it,
 * {@link dev.punctual.search.Witness} remembers what was promised and complains.
 */
@NullMarked
package dev.punctual.search;

import org.jspecify.annotations.NullMarked;
