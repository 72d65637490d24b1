package dev.punctual;

import org.jspecify.annotations.Nullable;

/**
 * The answer to redriving one dead task.
 *
 * @param id the task
 * @param outcome what happened
 * @param state the state of the record after the call; null if there is none
 */
public record RedriveResult(
        TaskId id, Outcome outcome, @Nullable TaskState state) {

    /** What happened. */
    public enum Outcome {
        /** It waits again, due now, with fresh budgets. */
        OK,
        /** It is not dead. */
        NOT_DEAD,
        /** No record has this id. */
        NOT_FOUND
    }
}
