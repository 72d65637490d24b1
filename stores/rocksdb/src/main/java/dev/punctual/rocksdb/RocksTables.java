package dev.punctual.rocksdb;

import dev.punctual.StoreException;
import dev.punctual.TaskId;
import dev.punctual.TaskRecord;
import dev.punctual.TaskRecordFormat;
import dev.punctual.embedded.IndexCursor;
import dev.punctual.embedded.IndexEntry;
import dev.punctual.embedded.Section;
import dev.punctual.embedded.TaskTables;
import dev.punctual.embedded.UnreadableRecordException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;

/**
 * Tables on RocksDB. What the batch under way changes is kept in plain maps, which reads look into first; it becomes
 * one WriteBatch at the commit. So a record that is read and written several times in a batch is decoded and encoded
 * once.
 *
 * <p>Scans begin where an earlier one found the first living key of their section, so that they never walk over the
 * tombstones of what was claimed or pruned before. Not thread-safe.
 */
final class RocksTables implements TaskTables {

    /** A record that was written, or removed (null). */
    private record Written(@Nullable TaskRecord record) {}

    /** Estimate of the bytes of an index entry and its share of the batch's overhead. */
    private static final int ENTRY_BYTES = 100;
    /** Estimate of the bytes of a record without its payload. */
    private static final int RECORD_BYTES = 300;

    private final RocksDatabase database;
    private final Map<TaskId, Written> records = new HashMap<>();
    private final Map<Family, IndexChanges> indexes = new EnumMap<>(Family.class);
    /** Named values that were written, or removed (empty). */
    private final Map<String, Optional<long[]>> values = new LinkedHashMap<>();
    /**
     * No living key of the section is below. The engine has such a bound for what is due, but by time alone: of a herd
     * that is due in one millisecond each claim would walk over all that was taken before it.
     */
    private final Map<Section, byte[]> floors = new HashMap<>();

    private long changes;
    private long bytes;

    RocksTables(RocksDatabase database) {
        this.database = database;
        for (Family family : Family.values()) {
            indexes.put(family, new IndexChanges());
        }
    }

    /** Returns the number of changes of the batch under way. */
    long changes() {
        return changes;
    }

    /** Returns about how many bytes the batch under way has. */
    long bytes() {
        return bytes;
    }

    private void changed(long size) {
        changes++;
        bytes += size;
    }

    @Override
    public @Nullable TaskRecord get(TaskId id) {
        Written written = records.get(id);
        if (written != null) {
            return written.record();
        }
        byte[] stored;
        try {
            stored = database.get(Family.TASKS, id.utf8());
        } catch (RocksDBException e) {
            throw Trouble.reading(e);
        }
        if (stored == null) {
            return null;
        }
        try {
            return TaskRecordFormat.decode(id, stored);
        } catch (RuntimeException e) {
            throw new UnreadableRecordException(id, e);
        }
    }

    @Override
    public void put(TaskRecord record) {
        records.put(record.id(), new Written(record));
        changed(RECORD_BYTES + record.spec().payload().size());
    }

    @Override
    public void remove(TaskId id) {
        records.put(id, new Written(null));
        changed(ENTRY_BYTES);
    }

    @Override
    public void add(Section section, long number, TaskId id) {
        byte[] key = DiskFormat.key(section, number, id);
        byte[] floor = floors.get(section);
        if (floor != null && Arrays.compareUnsigned(key, floor) < 0) {
            floors.put(section, key);
        }
        changes(Family.of(section)).put(key, true);
        changed(ENTRY_BYTES);
    }

    @Override
    public void remove(Section section, long number, TaskId id) {
        changes(Family.of(section)).put(DiskFormat.key(section, number, id), false);
        changed(ENTRY_BYTES);
    }

    private IndexChanges changes(Family family) {
        IndexChanges index = indexes.get(family);
        if (index == null) {
            throw new IllegalStateException("no index " + family);
        }
        return index;
    }

    @Override
    public IndexCursor ascend(Section section, long from) {
        byte[] begin = DiskFormat.firstKey(section, from);
        boolean whole = section.index() != Section.Index.DUE
                && Arrays.compareUnsigned(begin, DiskFormat.firstKey(section, 0)) <= 0;
        return ascend(section, begin, whole);
    }

    /** {@inheritDoc} The engine begins at its own bound: what a claim does not find from there on is not there. */
    @Override
    public IndexCursor ascendDue(Section section, long from, long nowMillis) {
        return ascend(section, DiskFormat.firstKey(section, from), true);
    }

    @Override
    public IndexCursor ascendAfter(Section section, IndexEntry last) {
        return ascend(section, DiskFormat.next(DiskFormat.key(section, last.number(), last.id())), false);
    }

    /** Scans from a key on; {@code whole} says that nothing lives in the section below that key. */
    private IndexCursor ascend(Section section, byte[] from, boolean whole) {
        byte[] floor = floors.get(section);
        boolean below = floor != null && Arrays.compareUnsigned(from, floor) <= 0;
        byte[] end = DiskFormat.after(section.key());
        KeyScan scan = scan(Family.of(section), below && floor != null ? floor : from, end, true);
        if (below || whole) {
            learn(section, scan.key(), end);
        }
        return new KeyCursor(scan, key -> DiskFormat.entry(section, key));
    }

    /** Keeps what a scan over the whole section found first. Sections of what is due come and go: none stays here. */
    private void learn(Section section, byte @Nullable [] first, byte @Nullable [] end) {
        if (first != null) {
            floors.put(section, first);
        } else if (end != null && section.index() != Section.Index.DUE) {
            floors.put(section, end);
        } else {
            floors.remove(section);
        }
    }

    @Override
    public IndexCursor descend(Section section, @Nullable IndexEntry last) {
        byte[] floor = floors.getOrDefault(section, section.key());
        byte[] end = last == null ? DiskFormat.after(section.key()) : DiskFormat.key(section, last.number(), last.id());
        // What comes before the last entry of a page may have been removed since.
        byte[] begin = end != null && Arrays.compareUnsigned(floor, end) > 0 ? end : floor;
        return new KeyCursor(scan(Family.of(section), begin, end, false), key -> DiskFormat.entry(section, key));
    }

    @Override
    public IndexCursor ids(@Nullable TaskId from, boolean inclusive) {
        byte[] begin = from == null ? null : inclusive ? from.utf8() : DiskFormat.next(from.utf8());
        IndexChanges written = new IndexChanges();
        records.forEach((id, record) -> written.put(id.utf8(), record.record() != null));
        KeyScan scan = new KeyScan(database.scan(Family.TASKS, begin, null), written.between(begin, null), true);
        return new KeyCursor(scan, key -> {
            TaskId id = DiskFormat.id(key, 0);
            return id == null ? null : new IndexEntry(0, 0, id);
        });
    }

    private KeyScan scan(Family family, byte[] begin, byte @Nullable [] end, boolean ascending) {
        return new KeyScan(database.scan(family, begin, end), changes(family).between(begin, end), ascending);
    }

    @Override
    public void putValue(String name, long @Nullable [] value) {
        values.put(name, Optional.ofNullable(value));
        changed(ENTRY_BYTES);
    }

    /** Shows every named value; those of the batch under way count. */
    @Override
    public void values(BiConsumer<String, long[]> reader) {
        TreeMap<String, Optional<long[]>> all = new TreeMap<>();
        try (RocksDatabase.Scan scan = database.scan(Family.VALUES, null, null)) {
            scan.toFirst();
            for (byte[] key = scan.key(); key != null; key = scan.key()) {
                String name = new String(key, StandardCharsets.UTF_8);
                all.put(name, Optional.of(numbers(name, scan.value())));
                scan.next();
            }
        } catch (RocksDBException e) {
            throw Trouble.reading(e);
        }
        all.putAll(values);
        all.forEach((name, value) -> value.ifPresent(numbers -> reader.accept(name, numbers)));
    }

    private static long[] numbers(String name, byte[] stored) {
        long[] numbers = DiskFormat.numbers(stored);
        if (numbers == null) {
            throw new StoreException(
                    Trouble.STORE,
                    "the stored value " + name + " cannot be read by this build",
                    StoreException.Kind.FATAL,
                    null);
        }
        return numbers;
    }

    /** Fills a batch with all changes. */
    void fill(WriteBatch batch) throws RocksDBException {
        ColumnFamilyHandle tasks = database.handle(Family.TASKS);
        for (Map.Entry<TaskId, Written> entry : records.entrySet()) {
            TaskRecord record = entry.getValue().record();
            if (record == null) {
                batch.delete(tasks, entry.getKey().utf8());
            } else {
                batch.put(tasks, entry.getKey().utf8(), TaskRecordFormat.encode(record));
            }
        }
        for (Map.Entry<Family, IndexChanges> index : indexes.entrySet()) {
            ColumnFamilyHandle handle = database.handle(index.getKey());
            for (IndexChanges.Change change : index.getValue().all()) {
                if (change.there()) {
                    batch.put(handle, change.key(), DiskFormat.EMPTY);
                } else {
                    batch.delete(handle, change.key());
                }
            }
        }
        ColumnFamilyHandle named = database.handle(Family.VALUES);
        for (Map.Entry<String, Optional<long[]>> entry : values.entrySet()) {
            byte[] name = entry.getKey().getBytes(StandardCharsets.UTF_8);
            if (entry.getValue().isPresent()) {
                batch.put(named, name, DiskFormat.numbers(entry.getValue().get()));
            } else {
                batch.delete(named, name);
            }
        }
    }

    /** Begins the next batch, after this one was committed. */
    void committed() {
        records.clear();
        indexes.values().forEach(IndexChanges::clear);
        values.clear();
        changes = 0;
        bytes = 0;
    }

    /** Drops the batch under way, and what was learnt while it was under way. */
    void discard() {
        committed();
        floors.clear();
    }
}
