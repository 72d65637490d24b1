package dev.punctual.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.Reclaim;
import dev.punctual.StoreSettings;
import dev.punctual.TaskQueries;
import dev.punctual.TaskRecord;
import dev.punctual.TaskState;
import dev.punctual.TaskStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kills the process at no chosen moment, and opens the store again. */
class CrashTest {

    private static final int LINES_BEFORE_KILL = 400;
    private static final int ROUNDS = 3;

    @TempDir
    private Path folder;

    /** Lets a process work on the directory, kills it, and returns all that it said. */
    private List<String> runAndKill(String job, int lines) throws IOException {
        List<String> said = new ArrayList<>();
        try (ChildProcess process = ChildProcess.start(job, folder)) {
            assertThat(process.line()).isEqualTo("open");
            while (said.size() < lines) {
                said.add(process.line());
            }
            said.addAll(process.kill());
        }
        return said;
    }

    private static List<String> ids(List<String> said, String word) {
        return said.stream()
                .filter(line -> line.startsWith(word + " ") && line.endsWith("."))
                .map(line -> line.substring(word.length() + 1, line.length() - 1))
                .toList();
    }

    private static List<TaskRecord> all(TaskStore store) {
        List<TaskRecord> records = new ArrayList<>();
        String cursor = null;
        do {
            TaskQueries.Page page = store.queries().page(TaskQueries.Filter.ALL, 1_000, cursor);
            records.addAll(page.records());
            cursor = page.next();
        } while (cursor != null);
        return records;
    }

    private static long count(TaskStore store, @Nullable TaskState state) {
        return store.queries().counts().stream()
                .flatMap(count -> count.byState().entrySet().stream())
                .filter(entry -> state == null || entry.getKey() == state)
                .mapToLong(entry -> entry.getValue())
                .sum();
    }

    @Test
    void A01_killedWhileScheduling_everyAcknowledgedTaskIsThereOnce() throws IOException {
        Set<String> acknowledged = new HashSet<>();
        for (int round = 0; round < ROUNDS; round++) {
            acknowledged.addAll(ids(runAndKill("schedule", LINES_BEFORE_KILL), "CREATED"));
        }
        assertThat(acknowledged).hasSizeGreaterThanOrEqualTo(LINES_BEFORE_KILL);
        try (TaskStore store = RocksTaskStore.open(folder, StoreSettings.DEFAULT)) {
            List<TaskRecord> records = all(store);
            assertThat(records).extracting(record -> record.id().value()).containsAll(acknowledged);
            assertThat(records).extracting(TaskRecord::state).containsOnly(TaskState.SCHEDULED);
            assertThat(count(store, null)).isEqualTo(records.size());
            assertThat(claimAll(store)).doesNotHaveDuplicates().hasSize(records.size());
        }
    }

    private static List<String> claimAll(TaskStore store) {
        List<String> claimed = new ArrayList<>();
        for (long number = 1; ; number++) {
            List<TaskRecord> runs = SomeTasks.claim(store, number, 1_000);
            if (runs.isEmpty()) {
                return claimed;
            }
            runs.forEach(run -> claimed.add(run.id().value()));
        }
    }

    @Test
    void A02_killedBetweenClaimAndCompletion_nothingIsLostAndCompletedStaysCompleted() throws IOException {
        int scheduled = 600;
        try (TaskStore store = RocksTaskStore.open(folder, StoreSettings.DEFAULT)) {
            for (int i = 0; i < scheduled; i++) {
                SomeTasks.schedule(store, SomeTasks.due("task-" + i));
            }
        }
        Set<String> completed = new HashSet<>();
        for (int round = 0; round < ROUNDS; round++) {
            completed.addAll(ids(runAndKill("run", 60), "COMPLETED"));
        }
        try (TaskStore store = RocksTaskStore.open(folder, StoreSettings.DEFAULT)) {
            for (String id : completed) {
                assertThat(SomeTasks.find(store, id).state()).isEqualTo(TaskState.SUCCEEDED);
            }
            assertThat(all(store)).hasSize(scheduled);
            // The leases of the killed processes have ended with them.
            List<TaskRecord> lapsed = store.lapsed(1_000);
            assertThat(lapsed).hasSize((int) count(store, TaskState.RUNNING));
            store.reclaim(lapsed.stream().map(Reclaim::of).toList());
            assertThat(claimAll(store)).hasSize(scheduled - (int) count(store, TaskState.SUCCEEDED));
        }
    }
}
