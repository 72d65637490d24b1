package dev.punctual.rocksdb;

import dev.punctual.TaskId;
import dev.punctual.embedded.IndexEntry;
import dev.punctual.embedded.Section;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Keys and values as they lie on disk, format {@value #VERSION}:
 *
 * <pre>
 * default   "format"     version, 4 bytes big-endian
 *           "namespace"  the namespace, UTF-8
 * tasks     id (UTF-8)                          record, see TaskRecordFormat; begins with a format byte of its own
 * due       section name, number, id (UTF-8)    empty; the section is queue/type/sinkKind/(n|s)/priority/
 * running   number (always 0), id               empty
 * finished  section name, number, id            empty; the section is one letter for the state
 * expiring  number, id                          empty
 * values    name (UTF-8)                        numbers, 8 bytes big-endian each
 * </pre>
 *
 * <p>A number in a key is 8 bytes big-endian with the sign bit flipped, so that the order of bytes is the order of
 * numbers. Entries with equal numbers are in the order of the bytes of their ids.
 *
 * <p>Whatever changes here raises the version; an older build refuses a newer version by name. Thread-safe.
 */
final class DiskFormat {

    /** The version that this build reads and writes. */
    static final int VERSION = 1;

    static final byte[] VERSION_KEY = "format".getBytes(StandardCharsets.US_ASCII);
    static final byte[] NAMESPACE_KEY = "namespace".getBytes(StandardCharsets.US_ASCII);
    static final byte[] EMPTY = {};

    private DiskFormat() {}

    /** Returns the key of an index entry. */
    static byte[] key(Section section, long number, TaskId id) {
        byte[] prefix = section.key();
        byte[] utf8 = id.utf8();
        byte[] key = Arrays.copyOf(prefix, prefix.length + Long.BYTES + utf8.length);
        putNumber(key, prefix.length, number);
        System.arraycopy(utf8, 0, key, prefix.length + Long.BYTES, utf8.length);
        return key;
    }

    /** Returns the smallest key an entry with this number can have. */
    static byte[] firstKey(Section section, long number) {
        byte[] prefix = section.key();
        byte[] key = Arrays.copyOf(prefix, prefix.length + Long.BYTES);
        putNumber(key, prefix.length, number);
        return key;
    }

    private static void putNumber(byte[] key, int at, long number) {
        ByteBuffer.wrap(key).putLong(at, number ^ Long.MIN_VALUE);
    }

    /** Returns the entry of a key, or null if the key is not one that this format writes. */
    static @Nullable IndexEntry entry(Section section, byte[] key) {
        int at = section.key().length;
        if (key.length <= at + Long.BYTES) {
            return null;
        }
        long number = ByteBuffer.wrap(key).getLong(at) ^ Long.MIN_VALUE;
        TaskId id = id(key, at + Long.BYTES);
        return id == null ? null : new IndexEntry(number, 0, id);
    }

    /** Returns the id whose UTF-8 begins there, or null if it is none. */
    static @Nullable TaskId id(byte[] key, int from) {
        try {
            return TaskId.of(new String(key, from, key.length - from, StandardCharsets.UTF_8));
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    /** Returns the smallest key that comes after every key with this prefix, or null if there is none. */
    static byte @Nullable [] after(byte[] prefix) {
        for (int last = prefix.length - 1; last >= 0; last--) {
            if (prefix[last] != (byte) 0xFF) {
                byte[] end = Arrays.copyOf(prefix, last + 1);
                end[last]++;
                return end;
            }
        }
        return null;
    }

    /** Returns the smallest key that comes after this one. */
    static byte[] next(byte[] key) {
        return Arrays.copyOf(key, key.length + 1);
    }

    static byte[] numbers(long[] values) {
        ByteBuffer bytes = ByteBuffer.allocate(values.length * Long.BYTES);
        for (long value : values) {
            bytes.putLong(value);
        }
        return bytes.array();
    }

    /** Returns the numbers, or null if the bytes are no numbers. */
    static long @Nullable [] numbers(byte[] bytes) {
        if (bytes.length == 0 || bytes.length % Long.BYTES != 0) {
            return null;
        }
        long[] values = new long[bytes.length / Long.BYTES];
        ByteBuffer.wrap(bytes).asLongBuffer().get(values);
        return values;
    }
}
