package dev.punctual;

/**
 * Who runs a task: nobody in particular (a handler or a worker that pulls), or a delivery target.
 *
 * @param kind empty, or a kind of target such as {@code webhook} or {@code kafka}
 * @param address where to, for example a URL; empty exactly if the kind is
 */
public record Sink(String kind, String address) {

    /** A handler, or a worker that pulls. */
    public static final Sink NONE = new Sink("", "");

    /**
     * Checks the values.
     *
     * @throws InvalidTaskException if kind or address is malformed
     */
    public Sink {
        if (kind.isEmpty() != address.isEmpty()) {
            throw new InvalidTaskException(Refusal.invalid(
                    "sink", "needs both a kind and an address, or neither", "webhook, https://host/path"));
        }
        if (!kind.isEmpty()) {
            Text.requireName("sink.kind", kind, "webhook");
            Text.requireUnicode("sink.address", address, "https://host/path");
            Text.requireNoControl("sink.address", address, "https://host/path");
            if (address.length() > Limits.SINK_ADDRESS_CHARS_MAX) {
                throw new InvalidTaskException(Refusal.invalid(
                        "sink.address",
                        "must have at most " + Limits.SINK_ADDRESS_CHARS_MAX + " characters, has " + address.length(),
                        "https://host/path"));
            }
        }
    }

    /** Returns the webhook that gets the task by POST. */
    public static Sink webhook(String url) {
        return new Sink("webhook", url);
    }
}
