package dev.punctual.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.punctual.ClaimRequest;
import dev.punctual.Due;
import dev.punctual.NewTask;
import dev.punctual.StoreException;
import dev.punctual.StoreSettings;
import dev.punctual.TaskQueries;
import dev.punctual.TaskRecord;
import dev.punctual.TaskState;
import dev.punctual.TaskStore;
import dev.punctual.embedded.EngineAccess.Commit;
import dev.punctual.memory.MemoryTaskStore;
import dev.punctual.testing.ManualTime;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls that share a commit: each sees those before it, and none suffers from another. */
class GroupTest {

    private static final int OPERATIONS = 3_000;

    @TempDir
    private Path folder;

    private final ManualTime time = new ManualTime();
    private final StoreSettings settings = StoreSettings.DEFAULT.withTime(time);
    private final FailingDisk disk = new FailingDisk();
    private CommittedEngine engine;

    @BeforeEach
    void setUp() {
        engine = open();
    }

    private CommittedEngine open() {
        return new CommittedEngine(new RocksOpener(folder, settings.namespace()), settings, disk);
    }

    @AfterEach
    void tearDown() {
        engine.close();
    }

    private static Call<Integer> insert(String... ids) {
        List<NewTask> tasks = new ArrayList<>();
        for (String id : ids) {
            tasks.add(SomeTasks.due(id));
        }
        return new Call<>(Commit.SAFE, engine -> engine.insert(tasks).size());
    }

    private static Call<List<String>> claim(long number) {
        return new Call<>(
                Commit.QUICK,
                engine ->
                        engine
                                .claim(new ClaimRequest("worker", number, 100, Duration.ofSeconds(30), SomeTasks.ALL))
                                .claims()
                                .stream()
                                .map(run -> run.id().value())
                                .toList());
    }

    @Test
    void commit_ofManyCalls_isOneSyncedWrite() {
        List<Call<?>> group = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            group.add(insert("task-" + i));
        }
        group.add(claim(1));
        assertThat(engine.commit(group)).isEqualTo(51);
        assertThat(disk.writes()).isEqualTo(1);
        assertThat(disk.syncs()).isEqualTo(1);
    }

    @Test
    void call_seesThoseBeforeItInTheGroup() {
        engine.commit(List.of(insert("a", "c")));
        Call<List<String>> first = claim(1);
        Call<List<String>> second = claim(2);
        engine.commit(List.of(insert("b"), first, second, insert("d")));
        assertThat(first.answer()).containsExactly("a", "b", "c");
        assertThat(second.answer()).isEmpty();
        Call<List<String>> third = claim(3);
        engine.commit(List.of(third));
        assertThat(third.answer()).containsExactly("d");
    }

    @Test
    void call_thatBreaksOffHalfWay_leavesNoTraceAndTheOthersAreDone() {
        Call<Integer> broken = new Call<>(Commit.SAFE, engine -> {
            engine.insert(List.of(SomeTasks.due("half")));
            throw new IllegalStateException("broken");
        });
        Call<List<String>> claim = claim(1);
        engine.commit(List.of(insert("a"), broken, insert("b"), claim));
        assertThatThrownBy(broken::answer)
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.kind()).isEqualTo(StoreException.Kind.REFUSED))
                .hasMessageContaining("nothing was done");
        assertThat(claim.answer()).containsExactly("a", "b");
        engine.close();
        engine = open();
        Call<Boolean> find = new Call<>(
                Commit.NONE,
                engine -> engine.insert(List.of(SomeTasks.due("half"))).get(0).accepted());
        engine.commit(List.of(find));
        assertThat(find.answer()).isTrue();
    }

    @Test
    void call_thatIsRefused_failsAlone() {
        Call<Integer> refused = new Call<>(Commit.NONE, engine -> {
            engine.lapsed(1);
            throw new IllegalArgumentException("limit: must be 1 to 1000");
        });
        Call<Integer> other = insert("a");
        engine.commit(List.of(refused, other));
        assertThatThrownBy(refused::answer).isInstanceOf(IllegalArgumentException.class);
        assertThat(other.answer()).isEqualTo(1);
    }

    @Test
    void commit_takesNoMoreThanFitsInto() {
        byte[] large = new byte[60_000];
        List<Call<?>> group = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            NewTask task = SomeTasks.task("task-" + i, Due.now(), large);
            group.add(new Call<>(Commit.SAFE, engine -> engine.insert(List.of(task))));
        }
        int taken = engine.commit(group);
        assertThat(taken).isBetween(100, 150);
        assertThat(engine.commit(group.subList(taken, 200))).isEqualTo(200 - taken);
    }

    /** The same random operations on the store in memory, one by one, and here in groups, give the same answers. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void randomOperations_inGroups_answerAsTheMemoryStoreDoes(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        ManualTime memoryTime = new ManualTime();
        RandomOperations operations = new RandomOperations(random, memoryTime);
        List<Call<?>> group = new ArrayList<>();
        List<Object> expected = new ArrayList<>();
        try (TaskStore memory = MemoryTaskStore.open(StoreSettings.DEFAULT.withTime(memoryTime))) {
            for (int i = 0; i < OPERATIONS; i++) {
                RandomOperations.Operation operation = operations.next();
                // Odd milliseconds only, see there.
                Duration step = Duration.ofMillis(i == 0 ? 1 : 2 * (1 + random.nextInt(40)));
                memoryTime.advance(step);
                expected.add(operation.onStore().apply(memory));
                group.add(new Call<>(Commit.SAFE, taskEngine -> {
                    time.advance(step);
                    return operation.onEngine().apply(taskEngine);
                }));
                if (random.nextInt(8) == 0 || i == OPERATIONS - 1) {
                    assertThat(engine.commit(group)).isEqualTo(group.size());
                    assertThat(group.stream().map(Call::answer).toList())
                            .as("operations up to %d", i)
                            .isEqualTo(expected);
                    group.clear();
                    expected.clear();
                }
            }
            engine.close();
            assertSame(memory);
            engine = open();
        }
    }

    /** What is on disk is what the store in memory holds. */
    private void assertSame(TaskStore memory) {
        try (TaskStore store = RocksTaskStore.open(folder, settings)) {
            assertThat(store.queries().counts()).isEqualTo(memory.queries().counts());
            for (TaskState state : TaskState.values()) {
                TaskQueries.Filter filter = TaskQueries.Filter.of(state);
                assertThat(records(store, filter)).as("%s", state).isEqualTo(records(memory, filter));
            }
            assertThat(records(store, TaskQueries.Filter.ALL)).isEqualTo(records(memory, TaskQueries.Filter.ALL));
        }
    }

    /** Without the leases: those of ours have ended with the store. */
    private static List<TaskRecord> records(TaskStore store, TaskQueries.Filter filter) {
        return store.queries().page(filter, 1_000, null).records().stream()
                .map(record -> record.edit().lease(null).done())
                .sorted(Comparator.comparing(TaskRecord::id))
                .toList();
    }
}
