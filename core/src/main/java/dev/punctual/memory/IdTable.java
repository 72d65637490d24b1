package dev.punctual.memory;

import dev.punctual.TaskId;
import dev.punctual.TaskRecord;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * The records by id, with the number of the timer each waits by: open addressing in segments that grow one by one, so
 * that no call moves the whole table. Half the room of a hash map. Not thread-safe.
 */
final class IdTable {

    private static final int SEGMENT_BITS = 6;
    private static final int FIRST_SIZE = 4;

    /** Its own hash of ids: text with equal {@code String} hashes is easy to make. Odd. */
    private final int multiplier = new SplittableRandom().nextInt() | 1;

    private final Segment[] segments = new Segment[1 << SEGMENT_BITS];
    private final TaskShapes shapes = new TaskShapes();

    IdTable() {
        for (int i = 0; i < segments.length; i++) {
            segments[i] = new Segment();
        }
    }

    private int hash(TaskId id) {
        String text = id.value();
        int hash = 0;
        for (int i = 0; i < text.length(); i++) {
            hash = multiplier * hash + text.charAt(i);
        }
        hash *= 0x9E3779B9;
        return hash ^ hash >>> 15;
    }

    private Segment segment(int hash) {
        return segments[hash >>> (Integer.SIZE - SEGMENT_BITS)];
    }

    @Nullable
    TaskRecord get(TaskId id) {
        int hash = hash(id);
        Segment segment = segment(hash);
        int at = segment.find(hash, id);
        return at < 0 ? null : Segment.record(segment.rows[at]);
    }

    /** Writes a record; answers whether there was none. */
    boolean put(TaskRecord record) {
        PackedTask packed = PackedTask.pack(record, shapes);
        Object row = packed == null ? record : packed;
        int hash = hash(record.id());
        Segment segment = segment(hash);
        int at = segment.find(hash, record.id());
        if (at >= 0) {
            segment.rows[at] = row;
            return false;
        }
        segment.add(hash, row);
        return true;
    }

    void remove(TaskId id) {
        int hash = hash(id);
        Segment segment = segment(hash);
        int at = segment.find(hash, id);
        if (at >= 0) {
            segment.remove(at);
        }
    }

    /** Sets the timer of a record that is there; 0 for none. Answers the one before. */
    int timer(TaskId id, int timer) {
        int hash = hash(id);
        Segment segment = segment(hash);
        int at = segment.find(hash, id);
        if (at < 0) {
            throw new IllegalStateException("no record of task " + id);
        }
        int before = segment.timers[at];
        segment.timers[at] = timer;
        return before;
    }

    /** Rows, their hashes and timers, at the same places; never more than three quarters full. */
    private static final class Segment {
        private int[] hashes = new int[FIRST_SIZE];
        private @Nullable Object[] rows = new Object[FIRST_SIZE];
        private int[] timers = new int[FIRST_SIZE];
        private int used;

        static @Nullable TaskRecord record(@Nullable Object row) {
            return row instanceof PackedTask packed ? packed.unpack() : (TaskRecord) row;
        }

        private static TaskId id(Object row) {
            return row instanceof PackedTask packed ? packed.id() : ((TaskRecord) row).id();
        }

        int find(int hash, TaskId id) {
            int mask = rows.length - 1;
            for (int at = hash & mask; ; at = (at + 1) & mask) {
                Object row = rows[at];
                if (row == null) {
                    return -1;
                }
                if (hashes[at] == hash && id(row).equals(id)) {
                    return at;
                }
            }
        }

        void add(int hash, Object row) {
            if (4 * ++used > 3 * rows.length) {
                grow();
            }
            place(hash, row, 0);
        }

        private void place(int hash, Object row, int timer) {
            int mask = rows.length - 1;
            int at = hash & mask;
            while (rows[at] != null) {
                at = (at + 1) & mask;
            }
            hashes[at] = hash;
            rows[at] = row;
            timers[at] = timer;
        }

        private void grow() {
            resize(2 * rows.length);
        }

        private void resize(int size) {
            int[] oldHashes = hashes;
            @Nullable Object[] oldRows = rows;
            int[] oldTimers = timers;
            hashes = new int[size];
            rows = new Object[size];
            timers = new int[size];
            for (int i = 0; i < oldRows.length; i++) {
                Object row = oldRows[i];
                if (row != null) {
                    place(oldHashes[i], row, oldTimers[i]);
                }
            }
        }

        /** Those behind move up, so that nothing is left in its place. A table mostly empty shrinks. */
        void remove(int from) {
            int mask = rows.length - 1;
            int hole = from;
            for (int at = (hole + 1) & mask; rows[at] != null; at = (at + 1) & mask) {
                int home = hashes[at] & mask;
                if (((at - home) & mask) >= ((at - hole) & mask)) {
                    hashes[hole] = hashes[at];
                    rows[hole] = rows[at];
                    timers[hole] = timers[at];
                    hole = at;
                }
            }
            rows[hole] = null;
            timers[hole] = 0;
            used--;
            if (8 * used < rows.length && rows.length > FIRST_SIZE) {
                resize(rows.length / 2);
            }
        }
    }
}
