package dev.punctual.rocksdb;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * An open database with its column families, and everything native that has to be freed with it. Called by one thread
 * at a time.
 */
final class RocksDatabase implements AutoCloseable {

    private final RocksDB db;
    private final RocksSettings settings;
    private final List<ColumnFamilyHandle> handles;
    private final Map<Family, ColumnFamilyHandle> families = new EnumMap<>(Family.class);
    private final WriteOptions synced = new WriteOptions().setSync(true);
    private final WriteOptions unsynced = new WriteOptions();
    private long syncedTo;

    /**
     * Takes over what was opened; {@code handles} begin with the default family and go on in the order of
     * {@link Family}.
     */
    RocksDatabase(RocksDB db, RocksSettings settings, List<ColumnFamilyHandle> handles) {
        this.db = db;
        this.settings = settings;
        this.handles = handles;
        int at = 1;
        for (Family family : Family.values()) {
            families.put(family, handles.get(at++));
        }
        // What was replayed has been written to table files.
        syncedTo = db.getLatestSequenceNumber();
    }

    byte @Nullable [] get(Family family, byte[] key) throws RocksDBException {
        return db.get(handle(family), key);
    }

    /** Reads from the default family, which holds what describes the store. */
    byte @Nullable [] describing(byte[] key) throws RocksDBException {
        return db.get(key);
    }

    ColumnFamilyHandle handle(Family family) {
        ColumnFamilyHandle handle = families.get(family);
        if (handle == null) {
            throw new IllegalStateException("the family " + family + " is not open");
        }
        return handle;
    }

    /** Returns a scan over the keys of a family that are at least {@code from} and below {@code to}. */
    Scan scan(Family family, byte @Nullable [] from, byte @Nullable [] to) {
        return new Scan(handle(family), from, to);
    }

    /** Returns a batch that begins with the mark of {@link LogCheck}. */
    WriteBatch newBatch() throws RocksDBException {
        WriteBatch batch = new WriteBatch();
        batch.putLogData(LogReader.mark(syncedTo));
        return batch;
    }

    /** Writes a batch as one atomic step. */
    void write(WriteBatch batch, boolean sync) throws RocksDBException {
        db.write(sync ? synced : unsynced, batch);
        if (sync) {
            syncedTo = db.getLatestSequenceNumber();
        }
    }

    /** Makes all that was written safe against a power cut. */
    void sync() throws RocksDBException {
        db.flushWal(true);
    }

    @Override
    public void close() {
        db.cancelAllBackgroundWork(true);
        handles.forEach(ColumnFamilyHandle::close);
        db.close();
        synced.close();
        unsynced.close();
        settings.close();
    }

    /** A native iterator with its bounds, which are freed together. Not thread-safe. */
    final class Scan implements AutoCloseable {
        private final @Nullable Slice lower;
        private final @Nullable Slice upper;
        private final ReadOptions options;
        private final RocksIterator iterator;

        private Scan(ColumnFamilyHandle handle, byte @Nullable [] from, byte @Nullable [] to) {
            lower = from == null ? null : new Slice(from);
            upper = to == null ? null : new Slice(to);
            options = new ReadOptions();
            if (lower != null) {
                options.setIterateLowerBound(lower);
            }
            if (upper != null) {
                options.setIterateUpperBound(upper);
            }
            iterator = db.newIterator(handle, options);
        }

        void toFirst() {
            iterator.seekToFirst();
        }

        void toLast() {
            iterator.seekToLast();
        }

        void next() {
            iterator.next();
        }

        void previous() {
            iterator.prev();
        }

        /**
         * Returns the key it stands at, or null past the last one.
         *
         * @throws RocksDBException if the scan ended because the disk could not be read
         */
        byte @Nullable [] key() throws RocksDBException {
            if (iterator.isValid()) {
                return iterator.key();
            }
            iterator.status();
            return null;
        }

        byte[] value() {
            return iterator.value();
        }

        @Override
        public void close() {
            iterator.close();
            options.close();
            if (lower != null) {
                lower.close();
            }
            if (upper != null) {
                upper.close();
            }
        }
    }
}
