package dev.punctual.wheel;

import java.util.Arrays;

/**
 * Which timer has an id of 64 bits: open addressing over the numbers of the timers, the ids beside them by number. In
 * segments that grow one by one, so that no single call moves the whole index. Not thread-safe.
 */
final class IdIndex {

    private static final int SEGMENT_BITS = 6;
    private static final int FIRST_SIZE = 8;
    private static final int PAGE_BITS = 14;

    private final int[][] segments = new int[1 << SEGMENT_BITS][FIRST_SIZE];
    private final int[] used = new int[1 << SEGMENT_BITS];
    private long[][] ids = new long[1][];

    private static long mix(long id) {
        // The finisher of MurmurHash3: every bit of the id reaches every bit of the result.
        long mixed = (id ^ id >>> 33) * 0xff51afd7ed558ccdL;
        mixed = (mixed ^ mixed >>> 33) * 0xc4ceb9fe1a85ec53L;
        return mixed ^ mixed >>> 33;
    }

    /** Returns the shard of an id, chosen by other bits than its place in the index. */
    static int shard(long id, int shardBits) {
        return shardBits == 0 ? 0 : (int) (mix(id) >>> (Long.SIZE - shardBits));
    }

    private static int segment(long mixed) {
        return (int) (mixed >>> 32) & ((1 << SEGMENT_BITS) - 1);
    }

    /** Returns the id of a timer. */
    long id(int timer) {
        return ids[timer >>> PAGE_BITS][timer & ((1 << PAGE_BITS) - 1)];
    }

    /** Returns the timer of an id, 0 if there is none. */
    int find(long id) {
        long mixed = mix(id);
        int[] table = segments[segment(mixed)];
        for (int at = (int) mixed & (table.length - 1); table[at] != 0; at = (at + 1) & (table.length - 1)) {
            if (id(table[at]) == id) {
                return table[at];
            }
        }
        return 0;
    }

    /** Adds the timer of an id that has none. */
    void put(long id, int timer) {
        int page = timer >>> PAGE_BITS;
        if (page >= ids.length) {
            ids = Arrays.copyOf(ids, Math.max(page + 1, 2 * ids.length));
        }
        if (ids[page] == null) {
            ids[page] = new long[1 << PAGE_BITS];
        }
        ids[page][timer & ((1 << PAGE_BITS) - 1)] = id;
        long mixed = mix(id);
        int segment = segment(mixed);
        if (2 * ++used[segment] > segments[segment].length) {
            grow(segment);
        }
        place(segments[segment], mixed, timer);
    }

    private static void place(int[] table, long mixed, int timer) {
        int at = (int) mixed & (table.length - 1);
        while (table[at] != 0) {
            at = (at + 1) & (table.length - 1);
        }
        table[at] = timer;
    }

    private void grow(int segment) {
        int[] old = segments[segment];
        int[] table = new int[2 * old.length];
        for (int timer : old) {
            if (timer != 0) {
                place(table, mix(id(timer)), timer);
            }
        }
        segments[segment] = table;
    }

    /** Removes the timer of an id, which is there. Those behind move up, so that nothing is left in its place. */
    void remove(long id) {
        long mixed = mix(id);
        int segment = segment(mixed);
        int[] table = segments[segment];
        int mask = table.length - 1;
        int hole = (int) mixed & mask;
        while (id(table[hole]) != id) {
            hole = (hole + 1) & mask;
        }
        for (int at = (hole + 1) & mask; table[at] != 0; at = (at + 1) & mask) {
            int home = (int) mix(id(table[at])) & mask;
            if (((at - home) & mask) >= ((at - hole) & mask)) {
                table[hole] = table[at];
                hole = at;
            }
        }
        table[hole] = 0;
        used[segment]--;
    }

    /** Returns the number of bytes of all arrays. */
    long bytes() {
        long bytes = 0;
        for (int[] table : segments) {
            bytes += 16 + (long) table.length * Integer.BYTES;
        }
        for (long[] page : ids) {
            bytes += page == null ? 0 : 16 + (long) page.length * Long.BYTES;
        }
        return bytes;
    }
}
