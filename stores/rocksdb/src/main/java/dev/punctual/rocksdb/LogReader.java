package dev.punctual.rocksdb;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Reads the batches of one of RocksDB's logs, as far as their heads: blocks of 32 KiB; in them fragments of batches,
 * each with checksum (4 bytes), length (2) and type (1) before it, all little-endian. A batch begins with its first
 * sequence number (8), the number of its changes (4), and our mark. Not thread-safe.
 */
final class LogReader implements AutoCloseable {

    /** The beginning of a batch, as far as it matters here. */
    record Batch(long lastSequence, long syncedTo) {}

    private static final int BLOCK_BYTES = 32 << 10;
    private static final int HEADER_BYTES = 7;
    private static final int FULL = 1;
    private static final int FIRST = 2;
    private static final int MIDDLE = 3;
    private static final int LAST = 4;
    private static final int BATCH_HEAD_BYTES = 12;
    /** The tag of data that is only for the log. */
    private static final byte LOG_DATA = 3;

    private final RandomAccessFile file;
    private final byte[] bytes = new byte[BLOCK_BYTES];
    private final ByteBuffer block = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    private final CRC32C checksum = new CRC32C();
    private long blockAt;
    private int blockSize;
    private int at;
    private long batchAt;
    private boolean bad;

    LogReader(Path log) throws IOException {
        file = new RandomAccessFile(log.toFile(), "r");
        load(0);
    }

    /** Makes a log so short, safely. */
    static void truncate(Path log, long length) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "rwd")) {
            file.setLength(length);
            file.getFD().sync();
        }
    }

    /** The mark that a batch carries for this check: everything up to this sequence number is synced. */
    static byte[] mark(long syncedTo) {
        return ByteBuffer.allocate(Long.BYTES).putLong(syncedTo).array();
    }

    private boolean load(long position) throws IOException {
        blockAt = position;
        at = 0;
        blockSize = 0;
        file.seek(position);
        while (blockSize < BLOCK_BYTES) {
            int read = file.read(bytes, blockSize, BLOCK_BYTES - blockSize);
            if (read < 0) {
                break;
            }
            blockSize += read;
        }
        return blockSize > 0;
    }

    /** Returns the next whole batch, or null at the end and where the log is not whole. */
    @Nullable
    Batch next() throws IOException {
        Batch begun = null;
        batchAt = blockAt + at;
        while (!bad) {
            if (blockSize - at < HEADER_BYTES && !load(blockAt + BLOCK_BYTES)) {
                return null;
            }
            batchAt = begun == null ? blockAt + at : batchAt;
            int length = fragment(at);
            int type = length < 0 ? 0 : bytes[at + 6];
            boolean starts = type == FULL || type == FIRST;
            boolean fits = starts ? begun == null : (type == MIDDLE || type == LAST) && begun != null;
            if (!fits) {
                bad = true;
                return null;
            }
            if (starts) {
                begun = head(at + HEADER_BYTES, length);
            }
            at += HEADER_BYTES + length;
            if (type == FULL || type == LAST) {
                return begun;
            }
        }
        return null;
    }

    /** Returns the length of the fragment that begins there, or -1 if there is none, or not a whole one. */
    private int fragment(int from) {
        if (blockSize - from < HEADER_BYTES) {
            return -1;
        }
        int length = block.getShort(from + 4) & 0xFFFF;
        if (length > blockSize - from - HEADER_BYTES || bytes[from + 6] < FULL || bytes[from + 6] > LAST) {
            return -1;
        }
        checksum.reset();
        checksum.update(bytes, from + 6, length + 1);
        int crc = (int) checksum.getValue();
        int masked = ((crc >>> 15) | (crc << 17)) + 0xa282ead8;
        return masked == block.getInt(from) ? length : -1;
    }

    private Batch head(int from, int length) {
        if (length < BATCH_HEAD_BYTES) {
            return new Batch(-1, -1);
        }
        long last = block.getLong(from) + block.getInt(from + 8) - 1;
        int mark = from + BATCH_HEAD_BYTES;
        boolean marked =
                length >= BATCH_HEAD_BYTES + 2 + Long.BYTES && bytes[mark] == LOG_DATA && bytes[mark + 1] == Long.BYTES;
        return new Batch(last, marked ? ByteBuffer.wrap(bytes).getLong(mark + 2) : -1);
    }

    /** Returns whether nothing but zeros, which are room for what was to come, is left. */
    boolean ended() throws IOException {
        byte[] read = new byte[BLOCK_BYTES];
        file.seek(batchAt);
        for (int n = file.read(read); n > 0; n = file.read(read)) {
            for (int i = 0; i < n; i++) {
                if (read[i] != 0) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Returns where the batch that could not be read begins. */
    long offset() {
        return batchAt;
    }

    /** Goes on to the next place where a whole fragment begins: in this block, or at the start of a later one. */
    void skipBad() throws IOException {
        bad = false;
        for (int from = at; from < blockSize; from++) {
            if (begins(from)) {
                at = from;
                return;
            }
        }
        while (load(blockAt + BLOCK_BYTES)) {
            if (begins(0)) {
                return;
            }
        }
        batchAt = file.length();
    }

    private boolean begins(int from) {
        return fragment(from) > 0 && (bytes[from + 6] == FULL || bytes[from + 6] == FIRST);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
