package dev.punctual.rocksdb;

import dev.punctual.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks over the logs before RocksDB replays them, and cuts off a torn end that was never acknowledged. Not
 * thread-safe.
 */
final class LogCheck {

    /*
     * Why. After a power cut the end of a log may hold anything: what was not synced is there in part, or as zeros, or
     * out of order. RocksDB refuses most of it, as it cannot tell it from a bad disk, and on some of it (a stray
     * record of type 7 at the end of the file, 11.8.1) it loops for ever.
     *
     * How. Every batch carries a mark: the sequence number up to which everything was synced when it was written.
     * Behind a gap in the log, a whole batch whose mark lies beyond the gap proves that the gap was synced once:
     * acknowledged tasks are gone, and the store refuses to open. If there is none, nothing of the gap or behind it
     * was acknowledged, and the log is cut off there, with all that comes behind: later batches may build on what is
     * missing.
     *
     * Limit: a bad block in the very last synced batch looks like a torn end.
     */

    private static final Logger LOG = LoggerFactory.getLogger(LogCheck.class);

    private final Path directory;
    private long lastSequence = -1;
    private @Nullable Gap gap;

    LogCheck(Path directory) {
        this.directory = directory;
    }

    /** Where the log stops being whole. */
    private record Gap(Path file, long offset, long sequence) {}

    /**
     * Checks the logs, and cuts off a torn end.
     *
     * @throws StoreException if acknowledged tasks are lost
     */
    void run() throws IOException {
        List<Path> logs = logs(directory);
        for (Path log : logs) {
            try (LogReader reader = new LogReader(log)) {
                check(log, reader);
            }
        }
        if (gap != null) {
            cut(gap, logs);
        }
    }

    /** Returns the logs in a directory, the oldest first. */
    static List<Path> logs(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            // Names are numbers of at least six digits, with zeros in front.
            return files.filter(file -> file.getFileName().toString().matches("\\d+\\.log"))
                    .sorted((one, other) -> Long.compare(number(one), number(other)))
                    .toList();
        }
    }

    private static long number(Path log) {
        String name = log.getFileName().toString();
        return Long.parseLong(name.substring(0, name.indexOf('.')));
    }

    private void check(Path log, LogReader reader) throws IOException {
        while (true) {
            LogReader.Batch batch = reader.next();
            if (batch != null) {
                whole(batch);
            } else if (reader.ended()) {
                return;
            } else {
                if (gap == null) {
                    gap = new Gap(log, reader.offset(), lastSequence);
                }
                reader.skipBad();
            }
        }
    }

    private void whole(LogReader.Batch batch) {
        Gap before = gap;
        if (before == null) {
            lastSequence = batch.lastSequence();
        } else if (batch.syncedTo() > before.sequence()) {
            throw new StoreException(
                    Trouble.STORE,
                    "the log " + before.file() + " is damaged at byte " + before.offset()
                            + ", and acknowledged tasks are behind it; stop the process, keep a copy of the directory,"
                            + " check the disk and restore the last backup",
                    StoreException.Kind.FATAL,
                    null);
        }
    }

    private static void cut(Gap gap, List<Path> logs) throws IOException {
        LOG.warn(
                "The log {} is torn at byte {}, as after a power cut. Nothing behind it was acknowledged;"
                        + " it is cut off",
                gap.file(),
                gap.offset());
        LogReader.truncate(gap.file(), gap.offset());
        for (Path log : logs.subList(logs.indexOf(gap.file()) + 1, logs.size())) {
            LogReader.truncate(log, 0);
        }
    }
}
