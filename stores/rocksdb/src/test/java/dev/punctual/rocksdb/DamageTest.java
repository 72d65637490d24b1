package dev.punctual.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.punctual.CancelResult;
import dev.punctual.Due;
import dev.punctual.ScheduleResult;
import dev.punctual.StoreException;
import dev.punctual.StoreSettings;
import dev.punctual.TaskId;
import dev.punctual.TaskQueries;
import dev.punctual.TaskRecord;
import dev.punctual.TaskStore;
import dev.punctual.testing.ManualTime;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rocksdb.WriteBatch;

/** What is found on disk after power cuts, bad blocks and newer builds. */
class DamageTest {

    private static final int TASKS = 60;
    /** With it the log has several blocks, and batches that go over their ends. */
    private static final int PAYLOAD_BYTES = 2_000;

    @TempDir
    private Path folder;

    private Path data;

    @BeforeEach
    void setUp() {
        data = folder.resolve("data");
    }

    private TaskStore open() {
        return RocksTaskStore.open(data, StoreSettings.DEFAULT);
    }

    /** Leaves the directory as a killed process does: everything in the log. */
    private void leaveInLog() throws IOException {
        Path live = folder.resolve("live");
        try (TaskStore store = RocksTaskStore.open(live, StoreSettings.DEFAULT)) {
            for (int i = 0; i < TASKS; i++) {
                SomeTasks.schedule(
                        store, SomeTasks.task("task-" + i, Due.after(Duration.ofHours(1)), garbage(PAYLOAD_BYTES)));
            }
            Files.createDirectories(data);
            try (var files = Files.list(live)) {
                for (Path file : files.toList()) {
                    Files.copy(file, data.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
                }
            }
        }
    }

    private Path log() {
        List<Path> logs = Directories.files(data, ".log");
        return logs.get(logs.size() - 1);
    }

    private void assertHolds(int tasks) {
        try (TaskStore store = open()) {
            assertThat(store.queries().counts()).hasSize(1);
            for (int i = 0; i < tasks; i++) {
                SomeTasks.find(store, "task-" + i);
            }
            assertThat(SomeTasks.schedule(store, SomeTasks.later("more")).outcome())
                    .isEqualTo(ScheduleResult.Outcome.CREATED);
        }
        open().close();
    }

    private static void append(Path file, byte[] bytes) throws IOException {
        try (RandomAccessFile log = new RandomAccessFile(file.toFile(), "rw")) {
            log.seek(log.length());
            log.write(bytes);
        }
    }

    private static void overwrite(Path file, long at, byte[] bytes) throws IOException {
        try (RandomAccessFile log = new RandomAccessFile(file.toFile(), "rw")) {
            log.seek(at);
            log.write(bytes);
        }
    }

    private static byte[] garbage(int length) {
        byte[] bytes = new byte[length];
        new SplittableRandom(length).nextBytes(bytes);
        return bytes;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 100, 5_000, 70_000})
    void open_garbageBehindTheLog_keepsAllThatWasAcknowledged(int length) throws IOException {
        leaveInLog();
        append(log(), garbage(length));
        assertHolds(TASKS);
    }

    @Test
    void open_garbageOnWhichTheEngineWouldLoop_keepsAllThatWasAcknowledged() throws IOException {
        leaveInLog();
        append(log(), new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9});
        assertHolds(TASKS);
    }

    @ParameterizedTest
    @ValueSource(ints = {7, 5_000, 70_000})
    void open_zerosBehindTheLog_keepsAllThatWasAcknowledged(int length) throws IOException {
        leaveInLog();
        append(log(), new byte[length]);
        assertHolds(TASKS);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 100, 200})
    void open_logCutInItsLastBatch_losesThatBatchOnly(int length) throws IOException {
        leaveInLog();
        try (RandomAccessFile log = new RandomAccessFile(log().toFile(), "rw")) {
            log.setLength(log.length() - length);
        }
        assertHolds(TASKS - 1);
    }

    @Test
    void open_gapBeforeUnsyncedBatches_isCutOffWithWhatComesAfterIt() throws IOException {
        Path live = folder.resolve("live");
        long synced;
        try (TaskStore store = RocksTaskStore.open(live, StoreSettings.DEFAULT)) {
            for (int i = 0; i < TASKS; i++) {
                SomeTasks.schedule(store, SomeTasks.due("task-" + i));
            }
            synced = Files.size(Directories.files(live, ".log").get(0));
            // Claims are not synced.
            for (int number = 1; number <= 5; number++) {
                SomeTasks.claim(store, number, 10);
            }
            Files.createDirectories(data);
            try (var files = Files.list(live)) {
                for (Path file : files.toList()) {
                    Files.copy(file, data.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
                }
            }
        }
        overwrite(log(), synced + 200, new byte[50]);
        try (TaskStore store = open()) {
            assertThat(SomeTasks.claim(store, 1, 1_000)).hasSize(TASKS);
        }
    }

    @Test
    void open_gapBeforeAcknowledgedTasks_isRefusedAndNothingIsTouched() throws IOException {
        leaveInLog();
        long size = Files.size(log());
        overwrite(log(), size / 2, new byte[] {9, 9, 9, 9, 9, 9, 9});
        for (int attempt = 0; attempt < 2; attempt++) {
            assertThatThrownBy(() -> open().close())
                    .isInstanceOfSatisfying(
                            StoreException.class, e -> assertThat(e.kind()).isEqualTo(StoreException.Kind.FATAL))
                    .hasMessageContaining(log().toString())
                    .hasMessageContaining("damaged at byte");
        }
        assertThat(log()).hasSize(size);
    }

    @Test
    void open_zeroBlockInTheMiddleOfTheLog_isRefused() throws IOException {
        leaveInLog();
        overwrite(log(), 32_768, new byte[4_096]);
        assertThatThrownBy(() -> open().close()).hasMessageContaining("damaged at byte");
    }

    @Test
    void read_badBlockInATableFile_isRefusedLoudly() throws IOException {
        leaveInLog();
        // Opening writes what is in the log to table files.
        open().close();
        for (Path table : Directories.files(data, ".sst")) {
            overwrite(table, 50, garbage(200));
        }
        try (TaskStore store = open()) {
            assertThatThrownBy(() -> store.queries().page(TaskQueries.Filter.ALL, 10, null))
                    .isInstanceOfSatisfying(
                            StoreException.class, e -> assertThat(e.kind()).isEqualTo(StoreException.Kind.FATAL))
                    .hasMessageContaining("damaged");
        } catch (StoreException e) {
            // Or already at opening, if the block is one that it reads.
            assertThat(e).hasMessageContaining("damaged");
        }
    }

    @Test
    void read_unreadableRecord_holdsUpNothingElse() throws Exception {
        try (TaskStore store = open()) {
            for (int i = 0; i < 5; i++) {
                SomeTasks.schedule(store, SomeTasks.task("task-" + i, Due.now()));
            }
        }
        writeRecord("task-0", new byte[] {99, 1, 2, 3});
        writeRecord("task-1", new byte[] {});
        writeRecord("task-2", new byte[] {1, 1});
        try (TaskStore store = open()) {
            List<TaskRecord> claimed = SomeTasks.claim(store, 1, 10);
            assertThat(claimed).extracting(run -> run.id().value()).containsExactly("task-3", "task-4");
            assertThat(SomeTasks.schedule(store, SomeTasks.later("task-0")).outcome())
                    .isEqualTo(ScheduleResult.Outcome.REFUSED);
            assertThat(store.cancel(List.of(TaskId.of("task-0")))).containsExactly(CancelResult.NOT_FOUND);
            assertThat(store.queries().find(TaskId.of("task-0"))).isEmpty();
            assertThat(store.queries().page(TaskQueries.Filter.ALL, 10, null).records())
                    .hasSize(2);
            assertThat(store.queries()
                            .forecast(
                                    SomeTasks.ALL.queues(),
                                    SomeTasks.ALL.types(),
                                    new TaskQueries.Window(
                                            StoreSettings.DEFAULT.time().now(),
                                            StoreSettings.DEFAULT.time().now().plusSeconds(60)),
                                    Duration.ofSeconds(60))
                            .complete())
                    .isTrue();
        }
        try (RocksDatabase database = new RocksOpener(data, "punctual").open()) {
            assertThat(database.get(Family.TASKS, TaskId.of("task-0").utf8())).containsExactly(99, 1, 2, 3);
        }
    }

    @Test
    void claim_afterARestart_findsWhatAnEarlierBuildCouldNotRead() throws Exception {
        ManualTime time = new ManualTime();
        StoreSettings settings = StoreSettings.DEFAULT.withTime(time);
        try (TaskStore store = RocksTaskStore.open(data, settings)) {
            SomeTasks.schedule(store, SomeTasks.task("task-0", Due.now()));
        }
        byte[] readable;
        try (RocksDatabase database = new RocksOpener(data, "punctual").open()) {
            readable = Objects.requireNonNull(
                    database.get(Family.TASKS, TaskId.of("task-0").utf8()));
        }
        writeRecord("task-0", new byte[] {99, 1, 2, 3});
        try (TaskStore store = RocksTaskStore.open(data, settings)) {
            for (int i = 1; i <= 3; i++) {
                time.advance(Duration.ofMinutes(1));
                SomeTasks.schedule(store, SomeTasks.task("task-" + i, Due.now()));
                assertThat(SomeTasks.claim(store, i, 10)).hasSize(1);
            }
        }
        writeRecord("task-0", readable);
        try (TaskStore store = RocksTaskStore.open(data, settings)) {
            assertThat(SomeTasks.claim(store, 4, 10))
                    .extracting(run -> run.id().value())
                    .containsExactly("task-0");
        }
    }

    private void writeRecord(String id, byte[] bytes) throws Exception {
        try (RocksDatabase database = new RocksOpener(data, "punctual").open();
                WriteBatch batch = database.newBatch()) {
            batch.put(database.handle(Family.TASKS), TaskId.of(id).utf8(), bytes);
            database.write(batch, true);
        }
    }

    @Test
    void read_strangeIndexKey_isPassedOver() throws Exception {
        try (TaskStore store = open()) {
            SomeTasks.schedule(store, SomeTasks.due("task-0"));
        }
        try (RocksDatabase database = new RocksOpener(data, "punctual").open();
                WriteBatch batch = database.newBatch()) {
            batch.put(
                    database.handle(Family.DUE),
                    "default/ship//n/4/".getBytes(StandardCharsets.US_ASCII),
                    DiskFormat.EMPTY);
            database.write(batch, true);
        }
        try (TaskStore store = open()) {
            assertThat(SomeTasks.claim(store, 1, 10)).hasSize(1);
        }
    }
}
