package dev.punctual.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.Report;
import dev.punctual.StoreSettings;
import dev.punctual.TaskId;
import dev.punctual.TaskQueries.Filter;
import dev.punctual.TaskQueries.Page;
import dev.punctual.TaskRecord;
import dev.punctual.TaskState;
import dev.punctual.TaskStore;
import dev.punctual.testing.ManualTime;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Scans begin where the first living key was found; that place must never hide one. */
class ScanTest {

    @TempDir
    private Path folder;

    private final ManualTime time = new ManualTime();
    private TaskStore store;

    @BeforeEach
    void setUp() {
        store = RocksTaskStore.open(folder, StoreSettings.DEFAULT.withTime(time));
    }

    @AfterEach
    void tearDown() {
        store.close();
    }

    private void complete(String... ids) {
        for (String id : ids) {
            SomeTasks.schedule(store, SomeTasks.due(id));
            time.advance(Duration.ofSeconds(1));
            TaskRecord run = SomeTasks.claim(store, time.nanoTime(), 1).get(0);
            store.settle(List.of(Report.complete(run.id(), run.token(), run.history())));
        }
    }

    private static List<String> ids(Page page) {
        return page.records().stream().map(record -> record.id().value()).toList();
    }

    @Test
    void page_goesOnFromAPlaceBelowTheFirstLivingKey() {
        complete("a", "b", "c");
        Page first = store.queries().page(Filter.of(TaskState.SUCCEEDED), 2, null);
        assertThat(ids(first)).containsExactly("c", "b");
        store.queries().discard(List.of(TaskId.of("a"), TaskId.of("b")));
        store.queries().prune(100);
        assertThat(ids(store.queries().page(Filter.of(TaskState.SUCCEEDED), 2, first.next())))
                .isEmpty();
    }

    @Test
    void prune_findsWhatFinishedWhileNothingElseWasThere() {
        store.queries().prune(100);
        complete("a", "b");
        assertThat(store.queries().prune(100)).isZero();
        time.advance(Duration.ofHours(2));
        assertThat(store.queries().prune(100)).isEqualTo(2);
        complete("c");
        time.advance(Duration.ofHours(2));
        assertThat(store.queries().prune(100)).isEqualTo(1);
        assertThat(store.queries().counts()).isEmpty();
    }

    @Test
    void expiring_findsAnEarlierExpiryThanTheFirstOne() {
        store.insert(List.of(SomeTasks.later("late").expireAfter(Duration.ofHours(1))));
        store.queries().prune(100);
        store.insert(List.of(SomeTasks.due("early").expireAfter(Duration.ofMillis(1))));
        time.advance(Duration.ofMillis(5));
        assertThat(store.queries().prune(100)).isEqualTo(1);
        assertThat(SomeTasks.find(store, "early").state()).isEqualTo(TaskState.EXPIRED);
        assertThat(SomeTasks.find(store, "late").state()).isEqualTo(TaskState.SCHEDULED);
    }
}
