package dev.punctual;

import java.nio.ByteBuffer;

/**
 * 16 bytes that name one call to schedule one item, so that the call can be repeated when its outcome is unknown.
 *
 * @param high the first eight bytes
 * @param low the last eight bytes
 */
public record CallId(long high, long low) {

    /** Returns a random call id. It tells two calls for one task apart and keeps no secret. */
    public static CallId random() {
        return new CallId(RandomBits.incarnation(), RandomBits.incarnation());
    }

    /** Returns the call id made of the first 16 of these bytes; two calls with the same bytes are the same call. */
    public static CallId of(byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        return new CallId(buffer.getLong(), buffer.getLong());
    }
}
