package dev.punctual;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The answer to scheduling one task. State, due time and revision are those of the record after the call; for
 * {@link Outcome#REFUSED} there is none of them.
 *
 * @param id the task
 * @param outcome what happened
 * @param state the state of the record; null if refused
 * @param dueAt the due time of the record; null if refused
 * @param revision the revision of the record; 0 if refused
 * @param refusal why it was refused; null otherwise
 */
public record ScheduleResult(
        TaskId id,
        Outcome outcome,
        @Nullable TaskState state,
        @Nullable Instant dueAt,
        long revision,
        @Nullable Refusal refusal) {

    /** What happened. */
    public enum Outcome {
        /** A new record, or a new incarnation of a finished one. */
        CREATED,
        /** The id names a record, and it was kept as it is. */
        EXISTS,
        /** The waiting task was replaced by this request. */
        REPLACED,
        /** The task is running and cannot be replaced. */
        RUNNING,
        /** The request is not acceptable; nothing was stored. */
        REFUSED
    }

    /** Returns the answer that shows the record as it stands. */
    public static ScheduleResult of(TaskRecord record, Outcome outcome) {
        return new ScheduleResult(
                record.id(), outcome, record.state(), Instant.ofEpochMilli(record.dueAt()), record.revision(), null);
    }

    /** Returns the answer that refuses. */
    public static ScheduleResult refused(TaskId id, Refusal refusal) {
        return new ScheduleResult(id, Outcome.REFUSED, null, null, 0, refusal);
    }

    /** Returns whether the request was carried out: created or replaced. */
    public boolean accepted() {
        return outcome == Outcome.CREATED || outcome == Outcome.REPLACED;
    }
}
