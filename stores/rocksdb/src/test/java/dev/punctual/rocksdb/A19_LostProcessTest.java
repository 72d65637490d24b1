package dev.punctual.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.RetryPolicy;
import dev.punctual.StoreSettings;
import dev.punctual.TaskClient;
import dev.punctual.TaskRecord;
import dev.punctual.TaskState;
import dev.punctual.TaskStore;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A handler that takes its process down: the task is taken back, suspected, and given up; its neighbours are not. */
class A19_LostProcessTest {

    private static final int GOOD = 60;
    private static final RetryPolicy RETRY =
            RetryPolicy.DEFAULT.withMaxAttempts(2).withDelays(Duration.ofMillis(100), 1, Duration.ofMillis(100));
    /** Heap that is full at once means the end at once, and a line that says so. */
    private static final List<String> OPTIONS = List.of("-XX:+ExitOnOutOfMemoryError");

    @TempDir
    private Path folder;

    private void schedule(String bad) {
        try (TaskStore store = RocksTaskStore.open(folder, StoreSettings.DEFAULT)) {
            TaskClient client = TaskClient.of(store);
            client.schedule(WorkerProcess.TYPE.now(bad).id("bad").retry(RETRY));
            for (int i = 0; i < GOOD; i++) {
                client.schedule(WorkerProcess.TYPE.now("good").id("good" + i));
            }
        }
    }

    private List<String> work(List<String> options) throws IOException {
        try (ChildProcess process = ChildProcess.start(WorkerProcess.class, options, List.of(folder.toString()))) {
            return process.end();
        }
    }

    private TaskRecord find(String id) {
        try (TaskStore store = RocksTaskStore.open(folder, StoreSettings.DEFAULT)) {
            return SomeTasks.find(store, id);
        }
    }

    private List<TaskRecord> good() {
        List<TaskRecord> records = new ArrayList<>();
        try (TaskStore store = RocksTaskStore.open(folder, StoreSettings.DEFAULT)) {
            for (int i = 0; i < GOOD; i++) {
                records.add(SomeTasks.find(store, "good" + i));
            }
        }
        return records;
    }

    @ParameterizedTest
    @ValueSource(strings = {"exit", "hoard"})
    void A19_taskThatEndsItsProcess_isDeadAfterThreeLosses_andItsNeighboursSucceed(String bad) throws IOException {
        schedule(bad);

        List<String> first = work(OPTIONS);
        assertThat(first).doesNotContain("END");
        if (bad.equals("hoard")) {
            assertThat(first).as("it ends loudly").anyMatch(line -> line.contains("OutOfMemoryError"));
        }
        assertThat(find("bad").state()).isEqualTo(TaskState.RUNNING);
        assertThat(work(OPTIONS)).doesNotContain("END");
        TaskRecord twice = find("bad");
        assertThat(twice.losses()).as("one is charged already").isEqualTo(1);
        assertThat(work(OPTIONS)).doesNotContain("END");
        assertThat(find("bad").losses()).isEqualTo(2);
        assertThat(find("bad").suspect()).isTrue();

        assertThat(work(OPTIONS)).contains("END", "STATUS running 0 stuck 0");

        TaskRecord dead = find("bad");
        assertThat(dead.state()).isEqualTo(TaskState.DEAD);
        assertThat(dead.losses()).isEqualTo(3);
        assertThat(dead.failures()).isZero();
        assertThat(dead.lastError()).contains("worker lost");
        assertThat(good()).extracting(TaskRecord::state).containsOnly(TaskState.SUCCEEDED);
        assertThat(good()).extracting(TaskRecord::losses).allMatch(losses -> losses <= 2);
    }

    @Test
    void A19_heapThatIsFullForAWhile_isTheFailureOfOneTask_andTheProcessGoesOn() throws IOException {
        schedule("gulp");

        assertThat(work(List.of())).contains("END", "STATUS running 0 stuck 0");

        TaskRecord dead = find("bad");
        assertThat(dead.state()).isEqualTo(TaskState.DEAD);
        assertThat(dead.lastError()).startsWith("java.lang.OutOfMemoryError");
        assertThat(good()).extracting(TaskRecord::state).containsOnly(TaskState.SUCCEEDED);
    }
}
