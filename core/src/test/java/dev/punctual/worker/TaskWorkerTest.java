package dev.punctual.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.punctual.CancelResult;
import dev.punctual.PayloadCodec;
import dev.punctual.ScheduleResult;
import dev.punctual.StoreException;
import dev.punctual.StoreSettings;
import dev.punctual.TaskClient;
import dev.punctual.TaskId;
import dev.punctual.TaskRequest;
import dev.punctual.TaskState;
import dev.punctual.TaskStore;
import dev.punctual.TaskType;
import dev.punctual.WorkerInfo;
import dev.punctual.WorkerStatus;
import dev.punctual.memory.MemoryTaskStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The worker as its users see it. */
class TaskWorkerTest {

    private final Bench bench = new Bench();

    @Test
    void workerWithoutHandlerOrSink_isRefused() {
        assertThatThrownBy(bench.bare()::build)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("at least one handler or sink");
    }

    @Test
    void nameOrAliasBoundTwice_isRefused() {
        TaskType<String> alias = TaskType.of("order.void", PayloadCodec.text()).aliases(Bench.TYPE);

        assertThatThrownBy(() -> bench.worker().handler(Bench.ORDER, (payload, context) -> {}))
                .hasMessageContaining("\"order.cancel\" has two handlers");
        assertThatThrownBy(() -> bench.worker().handler(alias, (payload, context) -> {}))
                .hasMessageContaining("\"order.cancel\" has two handlers");
        assertThatThrownBy(() ->
                        bench.worker().sink("webhook", (task, context) -> {}).sink("webhook", (task, context) -> {}))
                .hasMessageContaining("\"webhook\" has two handlers");
        assertThatThrownBy(() -> bench.worker().sink("", (task, context) -> {})).hasMessageContaining("empty");
    }

    @ParameterizedTest
    @MethodSource("badValues")
    void valueOutOfBounds_isRefusedByNameWithAnExample(String field, UnaryOperator<TaskWorker.Builder> change) {
        assertThatThrownBy(() -> change.apply(bench.worker()).build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(field)
                .hasMessageContaining("for example");
    }

    private static Stream<Arguments> badValues() {
        return Stream.of(
                bad("slots", worker -> worker.slots(0)),
                bad("slots", worker -> worker.slots(100_001)),
                bad("lease", worker -> worker.lease(Duration.ofMillis(1_999))),
                bad("lease", worker -> worker.lease(Duration.ofHours(2))),
                bad("floorPoll", worker -> worker.floorPoll(Duration.ZERO)),
                bad("floorPoll", worker -> worker.floorPoll(Duration.ofMinutes(2))),
                bad("grace", worker -> worker.grace(Duration.ofMillis(-1))),
                bad("timeLimit", worker -> worker.timeLimit(Duration.ZERO)),
                bad("name", worker -> worker.name("")));
    }

    private static Arguments bad(String field, UnaryOperator<TaskWorker.Builder> change) {
        return Arguments.of(field, change);
    }

    @Test
    void runDue_runsWhatIsDue_onTheCallersThread_upToTheLimit() {
        bench.scheduleDue(5);
        bench.schedule("later", Duration.ofMinutes(1));
        List<Thread> threads = new ArrayList<>();
        TaskWorker worker = bench.worker((payload, context) -> threads.add(Thread.currentThread()))
                .build();

        assertThat(worker.runDue(3)).isEqualTo(3);
        assertThat(worker.runDue(100)).isEqualTo(2);
        assertThat(worker.runDue(100)).isZero();

        assertThat(threads).containsOnly(Thread.currentThread());
        assertThat(bench.find("t4").state()).isEqualTo(TaskState.SUCCEEDED);
        assertThat(bench.find("later").state()).isEqualTo(TaskState.SCHEDULED);
    }

    @Test
    void runDue_holdsNothingItDoesNotRun() {
        bench.scheduleDue(3);
        List<TaskState> others = new ArrayList<>();
        TaskWorker worker = bench.worker((payload, context) -> {
                    bench.time.advance(Duration.ofSeconds(30));
                    others.add(bench.find("t2").state());
                })
                .build();

        assertThat(worker.runDue(2)).isEqualTo(2);

        assertThat(others).containsExactly(TaskState.SCHEDULED, TaskState.SCHEDULED);
        assertThat(bench.find("t0").state()).isEqualTo(TaskState.SUCCEEDED);
        assertThat(bench.find("t1").state()).isEqualTo(TaskState.SUCCEEDED);
    }

    @Test
    void runDue_afterTrouble_goesOnWhereItWas() {
        bench.scheduleDue(2);
        TaskWorker worker = bench.worker().build();
        bench.store.onClaim = TroubledStore.losingAnswers();
        assertThatThrownBy(() -> worker.runDue(10)).isInstanceOf(StoreException.class);
        bench.store.onClaim = TroubledStore.fine();
        bench.store.onSettle = TroubledStore.down(StoreException.Kind.UNAVAILABLE);
        assertThatThrownBy(() -> worker.runDue(10)).isInstanceOf(StoreException.class);
        bench.store.onSettle = TroubledStore.fine();

        assertThat(worker.runDue(10)).isEqualTo(1);

        assertThat(bench.ran).containsExactly("t0", "t1");
        assertThat(bench.find("t0").state()).isEqualTo(TaskState.SUCCEEDED);
        assertThat(worker.status().running()).isZero();
    }

    @Test
    void runDue_leavesTheCallersInterruptToTheCaller() {
        bench.scheduleDue(1);
        TaskWorker worker = bench.worker((payload, context) -> {
                    throw new InterruptedException();
                })
                .build();

        worker.runDue(1);

        assertThat(Thread.interrupted()).isTrue();
        assertThat(bench.find("t0").failures()).isEqualTo(1);
    }

    @Test
    void runDue_needsASensibleLimit() {
        assertThatThrownBy(() -> bench.worker().build().runDue(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("limit must be at least 1");
    }

    @Test
    void recover_prunesToo() {
        bench.insert(bench.task("old", Duration.ZERO).expireAfter(Duration.ofMillis(1)));
        bench.time.advance(Duration.ofSeconds(1));

        assertThat(bench.worker().build().recover()).isZero();

        assertThat(bench.find("old").state()).isEqualTo(TaskState.EXPIRED);
    }

    @Test
    void beat_saysWhatTheWorkerTakes() {
        TaskWorker worker = bench.worker().name("orders-1").slots(7).build();

        assertThat(Bench.step(worker, "beat")).isEqualTo(Duration.ofSeconds(5));

        WorkerInfo info = bench.store.beats.get(0);
        assertThat(info.name()).isEqualTo("orders-1");
        assertThat(info.slots()).isEqualTo(7);
        assertThat(info.running()).isZero();
        assertThat(info.wanted().types().matches(Bench.TYPE)).isTrue();
        assertThat(info.wanted().types().matches("other")).isFalse();
    }

    @Test
    void pruner_goesOnAtOnce_whileThereIsMore() {
        for (int i = 0; i < 1_001; i++) {
            bench.insert(bench.task("t" + i, Duration.ZERO).expireAfter(Duration.ofMillis(1)));
        }
        bench.time.advance(Duration.ofSeconds(1));
        TaskWorker worker = bench.worker().build();

        assertThat(Bench.step(worker, "prune")).isZero();
        assertThat(Bench.step(worker, "prune")).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void status_showsTroubleWithTheStore_andItsEnd() {
        try (TaskWorker worker =
                bench.worker().time(dev.punctual.TimeSource.system()).build().start()) {
            Bench.soon().until(() -> worker.status().healthy());
            bench.store.onClaim = TroubledStore.down(StoreException.Kind.UNAVAILABLE);
            Bench.soon().until(() -> !worker.status().healthy());
            assertThat(worker.status().lastError()).endsWith("memory: trouble");

            bench.store.onClaim = TroubledStore.fine();
            Bench.soon().until(() -> worker.status().healthy());
        }
    }

    @Test
    void status_ofAWorkerThatIsNotStarted_isNotHealthy() {
        WorkerStatus status = bench.worker().name("w").slots(3).build().status();

        assertThat(status).isEqualTo(new WorkerStatus("w", false, 3, 0, 0, 0, Duration.ZERO, ""));
    }

    @Test
    void startedWorker_runsManyTasksOnce_onTime() {
        try (TaskStore store = MemoryTaskStore.open(StoreSettings.DEFAULT)) {
            TaskClient client = TaskClient.of(store);
            Set<String> ran = ConcurrentHashMap.newKeySet();
            List<String> early = new ArrayList<>();
            try (TaskWorker one = fast(store, ran, early).start();
                    TaskWorker two = fast(store, ran, early).start()) {
                List<TaskRequest<String>> requests = new ArrayList<>();
                for (int i = 0; i < 2_000; i++) {
                    requests.add(Bench.ORDER.in(Duration.ofMillis(i % 200), "x").id("t" + i));
                }
                assertThat(client.scheduleAll(requests)).allMatch(ScheduleResult::accepted);

                Bench.soon().until(() -> ran.size() == 2_000);
                assertThat(one.status().lastError() + two.status().lastError()).isEmpty();
            }
            assertThat(early).isEmpty();
            assertThat(store.queries().counts().get(0).byState()).containsEntry(TaskState.SUCCEEDED, 2_000L);
        }
    }

    private static TaskWorker fast(TaskStore store, Set<String> ran, List<String> wrong) {
        return TaskWorker.builder(store)
                .handler(Bench.ORDER, (payload, context) -> {
                    if (!ran.add(context.id().value()) || Instant.now().isBefore(context.dueAt())) {
                        synchronized (wrong) {
                            wrong.add(context.id().value());
                        }
                    }
                })
                .build();
    }

    @Test
    void A07_cancelAtTheMomentOfTheStart_eitherCancelsOrRuns_neverBoth() {
        int count = 2_000;
        try (TaskStore store = MemoryTaskStore.open(StoreSettings.DEFAULT)) {
            TaskClient client = TaskClient.of(store);
            Set<String> ran = ConcurrentHashMap.newKeySet();
            Set<String> cancelled = ConcurrentHashMap.newKeySet();
            try (TaskWorker worker = TaskWorker.builder(store)
                    .handler(
                            Bench.ORDER,
                            (payload, context) -> ran.add(context.id().value()))
                    .build()
                    .start()) {
                for (int i = 0; i < count; i++) {
                    client.schedule(
                            Bench.ORDER.in(Duration.ofMillis(i % 3), "x").id("t" + i));
                    if (i >= 20) {
                        String victim = "t" + (i - 20);
                        if (client.cancel(TaskId.of(victim)) == CancelResult.CANCELLED) {
                            cancelled.add(victim);
                        }
                    }
                }
                Bench.soon().until(() -> ran.size() + cancelled.size() == count);
                assertThat(worker.status().lastError()).isEmpty();
            }
            assertThat(ran).doesNotContainAnyElementsOf(cancelled);
            assertThat(client.schedule(Bench.ORDER.now("x").id("t0").ifExists(dev.punctual.IfExists.RESTART))
                            .outcome())
                    .isEqualTo(ScheduleResult.Outcome.CREATED);
        }
    }
}
