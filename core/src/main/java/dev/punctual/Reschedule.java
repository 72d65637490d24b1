package dev.punctual;

import org.jspecify.annotations.Nullable;

/**
 * Moves a waiting task to another time.
 *
 * @param id the task
 * @param due the new time
 * @param payload the new payload, or null to keep it
 * @param expectedRevision the revision the record must have, or null for any
 */
public record Reschedule(
        TaskId id,
        Due due,
        @Nullable Payload payload,
        @Nullable Long expectedRevision) {

    /** Returns the request that only changes the time. */
    public static Reschedule of(TaskId id, Due due) {
        return new Reschedule(id, due, null, null);
    }
}
