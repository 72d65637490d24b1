package dev.punctual.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.StoreSettings;
import dev.punctual.TaskQueries;
import dev.punctual.TaskStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A disk that takes nothing more, in the midst of a record: the system limits the size of the files of a process, as
 * {@code ulimit -f} does, and lifts the limit again.
 */
class FullDiskTest {

    private static final int BEFORE = 20;
    private static final int AFTER = 50;
    /** The log may grow by so much; not a multiple of what a task takes, so that the last record is cut in two. */
    private static final long ROOM_BYTES = 55_555;

    @TempDir
    private Path folder;

    private final List<String> acknowledged = new ArrayList<>();

    @Test
    void A03_diskFull_nothingAcknowledgedIsLost_looksGoOn_andItWorksAgainByItself() throws Exception {
        try (ChildProcess process = ChildProcess.start("fill", folder)) {
            assertThat(process.line()).isEqualTo("open");
            readAcknowledged(process, BEFORE);
            limitFiles(process, Files.size(Directories.files(folder, ".log").get(0)) + ROOM_BYTES);
            String down = readAcknowledged(process, Integer.MAX_VALUE);
            assertThat(down).startsWith("DOWN OUTCOME_UNKNOWN").contains("File too large");
            // Counted, paged and found while nothing can be written: exactly what was acknowledged.
            assertThat(process.line()).isEqualTo("SEEN " + acknowledged.size() + " " + acknowledged.size() + ".");

            liftLimit(process);
            readAcknowledged(process, AFTER);
            process.kill();
        }
        try (TaskStore store = RocksTaskStore.open(folder, StoreSettings.DEFAULT)) {
            List<String> found = store.queries().page(TaskQueries.Filter.ALL, 1_000, null).records().stream()
                    .map(record -> record.id().value())
                    .toList();
            assertThat(found).containsAll(acknowledged).doesNotHaveDuplicates();
        }
    }

    /** Reads what was acknowledged, up to so many tasks; returns the first line that says something else, if any. */
    private String readAcknowledged(ChildProcess process, int tasks) throws IOException {
        for (int i = 0; i < tasks; i++) {
            String line = process.line();
            if (!line.startsWith("CREATED ")) {
                return line;
            }
            acknowledged.add(line.substring("CREATED ".length(), line.length() - 1));
        }
        return "";
    }

    private static void limitFiles(ChildProcess process, long bytes) throws Exception {
        limit(process, Long.toString(bytes));
    }

    private static void liftLimit(ChildProcess process) throws Exception {
        limit(process, "unlimited");
    }

    private static void limit(ChildProcess process, String bytes) throws Exception {
        Process command = new ProcessBuilder("prlimit", "--pid", Long.toString(process.pid()), "--fsize=" + bytes + ":")
                .inheritIO()
                .start();
        assertThat(command.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(command.exitValue()).isZero();
    }
}
