package dev.punctual.rocksdb;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the batch under way adds to and removes from the keys of one column family. Sorting waits until somebody scans:
 * most batches only write. Not thread-safe.
 */
final class IndexChanges {

    /** A key that is there (added) or not (removed) from now on. */
    static final class Change {
        private final byte[] key;
        private final boolean there;

        private Change(byte[] key, boolean there) {
            this.key = key;
            this.there = there;
        }

        byte[] key() {
            return key;
        }

        boolean there() {
            return there;
        }
    }

    private final List<Change> changes = new ArrayList<>();
    private final TreeMap<byte[], Boolean> sorted = new TreeMap<>(Arrays::compareUnsigned);
    private int sortedTo;

    void put(byte[] key, boolean there) {
        changes.add(new Change(key, there));
    }

    /** Returns the changes in the order in which they were made. */
    List<Change> all() {
        return changes;
    }

    /** Returns the last change of each key from {@code from} on and below {@code to}, in order of keys. */
    NavigableMap<byte[], Boolean> between(byte @Nullable [] from, byte @Nullable [] to) {
        for (; sortedTo < changes.size(); sortedTo++) {
            Change change = changes.get(sortedTo);
            sorted.put(change.key(), change.there());
        }
        NavigableMap<byte[], Boolean> range = from == null ? sorted : sorted.tailMap(from, true);
        return to == null ? range : range.headMap(to, false);
    }

    void clear() {
        changes.clear();
        sorted.clear();
        sortedTo = 0;
    }
}
