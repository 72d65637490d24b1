package dev.punctual.httpapi;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a call that changes one task: what happened, and the task as it stands afterwards as far as the call
 * knows it.
 *
 * <p>Immutable. Thread-safe.
 *
 * @param id the task
 * @param outcome what happened: CREATED, EXISTS or REPLACED after scheduling; CANCELLED, CANCELLED_AFTER_LOSS, RUNNING
 *     or FINISHED after cancelling; OK after the others
 * @param state the state of the record, or null
 * @param dueAt the due time of the record, or null
 * @param revision the revision of the record, or null
 */
public record TaskAnswer(
        String id,
        String outcome,
        @Nullable String state,
        @Nullable Instant dueAt,
        @Nullable Long revision) {}
