package dev.punctual.benchmarks;

import dev.punctual.StoreProvider;
import dev.punctual.StoreSettings;
import dev.punctual.TaskId;
import dev.punctual.TimeSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ConfigOptions;
import org.rocksdb.DBOptions;
import org.rocksdb.OptionsUtil;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * RocksDB below our store: synced batches with the store's keys and bytes (a record, an entry in the due index, one
 * counter a batch), into a database with the settings that the store itself wrote down. Not thread-safe.
 */
final class RocksLimit implements RawLimit {

    /** A record with a payload of 100 bytes, as the store writes it. */
    private static final int RECORD_BYTES = 233;

    private static final String DUE_PREFIX = "default/ship//n/4/";
    private static final int ID_BYTES = 36;
    private static final int COUNTER_BYTES = 48;
    private static final int SPREAD_MILLIS = 3_600_000;

    private final Path settings;
    private final Path directory;
    private final SplittableRandom random = new SplittableRandom(11);
    private @Nullable Open open;

    /** Makes the limit of the disk that holds a folder. */
    RocksLimit(Path folder) {
        settings = folder.resolve("settings");
        directory = folder.resolve("raw");
    }

    @Override
    public void clear() throws IOException {
        Open opened = open;
        if (opened != null) {
            opened.close();
            open = null;
        }
        Folders.delete(directory);
    }

    @Override
    public long write(int batch, long untilNanos) throws Exception {
        Open opened = open();
        byte[] record = new byte[RECORD_BYTES];
        byte[] due = Arrays.copyOf(
                DUE_PREFIX.getBytes(StandardCharsets.US_ASCII), DUE_PREFIX.length() + Long.BYTES + ID_BYTES);
        byte[] counter = "count/default/ship".getBytes(StandardCharsets.US_ASCII);
        long done = 0;
        while (System.nanoTime() < untilNanos) {
            try (WriteBatch writes = new WriteBatch()) {
                for (int i = 0; i < batch; i++) {
                    byte[] id = TaskId.generate(TimeSource.system()).utf8();
                    random.nextBytes(record);
                    ByteBuffer.wrap(due)
                            .position(DUE_PREFIX.length())
                            .putLong(Long.MIN_VALUE + System.currentTimeMillis() + random.nextInt(SPREAD_MILLIS))
                            .put(id);
                    writes.put(opened.family("tasks"), id, record);
                    writes.put(opened.family("due"), due, new byte[0]);
                }
                writes.put(opened.family("values"), counter, new byte[COUNTER_BYTES]);
                opened.db.write(opened.synced, writes);
            }
            done += batch;
        }
        return done;
    }

    @Override
    public void close() throws IOException {
        clear();
        Folders.delete(settings);
    }

    private Open open() throws RocksDBException, IOException {
        Open opened = open;
        if (opened == null) {
            // A store of ours writes its settings down when it is opened; they are read back from there.
            StoreProvider.openUrl(RocksPlace.SCHEME + settings, StoreSettings.DEFAULT)
                    .close();
            opened = new Open(settings, directory);
            Folders.delete(settings);
            open = opened;
        }
        return opened;
    }

    /** An open database. */
    private static final class Open {
        private final DBOptions options = new DBOptions();
        private final WriteOptions synced = new WriteOptions().setSync(true);
        private final Map<String, ColumnFamilyHandle> families = new LinkedHashMap<>();
        private final RocksDB db;

        Open(Path settings, Path directory) throws RocksDBException {
            List<ColumnFamilyDescriptor> descriptors = new ArrayList<>();
            try (ConfigOptions reading = new ConfigOptions()) {
                OptionsUtil.loadLatestOptions(reading, settings.toString(), options, descriptors);
            }
            options.setCreateIfMissing(true).setCreateMissingColumnFamilies(true);
            List<ColumnFamilyHandle> handles = new ArrayList<>();
            db = RocksDB.open(options, directory.toString(), descriptors, handles);
            for (int i = 0; i < handles.size(); i++) {
                families.put(new String(descriptors.get(i).getName(), StandardCharsets.UTF_8), handles.get(i));
            }
        }

        ColumnFamilyHandle family(String name) {
            ColumnFamilyHandle handle = families.get(name);
            if (handle == null) {
                throw new IllegalStateException("the store has no column family " + name + " any more: " + families);
            }
            return handle;
        }

        void close() {
            families.values().forEach(ColumnFamilyHandle::close);
            db.close();
            synced.close();
            options.close();
        }
    }
}
