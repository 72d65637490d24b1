package dev.punctual;

import java.nio.charset.StandardCharsets;

/**
 * The name of a task, chosen by the caller or generated: 1 to {@value #BYTES_MAX} bytes of UTF-8 without control
 * characters. Ids are compared as exact bytes everywhere: no case folding, trimming or normalisation. An id names at
 * most one record in a namespace, whatever its queue.
 *
 * <p>Immutable. Thread-safe.
 *
 * @param value the id as text
 */
public record TaskId(String value) implements Comparable<TaskId> {

    /** Longest id, in bytes of UTF-8. */
    public static final int BYTES_MAX = 255;

    private static final String EXAMPLE = "cancel:order-42";

    /**
     * Checks the values.
     *
     * @throws InvalidTaskException if the text is empty, too long, holds control characters or is not valid Unicode
     */
    public TaskId {
        Text.requireUnicode("id", value, EXAMPLE);
        Text.requireNoControl("id", value, EXAMPLE);
        int bytes = Text.utf8Length(value);
        if (bytes == 0 || bytes > BYTES_MAX) {
            throw new InvalidTaskException(Refusal.invalid(
                    "id", "must have 1 to " + BYTES_MAX + " bytes of UTF-8, this one has " + bytes, EXAMPLE));
        }
    }

    /**
     * Returns the id with this text.
     *
     * @throws InvalidTaskException if the text is empty, too long, holds control characters or is not valid Unicode
     */
    public static TaskId of(String value) {
        return new TaskId(value);
    }

    /** Returns a new id, a UUID of version 7: ids generated later sort later (to the millisecond of {@code time}). */
    public static TaskId generate(TimeSource time) {
        return new TaskId(RandomBits.uuidV7(time.now().toEpochMilli()).toString());
    }

    /** Returns the id as bytes of UTF-8; a new array at each call. */
    public byte[] utf8() {
        return value.getBytes(StandardCharsets.UTF_8);
    }

    /** Orders ids by their bytes of UTF-8, as every store does, without encoding them. */
    @Override
    public int compareTo(TaskId other) {
        String left = value;
        String right = other.value;
        int shared = Math.min(left.length(), right.length());
        for (int i = 0; i < shared; i++) {
            char a = left.charAt(i);
            char b = right.charAt(i);
            if (a != b) {
                // In UTF-8 the characters written as surrogate pairs come after all others, in UTF-16 they do not.
                boolean pairA = Character.isSurrogate(a);
                boolean pairB = Character.isSurrogate(b);
                return pairA == pairB ? a - b : pairA ? 1 : -1;
            }
        }
        return left.length() - right.length();
    }

    @Override
    public String toString() {
        return value;
    }
}
