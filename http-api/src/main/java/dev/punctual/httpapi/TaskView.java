package dev.punctual.httpapi;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One task as {@code GET /v1/tasks/{id}} shows it. Pages show the same without payload, headers and history.
 *
 * <p>Immutable. Thread-safe.
 *
 * @param id the name of the task
 * @param type the kind of task
 * @param queue the queue
 * @param state SCHEDULED, RUNNING, SUCCEEDED, DEAD, CANCELLED or EXPIRED
 * @param dueAt when it is due
 * @param expireAt from when on it is not worth running, or null
 * @param priority 0 to 9
 * @param payload the payload if it was scheduled as {@code payload}: the exact characters
 * @param payloadBase64 the payload otherwise
 * @param contentType of the payload; null where the payload is not shown
 * @param payloadVersion the version of the payload's shape; null where the payload is not shown
 * @param headers the map of text; null where it is not shown
 * @param retry how often it is tried
 * @param deliverTo where the server delivers it, or null
 * @param attempt the number of the current or next run
 * @param failures runs that ended in an error
 * @param losses runs lost with their worker
 * @param ghost whether a run was given up without its end being known
 * @param cancelRequested whether somebody asked for it to be cancelled while it runs
 * @param incarnation 16 hexadecimal digits, new each time the id is used anew
 * @param token the fencing number of the latest claim, or 0
 * @param worker who runs it, or null
 * @param leaseUntil until when, or null
 * @param createdAt when it was created
 * @param finishedAt when it finished, or null
 * @param revision grows with every change of state, due time or payload
 * @param redrives how often it was redriven
 * @param lastError the last error, or null
 * @param history the last runs, oldest first; null where they are not shown
 * @param stub true once payload, headers, last error and history were dropped to save room
 */
public record TaskView(
        String id,
        String type,
        String queue,
        String state,
        Instant dueAt,
        @Nullable Instant expireAt,
        int priority,
        @Nullable RawJson payload,
        @Nullable String payloadBase64,
        @Nullable String contentType,
        @Nullable Integer payloadVersion,
        @Nullable Map<String, String> headers,
        RetrySettings retry,
        @Nullable DeliverTo deliverTo,
        int attempt,
        int failures,
        int losses,
        boolean ghost,
        boolean cancelRequested,
        String incarnation,
        long token,
        @Nullable String worker,
        @Nullable Instant leaseUntil,
        Instant createdAt,
        @Nullable Instant finishedAt,
        long revision,
        int redrives,
        @Nullable String lastError,
        @Nullable List<Run> history,
        boolean stub) {

    /**
     * One run.
     *
     * @param token the token of its claim
     * @param worker the worker
     * @param start when it started, by the worker's clock; null if unknown
     * @param end when it ended, by the worker's clock; null if lost
     * @param outcome COMPLETED, RETRIED, BURIED, RELEASED or LOST
     * @param error the error, or null
     */
    public record Run(
            long token,
            String worker,
            @Nullable Instant start,
            @Nullable Instant end,
            String outcome,
            @Nullable String error) {}
}
