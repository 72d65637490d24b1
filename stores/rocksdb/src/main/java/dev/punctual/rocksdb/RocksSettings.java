package dev.punctual.rocksdb;

import java.util.ArrayList;
import java.util.List;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.IndexType;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.LRUCache;
import org.rocksdb.RocksDB;
import org.rocksdb.WALRecoveryMode;

/**
 * How RocksDB is set up: for small synced batches on a few cores, with memory that stays the same however many tasks
 * wait. Not thread-safe.
 */
final class RocksSettings implements AutoCloseable {

    private static final long MIB = 1L << 20;

    /** Blocks, indexes and filters that were read. */
    static final long BLOCK_CACHE_BYTES = 64 * MIB;
    /** Most that all column families together hold before it is written to table files. */
    static final long WRITE_BUFFERS_BYTES = 96 * MIB;

    private static final long TASKS_BUFFER_BYTES = 32 * MIB;
    private static final long DUE_BUFFER_BYTES = 16 * MIB;
    private static final long SMALL_BUFFER_BYTES = 8 * MIB;
    /** Largest log; it bounds what has to be read again after a crash. */
    static final long WAL_BYTES_MAX = 128 * MIB;

    private static final int BACKGROUND_JOBS = 2;
    private static final int OPEN_FILES_MAX = 512;
    private static final long BLOCK_BYTES = 8 << 10;
    private static final double FILTER_BITS_PER_KEY = 10;
    private static final double MEMTABLE_FILTER_RATIO = 0.05;
    private static final long OWN_LOG_BYTES_MAX = MIB;
    private static final long OWN_LOGS_KEPT = 3;

    private final LRUCache cache = new LRUCache(BLOCK_CACHE_BYTES);
    private final BloomFilter filter = new BloomFilter(FILTER_BITS_PER_KEY);
    private final DBOptions database = new DBOptions();
    private final List<ColumnFamilyOptions> families = new ArrayList<>();

    RocksSettings() {
        database.setCreateIfMissing(true)
                .setCreateMissingColumnFamilies(true)
                .setParanoidChecks(true)
                .setWalRecoveryMode(WALRecoveryMode.TolerateCorruptedTailRecords)
                // After an error it is opened anew, by us: what failed to be synced must not be written once more.
                .setMaxBgErrorResumeCount(0)
                .setMaxBackgroundJobs(BACKGROUND_JOBS)
                .setMaxOpenFiles(OPEN_FILES_MAX)
                .setDbWriteBufferSize(WRITE_BUFFERS_BYTES)
                .setMaxTotalWalSize(WAL_BYTES_MAX)
                .setBytesPerSync(MIB)
                .setInfoLogLevel(InfoLogLevel.WARN_LEVEL)
                .setMaxLogFileSize(OWN_LOG_BYTES_MAX)
                .setKeepLogFileNum(OWN_LOGS_KEPT)
                .setStatsDumpPeriodSec(0)
                .setStatsPersistPeriodSec(0);
    }

    DBOptions database() {
        return database;
    }

    /** Returns the families to open: the default one, then those of {@link Family} in their order. */
    List<ColumnFamilyDescriptor> descriptors() {
        List<ColumnFamilyDescriptor> descriptors = new ArrayList<>();
        descriptors.add(new ColumnFamilyDescriptor(RocksDB.DEFAULT_COLUMN_FAMILY, options(SMALL_BUFFER_BYTES)));
        for (Family family : Family.values()) {
            descriptors.add(new ColumnFamilyDescriptor(family.labelBytes(), options(family)));
        }
        return descriptors;
    }

    private ColumnFamilyOptions options(Family family) {
        return switch (family) {
            // Most ids that are looked up are new ones: the filters say so without reading a block.
            case TASKS ->
                options(TASKS_BUFFER_BYTES)
                        .setMemtableWholeKeyFiltering(true)
                        .setMemtablePrefixBloomSizeRatio(MEMTABLE_FILTER_RATIO)
                        .setTableFormatConfig(table().setFilterPolicy(filter)
                                .setWholeKeyFiltering(true)
                                .setIndexType(IndexType.kTwoLevelIndexSearch)
                                .setPartitionFilters(true));
            case DUE -> options(DUE_BUFFER_BYTES);
            case RUNNING, FINISHED, EXPIRING, VALUES -> options(SMALL_BUFFER_BYTES);
        };
    }

    private ColumnFamilyOptions options(long bufferBytes) {
        ColumnFamilyOptions options = new ColumnFamilyOptions()
                .setWriteBufferSize(bufferBytes)
                .setCompressionType(CompressionType.LZ4_COMPRESSION)
                .setTableFormatConfig(table());
        families.add(options);
        return options;
    }

    private BlockBasedTableConfig table() {
        return new BlockBasedTableConfig()
                .setBlockCache(cache)
                .setBlockSize(BLOCK_BYTES)
                .setCacheIndexAndFilterBlocks(true)
                .setPinL0FilterAndIndexBlocksInCache(true);
    }

    @Override
    public void close() {
        families.forEach(ColumnFamilyOptions::close);
        database.close();
        filter.close();
        cache.close();
    }
}
