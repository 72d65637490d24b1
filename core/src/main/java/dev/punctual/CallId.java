package dev.punctual;

import java.nio.ByteBuffer;
import java.util.UUID;

/**
 * 16 bytes that name one call to schedule one item, so that the call can be repeated when its outcome is unknown.
 *
 * @param high the first eight bytes
 * @param low the last eight bytes
 */
public record CallId(long high, long low) {

    /** Returns a random call id. */
    public static CallId random() {
        UUID uuid = UUID.randomUUID();
        return new CallId(uuid.getMostSignificantBits(), uuid.getLeastSignificantBits());
    }

    /** Returns the call id made of the first 16 of these bytes; two calls with the same bytes are the same call. */
    public static CallId of(byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        return new CallId(buffer.getLong(), buffer.getLong());
    }
}
