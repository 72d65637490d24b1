package dev.punctual.jdbc;

import dev.punctual.InvalidTaskException;
import dev.punctual.Limits;
import dev.punctual.Refusal;
import dev.punctual.ScheduleResult;
import dev.punctual.TaskId;
import java.util.List;

/** What a call is refused for before it reaches the database. */
final class Refusals {

    private Refusals() {}

    static void requireBatch(List<?> items) {
        if (items.size() > Limits.BATCH_MAX) {
            throw invalid(
                    "batch",
                    "must have at most " + Limits.BATCH_MAX + " items, has " + items.size(),
                    "1000 items a call");
        }
    }

    static void requireMax(String field, int max, int limit) {
        if (max < 1 || max > limit) {
            throw invalid(field, "must be 1 to " + limit + ", was " + max, "100");
        }
    }

    static InvalidTaskException invalid(String field, String problem, String example) {
        return new InvalidTaskException(new Refusal(Refusal.Reason.INVALID, field, problem, example));
    }

    static ScheduleResult busy(TaskId id) {
        return ScheduleResult.refused(
                id,
                new Refusal(
                        Refusal.Reason.BUSY,
                        "id",
                        "is held by a transaction that has been open for more than " + RecordChanges.WAIT_SECONDS
                                + " s; nothing was done, try again when it has ended",
                        ""));
    }

    static ScheduleResult unreadable(TaskId id) {
        return ScheduleResult.refused(
                id,
                new Refusal(Refusal.Reason.INVALID, "id", "names a record that this build cannot read", "another id"));
    }
}
