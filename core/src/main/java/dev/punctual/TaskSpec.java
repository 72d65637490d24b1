package dev.punctual;

import java.util.Map;

/**
 * What a task is, apart from its id and its time: the part of a record that the caller chose.
 *
 * @param type the name of the handler, {@code [A-Za-z0-9._:-]{1,128}}; owned by the user, never a Java class name
 * @param queue the unit of pause, concurrency and rate; same alphabet
 * @param sink who runs it
 * @param priority who goes first among due tasks
 * @param payload the data
 * @param headers a small map of text, {@link Limits#HEADERS_BYTES_MAX} bytes in all
 * @param retry how often it is tried
 */
public record TaskSpec(
        String type,
        String queue,
        Sink sink,
        Priority priority,
        Payload payload,
        Map<String, String> headers,
        RetryPolicy retry) {

    /** The queue of a task that names none. */
    public static final String DEFAULT_QUEUE = "default";

    /**
     * Checks the values.
     *
     * @throws InvalidTaskException if a name is malformed or the headers are too large
     */
    public TaskSpec {
        Text.requireName("type", type, "order.cancel");
        requireQueue(queue);
        headers = Map.copyOf(headers);
        requireHeaders(headers);
    }

    /**
     * Requires the name of a queue.
     *
     * @throws InvalidTaskException if it is malformed
     */
    public static void requireQueue(String queue) {
        Text.requireName("queue", queue, DEFAULT_QUEUE);
    }

    private static void requireHeaders(Map<String, String> headers) {
        int bytes = 0;
        for (Map.Entry<String, String> header : headers.entrySet()) {
            Text.requireUnicode("headers", header.getKey(), "tenant: acme");
            Text.requireNoControl("headers", header.getKey(), "tenant: acme");
            Text.requireUnicode("headers", header.getValue(), "tenant: acme");
            if (header.getKey().isEmpty()) {
                throw new InvalidTaskException(
                        Refusal.invalid("headers", "must not have an empty name", "tenant: acme"));
            }
            bytes += Text.utf8Length(header.getKey()) + Text.utf8Length(header.getValue());
        }
        if (bytes > Limits.HEADERS_BYTES_MAX) {
            throw new InvalidTaskException(new Refusal(
                    Refusal.Reason.TOO_LARGE,
                    "headers",
                    "must have at most " + Limits.HEADERS_BYTES_MAX + " bytes in all, have " + bytes,
                    "tenant: acme"));
        }
    }

    /** Returns the spec of an unremarkable task: default queue, no sink, normal priority, default retries. */
    public static TaskSpec of(String type, Payload payload) {
        return new TaskSpec(type, DEFAULT_QUEUE, Sink.NONE, Priority.NORMAL, payload, Map.of(), RetryPolicy.DEFAULT);
    }

    /** Returns this spec with another payload. */
    public TaskSpec withPayload(Payload newPayload) {
        return new TaskSpec(type, queue, sink, priority, newPayload, headers, retry);
    }

    /** Returns this spec in another queue. */
    public TaskSpec withQueue(String newQueue) {
        return new TaskSpec(type, newQueue, sink, priority, payload, headers, retry);
    }

    /** Returns this spec for another sink. */
    public TaskSpec withSink(Sink newSink) {
        return new TaskSpec(type, queue, newSink, priority, payload, headers, retry);
    }

    /** Returns this spec with another priority. */
    public TaskSpec withPriority(Priority newPriority) {
        return new TaskSpec(type, queue, sink, newPriority, payload, headers, retry);
    }

    /** Returns this spec with other headers. */
    public TaskSpec withHeaders(Map<String, String> newHeaders) {
        return new TaskSpec(type, queue, sink, priority, payload, newHeaders, retry);
    }

    /** Returns this spec with another retry policy. */
    public TaskSpec withRetry(RetryPolicy newRetry) {
        return new TaskSpec(type, queue, sink, priority, payload, headers, newRetry);
    }

    /** Returns what a stub keeps: everything but payload and headers. */
    TaskSpec stub() {
        return new TaskSpec(type, queue, sink, priority, Payload.EMPTY, Map.of(), retry);
    }
}
