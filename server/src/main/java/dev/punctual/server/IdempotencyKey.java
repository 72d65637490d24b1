package dev.punctual.server;

import dev.punctual.CallId;
import dev.punctual.TaskId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * The key under which a caller may repeat a request. Each item gets its own call id, and without an id of its own an
 * id, both made of the key and the item's index: a repeat gets the first answer for as long as the record is kept.
 *
 * <p>Immutable. Thread-safe.
 *
 * @param value the header's value
 */
record IdempotencyKey(String value) {

    static final String HEADER = "Idempotency-Key";
    static final int CHARS_MAX = 255;

    IdempotencyKey {
        if (value.isBlank() || value.length() > CHARS_MAX || value.chars().anyMatch(c -> c < ' ' || c == 0x7F)) {
            throw ProblemException.invalid(
                    HEADER,
                    "must have 1 to " + CHARS_MAX + " characters and no control characters, has " + value.length(),
                    "order-42-auto-cancel");
        }
    }

    static @Nullable IdempotencyKey of(@Nullable String header) {
        return header == null ? null : new IdempotencyKey(header);
    }

    /**
     * Names the call by key, index and what is asked for: another request under a key that was used is no repeat of the
     * first, and must not be answered as if it had been carried out.
     */
    CallId callId(int index, JsonValue body) {
        MessageDigest sha256 = Hashes.sha256();
        sha256.update(hash(index));
        sha256.update(body.raw().getBytes(StandardCharsets.UTF_8));
        return CallId.of(sha256.digest());
    }

    TaskId taskId(int index) {
        return TaskId.of("ik-" + Base64.getUrlEncoder().withoutPadding().encodeToString(hash(index)));
    }

    /** SHA-256 over the key in UTF-8, a zero byte, and the index in four bytes, big-endian. */
    private byte[] hash(int index) {
        MessageDigest sha256 = Hashes.sha256();
        sha256.update(value.getBytes(StandardCharsets.UTF_8));
        sha256.update((byte) 0);
        sha256.update(ByteBuffer.allocate(Integer.BYTES).putInt(index).array());
        return sha256.digest();
    }
}
