package dev.punctual.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.Due;
import dev.punctual.NewTask;
import dev.punctual.StoreSettings;
import dev.punctual.TaskRecord;
import dev.punctual.TaskStore;
import dev.punctual.testing.ManualTime;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.PerfLevel;
import org.rocksdb.RocksDB;

/** What one claim costs while thousands are due in the same millisecond; counted in steps, not in time. */
class HerdTest {

    private static final int TASKS = 2_000;
    /** A second one begins where the first has ended. */
    private static final int HERDS = 3;

    private static final int CLAIM = 100;

    @TempDir
    private Path folder;

    @Test
    void A21_claimOfAHerd_neverWalksOverWhatWasClaimedBefore() throws Exception {
        NativeLibrary.load();
        ManualTime time = new ManualTime();
        // Counts for the thread that asks, whichever database works; the caller of a claim does its work.
        try (TaskStore store = RocksTaskStore.open(folder.resolve("data"), StoreSettings.DEFAULT.withTime(time));
                RocksDB counter = RocksDB.open(folder.resolve("counter").toString())) {
            long number = 0;
            counter.setPerfLevel(PerfLevel.ENABLE_COUNT);
            for (int herd = 1; herd <= HERDS; herd++) {
                store.insert(herd(herd, time));
                time.advance(Duration.ofSeconds(1));
                for (int claimed = 0; claimed < TASKS; claimed += CLAIM) {
                    counter.getPerfContext().reset();
                    List<TaskRecord> runs = SomeTasks.claim(store, ++number, CLAIM);
                    assertThat(runs).hasSize(CLAIM);
                    assertThat(counter.getPerfContext().getInternalDeleteSkippedCount())
                            .as("dead entries in the way of claim %d", number)
                            .isLessThanOrEqualTo(2L * CLAIM);
                }
            }
            counter.setPerfLevel(PerfLevel.DISABLE);
        }
    }

    private static List<NewTask> herd(int herd, ManualTime time) {
        List<NewTask> tasks = new ArrayList<>();
        for (int i = 0; i < TASKS; i++) {
            tasks.add(SomeTasks.task("task-" + herd + "-" + i, Due.at(time.now().plusMillis(1))));
        }
        return tasks;
    }
}
