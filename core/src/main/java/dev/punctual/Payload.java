package dev.punctual;

import java.util.Arrays;

/**
 * The data of a task: opaque bytes with a content type and a version. Stores keep it byte for byte and never parse it.
 *
 * <p>Immutable as long as nobody changes the arrays handed in or out; they are not copied. Thread-safe.
 */
public final class Payload {

    /** Content type of bytes of unknown meaning. */
    public static final String OCTETS = "application/octet-stream";

    /** No bytes at all. */
    public static final Payload EMPTY = new Payload(new byte[0], OCTETS, 1);

    private final byte[] bytes;
    private final String contentType;
    private final int version;

    /**
     * Wraps the bytes; they are not copied and must not be changed afterwards.
     *
     * @param bytes 0 to {@link Limits#PAYLOAD_BYTES_HARD_MAX} bytes; the store may accept fewer
     * @param contentType such as {@code application/json}
     * @param version the version of the payload's shape, 0 or more, handed to the codec when the task runs
     * @throws InvalidTaskException if one of them is outside its bounds
     */
    public Payload(byte[] bytes, String contentType, int version) {
        if (bytes.length > Limits.PAYLOAD_BYTES_HARD_MAX) {
            throw new InvalidTaskException(tooLarge(bytes.length, Limits.PAYLOAD_BYTES_HARD_MAX));
        }
        Text.requireUnicode("contentType", contentType, "application/json");
        Text.requireNoControl("contentType", contentType, "application/json");
        if (contentType.isEmpty() || contentType.length() > Limits.CONTENT_TYPE_CHARS_MAX) {
            throw new InvalidTaskException(Refusal.invalid(
                    "contentType",
                    "must have 1 to " + Limits.CONTENT_TYPE_CHARS_MAX + " characters, has " + contentType.length(),
                    "application/json"));
        }
        if (version < 0) {
            throw new InvalidTaskException(
                    Refusal.invalid("payloadVersion", "must not be negative, was " + version, "1"));
        }
        this.bytes = bytes;
        this.contentType = contentType;
        this.version = version;
    }

    static Refusal tooLarge(long bytes, int bytesMax) {
        return new Refusal(
                Refusal.Reason.TOO_LARGE,
                "payload",
                "must have at most " + bytesMax + " bytes, has " + bytes,
                "a reference to the data instead of the data");
    }

    /** Returns the bytes themselves, not a copy: do not change them. */
    public byte[] bytes() {
        return bytes;
    }

    /** Returns the number of bytes. */
    public int size() {
        return bytes.length;
    }

    /** Returns the content type. */
    public String contentType() {
        return contentType;
    }

    /** Returns the version of the payload's shape. */
    public int version() {
        return version;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Payload that
                && version == that.version
                && contentType.equals(that.contentType)
                && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return bytes.length + " bytes of " + contentType + ", version " + version;
    }
}
