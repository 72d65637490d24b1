package dev.punctual.httpapi;

import org.jspecify.annotations.Nullable;

/**
 * The body of {@code PATCH /v1/tasks/{id}}. What is null is left out; exactly one of {@code dueAt} and {@code delay}
 * must be given. A payload that is left out stays as it is.
 *
 * <p>Immutable. Thread-safe.
 *
 * @param dueAt ISO-8601 with zone
 * @param delay ISO-8601 or a number with unit
 * @param payload the new payload as a JSON value
 * @param payloadBase64 the new payload as bytes
 * @param contentType of the new payload
 */
public record RescheduleRequest(
        @Nullable String dueAt,
        @Nullable String delay,
        @Nullable RawJson payload,
        @Nullable String payloadBase64,
        @Nullable String contentType) {}
