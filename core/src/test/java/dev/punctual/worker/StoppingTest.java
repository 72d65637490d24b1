package dev.punctual.worker;

import static dev.punctual.worker.Bench.step;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.punctual.RetryPolicy;
import dev.punctual.RunHistory;
import dev.punctual.StoreException;
import dev.punctual.StoreSettings;
import dev.punctual.TaskClient;
import dev.punctual.TaskId;
import dev.punctual.TaskRecord;
import dev.punctual.TaskState;
import dev.punctual.TaskStore;
import dev.punctual.TimeSource;
import dev.punctual.memory.MemoryTaskStore;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How a worker stops. Handlers have real threads; time is real only where a worker is started. */
class StoppingTest {

    /** A thread for each: the common pool has only one on a small machine. */
    private static final Executor BACKGROUND = run -> new Thread(run).start();

    private static final Duration GRACE = Duration.ofSeconds(10);

    private final Bench bench = new Bench();
    private final RunThreads threads = new RunThreads("stop", 4, 4, null);
    private final CountDownLatch release = new CountDownLatch(1);
    private final CountDownLatch started = new CountDownLatch(1);
    private final List<String> interrupted = new CopyOnWriteArrayList<>();

    @AfterEach
    void letGo() {
        release.countDown();
        threads.shutdown();
    }

    private TaskWorker.Builder waiting(boolean deaf) {
        return bench.worker((payload, context) -> {
                    started.countDown();
                    while (release.getCount() > 0) {
                        try {
                            release.await();
                        } catch (InterruptedException e) {
                            interrupted.add(payload);
                            if (!deaf) {
                                throw e;
                            }
                        }
                    }
                })
                .slots(2)
                .grace(GRACE)
                .runBy(threads);
    }

    private static Duration stop(TaskWorker worker) {
        return worker.engine().stopLoop().attempt();
    }

    private void startOne(TaskWorker worker) {
        step(worker, "poll");
        Bench.soon().until(() -> started.getCount() == 0);
    }

    @Test
    void stop_claimsNoMore_andGivesBackWhatHasNotStarted() {
        bench.scheduleDue(3);
        TaskWorker worker = bench.worker().slots(2).runBy(bench.later()).build();
        step(worker, "poll");

        stop(worker);
        assertThat(step(worker, "poll")).isEqualTo(Role.UNTIL_WOKEN);
        step(worker, "settle");
        bench.runNext();

        assertThat(bench.store.claims).hasSize(1);
        assertThat(bench.ran).isEmpty();
        assertThat(bench.find("t0").state()).isEqualTo(TaskState.SCHEDULED);
        assertThat(bench.find("t0").attempt()).isEqualTo(1);
        assertThat(bench.find("t0").ghost()).isFalse();
    }

    @Test
    void runThatEndsWithinTheGraceTime_counts_andEndsTheWait() {
        bench.scheduleDue(1);
        TaskWorker worker = waiting(false).build();
        startOne(worker);
        stop(worker);
        assertThat(stop(worker)).isEqualTo(GRACE);
        assertThat(worker.engine().stopLoop().woken()).isFalse();

        release.countDown();
        Bench.soon().until(() -> worker.engine().stopLoop().woken());
        stop(worker);
        stop(worker);
        step(worker, "settle");

        assertThat(interrupted).isEmpty();
        assertThat(bench.find("t0").state()).isEqualTo(TaskState.SUCCEEDED);
    }

    @Test
    void A10_interruptedHandlerThatReturns_isGivenBackUncharged_evenOnItsOnlyAttempt() {
        bench.insert(bench.task("t0", Duration.ZERO, RetryPolicy.DEFAULT.withMaxAttempts(1)));
        TaskWorker worker = waiting(false).build();
        startOne(worker);

        stop(worker);
        bench.time.advance(GRACE);
        stop(worker);
        Bench.soon().until(() -> worker.status().running() == 0);
        stop(worker);
        step(worker, "settle");

        TaskRecord task = bench.find("t0");
        assertThat(interrupted).containsExactly("t0");
        assertThat(task.state()).isEqualTo(TaskState.SCHEDULED);
        assertThat(task.attempt()).isEqualTo(1);
        assertThat(task.ghost()).isFalse();
        assertThat(task.runs()).extracting(RunHistory.Run::outcome).containsExactly(RunHistory.Outcome.RELEASED);
    }

    @Test
    void A10_handlerThatIgnoresTheInterrupt_isGivenBackAfterASecond_asUnreturned() {
        bench.insert(bench.task("t0", Duration.ZERO, RetryPolicy.DEFAULT.withMaxAttempts(1)));
        TaskWorker worker = waiting(true).build();
        startOne(worker);

        stop(worker);
        bench.time.advance(GRACE);
        stop(worker);
        assertThat(stop(worker)).isEqualTo(Stopper.INTERRUPT_WAIT);
        bench.time.advance(Stopper.INTERRUPT_WAIT);
        stop(worker);
        step(worker, "settle");

        TaskRecord task = bench.find("t0");
        assertThat(task.state()).isEqualTo(TaskState.SCHEDULED);
        assertThat(task.attempt()).isEqualTo(1);
        assertThat(task.ghost()).isTrue();
    }

    @Test
    void leases_areRenewedWhileTheStopWaits() {
        bench.scheduleDue(1);
        TaskWorker worker = waiting(false).build();
        startOne(worker);
        stop(worker);

        bench.pass(GRACE.minusSeconds(1), worker, bench.worker().build());

        assertThat(bench.find("t0").state()).isEqualTo(TaskState.RUNNING);
        assertThat(bench.find("t0").losses()).isZero();
    }

    @Test
    void claimWithoutAnswer_isRepeatedAndItsTasksGivenBack() {
        bench.scheduleDue(1);
        TaskWorker worker = bench.worker().build();
        bench.store.onClaim = TroubledStore.losingAnswers();
        step(worker, "poll");
        bench.store.onClaim = TroubledStore.fine();
        stop(worker);
        assertThat(stop(worker)).as("it waits for that answer").isPositive();

        step(worker, "poll");
        step(worker, "settle");

        assertThat(bench.ran).isEmpty();
        assertThat(bench.find("t0").state()).isEqualTo(TaskState.SCHEDULED);
        assertThat(bench.find("t0").attempt()).isEqualTo(1);
    }

    @Test
    void claimHandedOverWhileTheStopBegins_isGivenBackIfItNeverStarts() {
        bench.scheduleDue(2);
        List<TaskWorker> self = new CopyOnWriteArrayList<>();
        TaskWorker worker = bench.worker()
                .grace(Duration.ZERO)
                .runBy(run -> {
                    bench.waiting.add(run);
                    if (bench.waiting.size() == 1) {
                        stop(self.get(0));
                    }
                })
                .build();
        self.add(worker);
        step(worker, "poll");

        stop(worker);
        bench.time.advance(Stopper.INTERRUPT_WAIT);
        stop(worker);
        step(worker, "settle");

        assertThat(bench.waiting).hasSize(2);
        assertThat(bench.find("t0").state()).isEqualTo(TaskState.SCHEDULED);
        assertThat(bench.find("t1").state()).isEqualTo(TaskState.SCHEDULED);
    }

    @Test
    void lastReports_areWaitedFor_butNotForever() {
        bench.scheduleDue(1);
        TaskWorker worker = bench.worker().build();
        bench.store.onSettle = TroubledStore.down(StoreException.Kind.UNAVAILABLE);
        bench.pass(Duration.ZERO, worker);
        while (stop(worker).isZero()) {
            assertThat(worker.status().queuedReports()).isEqualTo(1);
        }

        assertThat(stop(worker)).isEqualTo(Stopper.FLUSH_WAIT);
        bench.time.advance(Stopper.FLUSH_WAIT);
        stop(worker);
        assertThat(stop(worker)).isEqualTo(Role.UNTIL_WOKEN);
    }

    @Test
    void close_returnsWhenRunningHandlersHaveEnded_andTheirReportsAreRecorded() {
        try (TaskStore store = MemoryTaskStore.open(StoreSettings.DEFAULT)) {
            TaskClient client = TaskClient.of(store);
            TaskWorker worker = TaskWorker.builder(store)
                    .handler(Bench.ORDER, (payload, context) -> {
                        started.countDown();
                        assertThat(release.await(20, TimeUnit.SECONDS)).isTrue();
                    })
                    .build()
                    .start();
            client.schedule(Bench.ORDER.now("x").id("a"));
            Bench.soon().until(() -> started.getCount() == 0);

            CompletableFuture<Void> closing = CompletableFuture.runAsync(worker::close, BACKGROUND);
            Bench.soon().until(() -> !worker.status().healthy());
            release.countDown();
            closing.join();

            assertThat(store.queries().find(TaskId.of("a")).orElseThrow().state())
                    .isEqualTo(TaskState.SUCCEEDED);
            assertThat(liveThreads(worker)).isEmpty();
            worker.close();
            assertThatThrownBy(worker::start)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("is closed");
        }
    }

    private static List<String> liveThreads(TaskWorker worker) {
        String prefix = worker.status().name() + "-";
        return Thread.getAllStackTraces().keySet().stream()
                .filter(Thread::isAlive)
                .map(Thread::getName)
                .filter(name -> name.startsWith(prefix) && !name.contains("-run-"))
                .toList();
    }

    @Test
    void close_fromInsideAHandler_doesNotWaitForItself() {
        try (TaskStore store = MemoryTaskStore.open(StoreSettings.DEFAULT)) {
            TaskClient client = TaskClient.of(store);
            CompletableFuture<TaskWorker> self = new CompletableFuture<>();
            TaskWorker worker = TaskWorker.builder(store)
                    .handler(Bench.ORDER, (payload, context) -> self.join().close())
                    .build()
                    .start();
            self.complete(worker);
            client.schedule(Bench.ORDER.now("x").id("a"));
            Bench.soon().until(() -> !worker.status().healthy());

            worker.close();

            assertThat(store.queries().find(TaskId.of("a")).orElseThrow().state())
                    .isEqualTo(TaskState.SUCCEEDED);
        }
    }

    @Test
    void close_survivesASourceOfHintsThatDoesNot() {
        TaskWorker worker = bench.worker()
                .time(TimeSource.system())
                .wakeups(listener -> () -> {
                    throw new IllegalStateException("cannot unsubscribe");
                })
                .build()
                .start();

        worker.close();

        assertThat(worker.status().healthy()).isFalse();
    }

    @Test
    void close_endsACallToRunDueAfterItsPresentRun_andWaitsForIt() {
        bench.scheduleDue(3);
        TaskWorker worker = waiting(false).build();
        CompletableFuture<Integer> calling = CompletableFuture.supplyAsync(() -> worker.runDue(3), BACKGROUND);
        Bench.soon().until(() -> started.getCount() == 0);

        CompletableFuture<Void> closing = CompletableFuture.runAsync(worker::close, BACKGROUND);
        Bench.soon().until(() -> worker.engine().closing());
        assertThat(closing).isNotDone();
        release.countDown();
        closing.join();

        assertThat(bench.find("t0").state()).isEqualTo(TaskState.SUCCEEDED);
        assertThat(bench.find("t1").state()).isEqualTo(TaskState.SCHEDULED);
        assertThat(calling.join()).isEqualTo(1);
    }

    @Test
    void close_ofAWorkerThatNeverStarted_isQuick_andTwiceIsFine() {
        TaskWorker worker = bench.worker().build();

        worker.close();
        worker.close();

        assertThatThrownBy(() -> worker.runDue(1)).isInstanceOf(IllegalStateException.class);
    }
}
