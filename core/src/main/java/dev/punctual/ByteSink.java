package dev.punctual;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Bytes that are written one after another. Not thread-safe. */
final class ByteSink {

    private byte[] bytes;
    private int size;

    ByteSink(int expected) {
        bytes = new byte[expected];
    }

    void writeByte(int value) {
        room(1);
        bytes[size++] = (byte) value;
    }

    /** Writes eight bytes, the highest first. */
    void writeLong(long value) {
        room(8);
        for (int shift = 56; shift >= 0; shift -= 8) {
            bytes[size++] = (byte) (value >>> shift);
        }
    }

    /** Writes seven bits a byte, the lowest first; small numbers are short, negative ones take ten bytes. */
    void writeVar(long value) {
        room(10);
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            bytes[size++] = (byte) ((rest & 0x7F) | 0x80);
            rest >>>= 7;
        }
        bytes[size++] = (byte) rest;
    }

    void writeBytes(byte[] value) {
        writeVar(value.length);
        room(value.length);
        System.arraycopy(value, 0, bytes, size, value.length);
        size += value.length;
    }

    void writeText(String value) {
        writeBytes(value.getBytes(StandardCharsets.UTF_8));
    }

    byte[] toBytes() {
        return size == bytes.length ? bytes : Arrays.copyOf(bytes, size);
    }

    private void room(int more) {
        if (bytes.length - size < more) {
            bytes = Arrays.copyOf(bytes, Math.max(size + more, bytes.length * 2));
        }
    }
}
