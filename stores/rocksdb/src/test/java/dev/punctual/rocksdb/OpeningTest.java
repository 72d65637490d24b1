package dev.punctual.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.punctual.Due;
import dev.punctual.NewTask;
import dev.punctual.StoreException;
import dev.punctual.StoreProvider;
import dev.punctual.StoreSettings;
import dev.punctual.TaskStore;
import dev.punctual.testing.ManualTime;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.DBOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.WriteBatch;

class OpeningTest {

    @TempDir
    private Path folder;

    private static TaskStore open(Path directory) {
        return RocksTaskStore.open(directory, StoreSettings.DEFAULT);
    }

    private static AbstractThrowableAssert<?, ?> assertRefused(Path directory) {
        return assertThatThrownBy(() -> open(directory).close()).isInstanceOfSatisfying(StoreException.class, e -> {
            assertThat(e.kind()).isEqualTo(StoreException.Kind.FATAL);
            assertThat(e).hasMessageContaining(directory.toString());
        });
    }

    @Test
    void open_createsMissingDirectories() {
        Path directory = folder.resolve("a/b/c");
        open(directory).close();
        assertThat(directory).isDirectory();
    }

    @Test
    void open_afterTheWallClockSteppedBackMeanwhile_findsWhatWasDue() {
        Path directory = folder.resolve("data");
        ManualTime time = new ManualTime();
        StoreSettings settings = StoreSettings.DEFAULT.withTime(time);
        try (TaskStore store = RocksTaskStore.open(directory, settings)) {
            SomeTasks.schedule(
                    store, SomeTasks.task("overdue", Due.at(time.now().minus(Duration.ofDays(1)))));
            SomeTasks.schedule(store, SomeTasks.task("in-a-minute", Due.after(Duration.ofMinutes(1))));
        }
        time.stepWall(Duration.ofHours(-1));
        try (TaskStore store = RocksTaskStore.open(directory, settings)) {
            assertThat(SomeTasks.claim(store, 1, 10))
                    .extracting(task -> task.id().value())
                    .containsExactly("overdue");
        }
    }

    @Test
    void namesUsedOnce_leaveNothingBehind() {
        Path directory = folder.resolve("data");
        try (TaskStore store = open(directory)) {
            for (int i = 0; i < 20; i++) {
                NewTask plain = SomeTasks.later("task-" + i);
                NewTask task = NewTask.of(plain.id(), plain.spec().withQueue("queue-" + i), plain.due());
                SomeTasks.schedule(store, task);
                store.cancel(List.of(task.id()));
                store.queries().discard(List.of(task.id()));
            }
            SomeTasks.schedule(store, SomeTasks.later("waits"));
            store.queries().prune(1);
        }
        try (RocksDatabase database = new RocksOpener(directory, "punctual").open()) {
            List<String> names = new ArrayList<>();
            new RocksTables(database).values((name, value) -> names.add(name));
            assertThat(names).containsExactlyInAnyOrder("clock", "count/default/ship", "due/default/ship//n/4/");
        }
    }

    @Test
    void openUrl_findsTheStoreByItsScheme() {
        try (TaskStore store = StoreProvider.openUrl("rocksdb:" + folder.resolve("data"), StoreSettings.DEFAULT)) {
            assertThat(store.capabilities().store()).isEqualTo("rocksdb");
        }
    }

    @Test
    void openUrl_withoutDirectory_showsAnExample() {
        assertThatThrownBy(() -> StoreProvider.openUrl("rocksdb:", StoreSettings.DEFAULT))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("rocksdb:./punctual-data");
    }

    @Test
    void open_ofAFile_isRefused() throws IOException {
        assertRefused(Files.createFile(folder.resolve("file"))).hasMessageContaining("is not a directory");
    }

    @Test
    void open_belowAFile_isRefused() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));
        assertRefused(file.resolve("data")).hasMessageContaining("cannot be created");
    }

    /** RocksDB would put the data beside the directory that is locked, shown and backed up. */
    @Test
    void open_underANameThatRocksDbSpellsOtherwise_isRefused() {
        Path directory = folder.resolve("\uD83D\uDE00");
        assertRefused(directory).hasMessageContaining("another one");
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void open_twiceInOneProcess_namesThisProcess() {
        try (TaskStore store = open(folder)) {
            assertRefused(folder)
                    .hasMessageContaining(
                            "this process (pid " + ProcessHandle.current().pid() + ") already");
            // The failed attempt took nothing from the store that is open.
            assertRefused(folder);
            SomeTasks.schedule(store, SomeTasks.later("a"));
        }
        open(folder).close();
    }

    @Test
    void open_whileAnotherProcessHoldsIt_namesThatProcess() throws Exception {
        try (ChildProcess holder = ChildProcess.start("hold", folder)) {
            assertThat(holder.line()).isEqualTo("open");
            assertRefused(folder).hasMessageContaining("another process (pid " + holder.pid() + ", since ");
        }
        open(folder).close();
    }

    @Test
    void open_failedAttemptOfAnotherProcess_leavesTheHolderAlone() throws Exception {
        try (TaskStore store = open(folder)) {
            SomeTasks.schedule(store, SomeTasks.later("a"));
            try (ChildProcess other = ChildProcess.start("hold", folder)) {
                assertThat(other.end()).anyMatch(line -> line.contains("is held by another process (pid "));
            }
            SomeTasks.schedule(store, SomeTasks.later("b"));
        }
        try (TaskStore store = open(folder)) {
            SomeTasks.find(store, "a");
            SomeTasks.find(store, "b");
        }
    }

    @Test
    void open_ofAnotherNamespace_namesBoth() {
        open(folder).close();
        StoreSettings other = new StoreSettings(
                "other",
                StoreSettings.DEFAULT.time(),
                StoreSettings.DEFAULT.limits(),
                StoreSettings.DEFAULT.retention());
        assertThatThrownBy(() -> RocksTaskStore.open(folder, other))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("\"punctual\"")
                .hasMessageContaining("\"other\"");
        open(folder).close();
    }

    @Test
    void open_ofANewerFormat_namesBothFormats() throws Exception {
        open(folder).close();
        try (RocksDatabase database = new RocksOpener(folder, "punctual").open();
                WriteBatch batch = database.newBatch()) {
            byte[] newer = ByteBuffer.allocate(4).putInt(DiskFormat.VERSION + 1).array();
            batch.put(DiskFormat.VERSION_KEY, newer);
            database.write(batch, true);
        }
        assertRefused(folder)
                .hasMessageContaining("disk format " + (DiskFormat.VERSION + 1))
                .hasMessageContaining("up to " + DiskFormat.VERSION);
    }

    @Test
    void open_ofADatabaseWithOtherFamilies_isRefused() throws Exception {
        NativeLibrary.load();
        List<ColumnFamilyHandle> handles = new ArrayList<>();
        try (DBOptions options = new DBOptions().setCreateIfMissing(true).setCreateMissingColumnFamilies(true);
                RocksDB db = RocksDB.open(
                        options,
                        folder.toString(),
                        List.of(
                                new ColumnFamilyDescriptor(RocksDB.DEFAULT_COLUMN_FAMILY),
                                new ColumnFamilyDescriptor("strange".getBytes(StandardCharsets.US_ASCII))),
                        handles)) {
            handles.forEach(ColumnFamilyHandle::close);
            assertThat(db.isOwningHandle()).isTrue();
        }
        assertRefused(folder).hasMessageContaining("not a Punctual store");
    }

    @Test
    void open_leavesNothingInTheTemporaryFolder() throws IOException {
        Path temporary = Files.createDirectory(folder.resolve("temporary"));
        try (ChildProcess holder = ChildProcess.start("hold", folder.resolve("data"), temporary)) {
            assertThat(holder.line()).isEqualTo("open");
            assertThat(temporary).isEmptyDirectory();
        }
    }
}
