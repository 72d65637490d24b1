package dev.punctual;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A request to schedule one task, as a store gets it.
 *
 * @param id the id
 * @param spec what it is
 * @param due when; a delay is added to the store's clock by the store
 * @param expireAfter how long after its due time it is not worth running any more, or null
 * @param ifExists what to do when the id names a record
 * @param callId names this call, so that it can be repeated
 * @param incarnation the number the record gets if this call makes a new one
 */
public record NewTask(
        TaskId id,
        TaskSpec spec,
        Due due,
        @Nullable Duration expireAfter,
        IfExists ifExists,
        CallId callId,
        long incarnation) {

    /**
     * Checks the values.
     *
     * @throws InvalidTaskException if {@code expireAfter} is not positive
     */
    public NewTask {
        if (expireAfter != null && (expireAfter.isNegative() || expireAfter.isZero())) {
            throw new InvalidTaskException(
                    Refusal.invalid("expireAfter", "must be positive, was " + expireAfter, "PT1H"));
        }
    }

    /** Returns a request with a random call id and incarnation. */
    public static NewTask of(TaskId id, TaskSpec spec, Due due) {
        return new NewTask(id, spec, due, null, IfExists.KEEP, CallId.random(), RandomBits.incarnation());
    }

    /** Returns this request with another rule for an id that exists. */
    public NewTask ifExists(IfExists rule) {
        return new NewTask(id, spec, due, expireAfter, rule, callId, incarnation);
    }

    /** Returns this request with an end of its usefulness, counted from the due time. */
    public NewTask expireAfter(@Nullable Duration span) {
        return new NewTask(id, spec, due, span, ifExists, callId, incarnation);
    }

    /** Returns this request under another call id. */
    public NewTask callId(CallId newCallId) {
        return new NewTask(id, spec, due, expireAfter, ifExists, newCallId, incarnation);
    }
}
