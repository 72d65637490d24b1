package dev.punctual;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Bytes that are read one after another; reading past the end is an {@link IllegalArgumentException}. Not thread-safe.
 */
final class ByteSource {

    private final byte[] bytes;
    private int at;

    ByteSource(byte[] bytes) {
        this.bytes = bytes;
    }

    int readByte() {
        need(1);
        return bytes[at++] & 0xFF;
    }

    long readLong() {
        need(8);
        long value = 0;
        for (int i = 0; i < 8; i++) {
            value = (value << 8) | (bytes[at++] & 0xFF);
        }
        return value;
    }

    long readVar() {
        long value = 0;
        for (int shift = 0; shift < 70; shift += 7) {
            int next = readByte();
            value |= (long) (next & 0x7F) << shift;
            if ((next & 0x80) == 0) {
                return value;
            }
        }
        throw new IllegalArgumentException("a number in the record has no end");
    }

    int readVarInt() {
        long value = readVar();
        if (value != (int) value) {
            throw new IllegalArgumentException("a number in the record is too large: " + value);
        }
        return (int) value;
    }

    byte[] readBytes() {
        int length = readVarInt();
        need(length);
        at += length;
        return Arrays.copyOfRange(bytes, at - length, at);
    }

    String readText() {
        return new String(readBytes(), StandardCharsets.UTF_8);
    }

    void requireEnd() {
        if (at != bytes.length) {
            throw new IllegalArgumentException("the record goes on after its end at byte " + at);
        }
    }

    private void need(int more) {
        if (more < 0 || bytes.length - at < more) {
            throw new IllegalArgumentException("the record is cut short at byte " + at);
        }
    }
}
