package dev.punctual.httpapi;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The body of {@code POST /v1/tasks}, and one item of a batch. What is null is left out. Exactly one of {@code dueAt}
 * and {@code delay}, and exactly one of {@code payload} and {@code payloadBase64}, must be given.
 *
 * <p>Immutable. Thread-safe.
 *
 * @param id the name of the task; the server generates one if not given
 * @param type the kind of task
 * @param queue {@code default} if not given
 * @param priority 0 to 9; 4 if not given
 * @param dueAt ISO-8601 with zone, such as {@code 2026-12-01T09:00:00Z}
 * @param delay ISO-8601 or a number with unit, such as {@code PT30M} or {@code 30m}
 * @param payload any JSON value, kept as the exact characters
 * @param payloadBase64 any bytes
 * @param contentType of the payload; {@code application/json} or {@code application/octet-stream} if not given
 * @param headers a small map of text
 * @param ifExists {@code keep} (if not given), {@code replace} or {@code restart}
 * @param retry how often it is tried
 * @param expireAfter how long after its due time it is not worth running any more, as {@code delay}
 * @param deliverTo where the server delivers it; if not given it waits for a worker
 */
public record ScheduleRequest(
        @Nullable String id,
        String type,
        @Nullable String queue,
        @Nullable Integer priority,
        @Nullable String dueAt,
        @Nullable String delay,
        @Nullable RawJson payload,
        @Nullable String payloadBase64,
        @Nullable String contentType,
        @Nullable Map<String, String> headers,
        @Nullable String ifExists,
        @Nullable RetrySettings retry,
        @Nullable String expireAfter,
        @Nullable DeliverTo deliverTo) {

    /** Returns a builder of a request for a task of this type. */
    public static Builder builder(String type) {
        return new Builder(type);
    }

    /** Makes a {@link ScheduleRequest}; what is not set is left to the server. Not thread-safe. */
    public static final class Builder {
        private final String type;
        private @Nullable String id;
        private @Nullable String queue;
        private @Nullable Integer priority;
        private @Nullable String dueAt;
        private @Nullable String delay;
        private @Nullable RawJson payload;
        private @Nullable String payloadBase64;
        private @Nullable String contentType;
        private @Nullable Map<String, String> headers;
        private @Nullable String ifExists;
        private @Nullable RetrySettings retry;
        private @Nullable String expireAfter;
        private @Nullable DeliverTo deliverTo;

        private Builder(String type) {
            this.type = type;
        }

        /** Sets the name of the task. */
        public Builder id(@Nullable String value) {
            id = value;
            return this;
        }

        /** Sets the queue. */
        public Builder queue(@Nullable String value) {
            queue = value;
            return this;
        }

        /** Sets the priority, 0 to 9. */
        public Builder priority(@Nullable Integer value) {
            priority = value;
            return this;
        }

        /** Sets the due time, ISO-8601 with zone. */
        public Builder dueAt(@Nullable String value) {
            dueAt = value;
            return this;
        }

        /** Sets the delay, ISO-8601 or a number with unit. */
        public Builder delay(@Nullable String value) {
            delay = value;
            return this;
        }

        /** Sets the payload to a JSON value; its characters are kept. */
        public Builder payload(@Nullable String json) {
            payload = json == null ? null : new RawJson(json);
            return this;
        }

        /** Sets the payload to bytes, in base64. */
        public Builder payloadBase64(@Nullable String value) {
            payloadBase64 = value;
            return this;
        }

        /** Sets the content type of the payload. */
        public Builder contentType(@Nullable String value) {
            contentType = value;
            return this;
        }

        /** Sets the headers. */
        public Builder headers(@Nullable Map<String, String> value) {
            headers = value == null ? null : Map.copyOf(value);
            return this;
        }

        /** Sets what happens when the id is taken: keep, replace or restart. */
        public Builder ifExists(@Nullable String value) {
            ifExists = value;
            return this;
        }

        /** Sets how often the task is tried. */
        public Builder retry(@Nullable RetrySettings value) {
            retry = value;
            return this;
        }

        /** Sets how long after its due time the task is not worth running any more. */
        public Builder expireAfter(@Nullable String value) {
            expireAfter = value;
            return this;
        }

        /** Sets where the server delivers the task. */
        public Builder deliverTo(@Nullable DeliverTo value) {
            deliverTo = value;
            return this;
        }

        /** Returns the request; the server checks it. */
        public ScheduleRequest build() {
            return new ScheduleRequest(
                    id,
                    type,
                    queue,
                    priority,
                    dueAt,
                    delay,
                    payload,
                    payloadBase64,
                    contentType,
                    headers,
                    ifExists,
                    retry,
                    expireAfter,
                    deliverTo);
        }
    }
}
