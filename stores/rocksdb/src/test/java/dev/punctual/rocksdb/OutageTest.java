package dev.punctual.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.punctual.CancelResult;
import dev.punctual.Due;
import dev.punctual.LeaseRef;
import dev.punctual.Limits;
import dev.punctual.NewTask;
import dev.punctual.RenewResult;
import dev.punctual.Report;
import dev.punctual.ScheduleResult;
import dev.punctual.SettleResult;
import dev.punctual.StoreException;
import dev.punctual.StoreSettings;
import dev.punctual.TaskId;
import dev.punctual.TaskQueries;
import dev.punctual.TaskRecord;
import dev.punctual.TaskState;
import dev.punctual.TaskStore;
import dev.punctual.rocksdb.FailingDisk.Mood;
import dev.punctual.testing.ManualTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What callers see while the disk fails, and afterwards, without a restart. */
class OutageTest {

    private static final Duration FIRST_WAIT = Duration.ofNanos(Outage.WAIT_NANOS_MIN);

    @TempDir
    private Path folder;

    private final ManualTime time = new ManualTime();
    private final FailingDisk disk = new FailingDisk();
    private TaskStore store;

    @BeforeEach
    void setUp() {
        store = RocksTaskStore.open(folder, StoreSettings.DEFAULT.withTime(time), disk);
    }

    @AfterEach
    void tearDown() {
        store.close();
    }

    private static void assertKind(StoreException.Kind kind, Runnable call) {
        StoreException e = catchThrowableOfType(StoreException.class, call::run);
        assertThat(e).isNotNull();
        assertThat(e.kind()).as(e.getMessage()).isEqualTo(kind);
    }

    @Test
    void write_thatFailed_isNeverAnsweredWithSuccess() {
        disk.next(Mood.FAILS_BEFORE);
        assertThatThrownBy(() -> SomeTasks.schedule(store, SomeTasks.later("a")))
                .isInstanceOfSatisfying(
                        StoreException.class,
                        e -> assertThat(e.outcomeUnknown()).isTrue())
                .hasMessageContaining("No space left on device");
    }

    @Test
    void write_thatBrokeWithAnError_isNotTrustedEither() {
        disk.next(Mood.BREAKS);
        assertKind(StoreException.Kind.OUTCOME_UNKNOWN, () -> SomeTasks.schedule(store, SomeTasks.later("a")));
        time.advance(FIRST_WAIT);
        assertThat(store.queries().find(TaskId.of("a"))).isEmpty();
    }

    @Test
    void calls_whileDown_failAtOnceAndSayWhy() {
        disk.next(Mood.FAILS_BEFORE);
        assertKind(StoreException.Kind.OUTCOME_UNKNOWN, () -> SomeTasks.schedule(store, SomeTasks.later("a")));
        assertKind(StoreException.Kind.UNAVAILABLE, () -> SomeTasks.schedule(store, SomeTasks.later("b")));
        assertKind(StoreException.Kind.UNAVAILABLE, () -> SomeTasks.claim(store, 1, 1));
        assertThatThrownBy(() -> store.cancel(List.of(TaskId.of("a"))))
                .hasMessageContaining("down since a write failed")
                .hasMessageContaining("No space left on device");
    }

    @Test
    void looks_whileDown_goOnWithWhatWasCommitted() {
        SomeTasks.schedule(store, SomeTasks.due("a"));
        SomeTasks.schedule(store, SomeTasks.later("b"));
        TaskRecord run = SomeTasks.claim(store, 1, 1).get(0);
        disk.next(Mood.FAILS_BEFORE);
        assertKind(
                StoreException.Kind.OUTCOME_UNKNOWN,
                () -> store.insert(List.of(SomeTasks.later("c"), SomeTasks.later("d"))));

        assertThat(SomeTasks.find(store, "a").state()).isEqualTo(TaskState.RUNNING);
        assertThat(store.queries().find(TaskId.of("c"))).isEmpty();
        assertThat(store.queries().page(TaskQueries.Filter.ALL, 10, null).records())
                .extracting(record -> record.id().value())
                .containsExactlyInAnyOrder("a", "b");
        assertThat(store.queries().counts().get(0).byState())
                .containsEntry(TaskState.RUNNING, 1L)
                .containsEntry(TaskState.SCHEDULED, 1L);
        // Leases are kept in memory, so workers keep theirs.
        time.advance(Duration.ofMillis(50));
        LeaseRef lease = new LeaseRef(run.id(), run.token());
        assertThat(store.renew(List.of(lease), Duration.ofSeconds(50))).containsExactly(RenewResult.OK);
        time.advance(Duration.ofSeconds(40));
        assertThat(store.lapsed(10)).isEmpty();
        assertThat(SomeTasks.schedule(store, SomeTasks.later("c")).accepted()).isTrue();
    }

    @Test
    void store_afterTheDiskIsWellAgain_worksWithoutRestart() {
        SomeTasks.schedule(store, SomeTasks.later("a"));
        disk.next(Mood.FAILS_BEFORE);
        assertKind(StoreException.Kind.OUTCOME_UNKNOWN, () -> SomeTasks.schedule(store, SomeTasks.later("b")));
        time.advance(FIRST_WAIT);
        assertThat(SomeTasks.schedule(store, SomeTasks.later("c")).outcome()).isEqualTo(ScheduleResult.Outcome.CREATED);
        SomeTasks.find(store, "a");
        assertThat(store.queries().find(TaskId.of("b"))).isEmpty();
        assertThat(store.queries().counts().get(0).byState()).containsEntry(TaskState.SCHEDULED, 2L);
    }

    @Test
    void write_thatFailedAfterReachingTheLog_isFoundByItsRepetition() {
        NewTask task = SomeTasks.later("a");
        disk.next(Mood.FAILS_AFTER);
        assertKind(StoreException.Kind.OUTCOME_UNKNOWN, () -> SomeTasks.schedule(store, task));
        time.advance(FIRST_WAIT);
        assertThat(SomeTasks.schedule(store, task).outcome()).isEqualTo(ScheduleResult.Outcome.CREATED);
        assertThat(store.queries().counts().get(0).byState()).containsEntry(TaskState.SCHEDULED, 1L);
        assertThat(store.cancel(List.of(TaskId.of("a")))).containsExactly(CancelResult.CANCELLED);
    }

    @Test
    void leases_goOnThroughAnOutage() {
        SomeTasks.schedule(store, SomeTasks.due("a"));
        SomeTasks.schedule(store, SomeTasks.due("b"));
        List<TaskRecord> runs = SomeTasks.claim(store, 1, 2);
        time.advance(Duration.ofSeconds(10));
        disk.next(Mood.FAILS_BEFORE);
        Report report = Report.complete(
                runs.get(0).id(), runs.get(0).token(), runs.get(0).history());
        assertKind(StoreException.Kind.OUTCOME_UNKNOWN, () -> store.settle(List.of(report)));
        time.advance(FIRST_WAIT);

        assertThat(store.lapsed(10)).isEmpty();
        assertThat(store.settle(List.of(report))).containsExactly(SettleResult.OK);
        time.advance(Duration.ofSeconds(20));
        assertThat(store.lapsed(10))
                .extracting(TaskRecord::id)
                .containsExactly(runs.get(1).id());
    }

    @Test
    void claim_thatFailed_leavesTheTaskClaimable() {
        SomeTasks.schedule(store, SomeTasks.due("a"));
        disk.next(Mood.FAILS_BEFORE);
        assertKind(StoreException.Kind.OUTCOME_UNKNOWN, () -> SomeTasks.claim(store, 1, 1));
        time.advance(FIRST_WAIT);
        assertThat(SomeTasks.claim(store, 1, 1)).hasSize(1);
    }

    @Test
    void opening_isTriedAgainWithGrowingWaits() throws IOException {
        disk.next(Mood.FAILS_BEFORE);
        assertKind(StoreException.Kind.OUTCOME_UNKNOWN, () -> SomeTasks.schedule(store, SomeTasks.later("a")));
        // A directory in place of the file that says which table files are current.
        Path current = folder.resolve("CURRENT");
        byte[] kept = Files.readAllBytes(current);
        Files.delete(current);
        Files.createDirectory(current);
        Duration wait = FIRST_WAIT;
        for (int i = 0; i < 3; i++) {
            time.advance(wait);
            assertKind(StoreException.Kind.UNAVAILABLE, () -> store.queries().counts());
            wait = wait.multipliedBy(2);
        }
        Files.delete(current);
        Files.write(current, kept);
        time.advance(wait.minusMillis(1));
        assertKind(StoreException.Kind.UNAVAILABLE, () -> store.queries().counts());
        time.advance(Duration.ofMillis(1));
        assertThat(store.queries().counts()).isEmpty();
    }

    @Test
    void close_whileDown_freesTheDirectory() {
        disk.next(Mood.FAILS_BEFORE);
        assertKind(StoreException.Kind.OUTCOME_UNKNOWN, () -> SomeTasks.schedule(store, SomeTasks.later("a")));
        store.close();
        RocksTaskStore.open(folder, StoreSettings.DEFAULT).close();
    }

    @Test
    void A25_largeBatch_isWrittenInParts_andAPartThatFailsLeavesTheOutcomeUnknown() {
        List<NewTask> tasks = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            tasks.add(SomeTasks.task("task-" + i, Due.now(), new byte[Limits.DEFAULT.payloadBytesMax()]));
        }
        disk.next(Mood.WELL, Mood.FAILS_BEFORE);
        assertKind(StoreException.Kind.OUTCOME_UNKNOWN, () -> store.insert(tasks));
        time.advance(FIRST_WAIT);
        assertThat(store.insert(tasks)).hasSize(300).allMatch(ScheduleResult::accepted);
        assertThat(disk.syncs()).isEqualTo(3);
        assertThat(store.queries().counts().get(0).byState()).containsEntry(TaskState.SCHEDULED, 300L);
    }

    @Test
    void queryWithoutChange_writesNothing() {
        SomeTasks.schedule(store, SomeTasks.later("a"));
        int writes = disk.writes();
        SomeTasks.find(store, "a");
        store.queries().counts();
        store.cancel(List.of(TaskId.of("unknown")));
        assertThat(disk.writes()).isEqualTo(writes);
    }

    @Test
    void claims_areNotSynced() {
        SomeTasks.schedule(store, SomeTasks.due("a"));
        int syncs = disk.syncs();
        int writes = disk.writes();
        assertThat(SomeTasks.claim(store, 1, 1)).hasSize(1);
        assertThat(disk.syncs()).isEqualTo(syncs);
        assertThat(disk.writes()).isEqualTo(writes + 1);
    }
}
