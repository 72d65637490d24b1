/**
 * Delayed tasks: one task model and one API over interchangeable stores.
 *
 * <p><b>For applications</b>: {@link dev.punctual.TaskClient} schedules, reschedules, cancels and finds;
 * {@link dev.punctual.TaskType}, {@link dev.punctual.TaskRequest}, {@link dev.punctual.TaskHandler} and
 * {@link dev.punctual.TaskContext} say what is to run and how; {@code dev.punctual.worker.TaskWorker} runs it.
 *
 * <p><b>For authors of stores</b>: {@link dev.punctual.TaskStore} is the hot path (batch-shaped),
 * {@link dev.punctual.TaskQueries} is for people, {@link dev.punctual.TaskStateMachine} holds every transition of a
 * record as a pure function, and {@link dev.punctual.TaskRecordFormat} is the stored form of a record. A store is right
 * when it passes the published contract.
 */
@NullMarked
package dev.punctual;

import org.jspecify.annotations.NullMarked;
