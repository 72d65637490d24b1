package dev.punctual;

/**
 * Turns payloads into bytes and back.
 *
 * <p>Implementations are thread-safe.
 *
 * @param <T> the type of the payload
 */
public interface PayloadCodec<T> {

    /** Returns the payload as bytes with their content type and version. */
    Payload encode(T value);

    /**
     * Returns the payload that the bytes hold.
     *
     * @param payload bytes, content type and version as they were scheduled, perhaps by an older build
     * @throws RuntimeException if they cannot be read; the run then counts as a failure and is retried, and the task
     *     ends among the dead letters with this error
     */
    T decode(Payload payload);

    /** Returns the codec of plain bytes, {@code application/octet-stream}. */
    static PayloadCodec<byte[]> bytes() {
        return BuiltInCodec.BYTES;
    }

    /** Returns the codec of text in UTF-8, {@code text/plain}. */
    static PayloadCodec<String> text() {
        return BuiltInCodec.TEXT;
    }
}
