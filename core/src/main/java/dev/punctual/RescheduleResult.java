package dev.punctual;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The answer to moving one task to another time, or to running it now. State, due time and revision are those of the
 * record after the call; without a record (NOT_FOUND) there is none of them.
 *
 * @param id the task
 * @param outcome what happened
 * @param state the state of the record, or null
 * @param dueAt the due time of the record, or null
 * @param revision the revision of the record, or 0
 * @param refusal why it was refused; null otherwise
 */
public record RescheduleResult(
        TaskId id,
        Outcome outcome,
        @Nullable TaskState state,
        @Nullable Instant dueAt,
        long revision,
        @Nullable Refusal refusal) {

    /** What happened. */
    public enum Outcome {
        /** Moved. */
        OK,
        /** It is running. */
        RUNNING,
        /** It has finished. */
        FINISHED,
        /** No record has this id. */
        NOT_FOUND,
        /** The record has another revision than the expected one. */
        STALE,
        /** Run now only: the queue is paused. */
        PAUSED,
        /** The new time or payload is not acceptable; nothing was changed. */
        REFUSED
    }

    /** Returns the answer that shows the record as it stands. */
    public static RescheduleResult of(TaskRecord record, Outcome outcome) {
        return new RescheduleResult(
                record.id(), outcome, record.state(), Instant.ofEpochMilli(record.dueAt()), record.revision(), null);
    }

    /** Returns the answer that there is no such task. */
    public static RescheduleResult notFound(TaskId id) {
        return new RescheduleResult(id, Outcome.NOT_FOUND, null, null, 0, null);
    }

    /** Returns the answer that refuses, with the record as it stands. */
    public static RescheduleResult refused(TaskRecord record, Refusal refusal) {
        return new RescheduleResult(
                record.id(),
                Outcome.REFUSED,
                record.state(),
                Instant.ofEpochMilli(record.dueAt()),
                record.revision(),
                refusal);
    }
}
