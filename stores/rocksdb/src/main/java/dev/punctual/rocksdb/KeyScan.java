package dev.punctual.rocksdb;

import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.NavigableMap;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;

/** The keys on disk in a range, with the changes of the batch under way laid over them. Not thread-safe. */
final class KeyScan implements AutoCloseable {

    private final RocksDatabase.Scan disk;
    private final Iterator<Map.Entry<byte[], Boolean>> changes;
    private final boolean ascending;
    private byte @Nullable [] onDisk;
    private Map.@Nullable Entry<byte[], Boolean> change;
    private byte @Nullable [] at;

    /** Stands at the first key in its direction. */
    KeyScan(RocksDatabase.Scan disk, NavigableMap<byte[], Boolean> changes, boolean ascending) {
        this.disk = disk;
        this.changes =
                (ascending ? changes : changes.descendingMap()).entrySet().iterator();
        this.ascending = ascending;
        try {
            if (ascending) {
                disk.toFirst();
            } else {
                disk.toLast();
            }
            onDisk = disk.key();
            change = nextChange();
            at = next();
        } catch (RocksDBException e) {
            disk.close();
            throw Trouble.reading(e);
        }
    }

    /** Returns the key it stands at, or null past the last one. */
    byte @Nullable [] key() {
        return at;
    }

    void advance() {
        try {
            at = next();
        } catch (RocksDBException e) {
            throw Trouble.reading(e);
        }
    }

    private byte @Nullable [] next() throws RocksDBException {
        while (onDisk != null || change != null) {
            byte[] key = onDisk;
            Map.Entry<byte[], Boolean> changed = change;
            int order = key == null ? 1 : changed == null ? -1 : compare(key, changed.getKey());
            if (order <= 0) {
                move();
            }
            if (order < 0 || changed == null) {
                return key;
            }
            change = nextChange();
            if (changed.getValue()) {
                return changed.getKey();
            }
        }
        return null;
    }

    private int compare(byte[] one, byte[] other) {
        int order = Arrays.compareUnsigned(one, other);
        return ascending ? order : -order;
    }

    private void move() throws RocksDBException {
        if (ascending) {
            disk.next();
        } else {
            disk.previous();
        }
        onDisk = disk.key();
    }

    private Map.@Nullable Entry<byte[], Boolean> nextChange() {
        return changes.hasNext() ? changes.next() : null;
    }

    @Override
    public void close() {
        disk.close();
    }
}
