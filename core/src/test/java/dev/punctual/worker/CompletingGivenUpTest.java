package dev.punctual.worker;

import static dev.punctual.worker.Bench.step;
import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.BufferedTransaction;
import dev.punctual.LeaseLostException;
import dev.punctual.Report;
import dev.punctual.TaskEvent.Kind;
import dev.punctual.TaskRecord;
import dev.punctual.TaskState;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Runs that a transaction of their handler is to complete, and that are given up before it has come back. */
class CompletingGivenUpTest {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final Bench bench = new Bench();
    private final BufferedTransaction transaction = new BufferedTransaction();
    private final RunThreads threads = new RunThreads("completing", 4, 4, null);
    private final CountDownLatch inside = new CountDownLatch(1);
    private final CountDownLatch release = new CountDownLatch(1);

    @BeforeEach
    void scheduleOne() {
        bench.scheduleDue(1);
    }

    @AfterEach
    void letGo() {
        release.countDown();
        threads.shutdown();
    }

    private TaskRecord task() {
        return bench.find("t0");
    }

    @Test
    void runOverItsLimit_whoseTransactionCommitted_isDone() {
        TaskWorker worker = hanging(true);
        timeOut(worker);

        assertThat(task().state()).isEqualTo(TaskState.SUCCEEDED);
        assertThat(bench.eventKinds()).containsExactly(Kind.STARTED, Kind.COMPLETED);
        assertThat(worker.status().running()).isZero();
        assertThat(worker.status().stuck()).isEqualTo(1);
        assertThat(bench.store.settles).hasSize(1);
    }

    @Test
    void runOverItsLimit_whoseTransactionIsOpen_isLeftToItsLease() {
        TaskWorker worker = hanging(false);
        timeOut(worker);

        assertThat(bench.store.settles)
                .as("a report would wait behind the transaction")
                .isEmpty();
        assertThat(bench.eventKinds()).containsExactly(Kind.STARTED, Kind.TIMED_OUT);
        assertThat(task().state()).isEqualTo(TaskState.RUNNING);
        assertThat(worker.status().queuedReports()).isZero();
        step(worker, "renew");
        assertThat(bench.store.renews).isEmpty();
        assertThat(bench.worker().build().recover()).isEqualTo(1);
    }

    @Test
    void claimGivenUpBefore_cannotBeCompleted() {
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        TaskWorker worker = bench.worker((payload, context) -> {
                    inside.countDown();
                    awaitUninterrupted(release);
                    try {
                        context.completeIn(transaction);
                    } catch (LeaseLostException e) {
                        thrown.set(e);
                        throw e;
                    }
                })
                .timeLimit(LIMIT)
                .runBy(threads)
                .build();
        step(worker, "poll");
        Bench.soon().until(() -> inside.getCount() == 0);
        timeOut(worker);
        release.countDown();

        Bench.soon().until(() -> thrown.get() != null && worker.status().stuck() == 0);
        assertThat(transaction.calls()).isEmpty();
        assertThat(task().failures()).isEqualTo(1);
    }

    @Test
    void stop_thatInterruptsBeforeTheCommit_givesTheTaskBackUncharged() {
        TaskWorker worker = bench.worker((payload, context) -> {
                    context.completeIn(transaction);
                    inside.countDown();
                    release.await();
                })
                .grace(Duration.ZERO)
                .runBy(threads)
                .build();
        step(worker, "poll");
        Bench.soon().until(() -> inside.getCount() == 0);
        stop(worker);
        stop(worker);
        Bench.soon().until(() -> worker.status().running() == 0);
        step(worker, "settle");

        assertThat(task().state()).isEqualTo(TaskState.SCHEDULED);
        assertThat(task().attempt()).isEqualTo(1);
        assertThat(bench.store.settles)
                .singleElement()
                .satisfies(reports ->
                        assertThat(reports).extracting(Report::outcome).containsExactly(Report.Outcome.RELEASE));
    }

    @Test
    void stop_thatCannotWaitForTheHandler_readsBackAsWell() {
        TaskWorker worker = hanging(true);
        stop(worker);
        stop(worker);
        bench.time.advance(Stopper.INTERRUPT_WAIT);
        stop(worker);
        step(worker, "settle");

        assertThat(bench.eventKinds()).containsExactly(Kind.STARTED, Kind.COMPLETED);
        assertThat(task().state()).isEqualTo(TaskState.SUCCEEDED);
    }

    /** A worker whose only handler hangs in its transaction, whatever the interrupts. */
    private TaskWorker hanging(boolean commits) {
        TaskWorker worker = bench.worker((payload, context) -> {
                    context.completeIn(transaction);
                    if (commits) {
                        transaction.commit();
                    }
                    inside.countDown();
                    awaitUninterrupted(release);
                })
                .timeLimit(LIMIT)
                .grace(Duration.ZERO)
                .runBy(threads)
                .build();
        step(worker, "poll");
        Bench.soon().until(() -> inside.getCount() == 0);
        return worker;
    }

    private void timeOut(TaskWorker worker) {
        bench.time.advance(LIMIT);
        step(worker, "limit");
        step(worker, "settle");
    }

    private static void stop(TaskWorker worker) {
        worker.engine().stopLoop().attempt();
    }

    private static void awaitUninterrupted(CountDownLatch latch) {
        boolean waiting = true;
        while (waiting) {
            try {
                latch.await();
                waiting = false;
            } catch (InterruptedException e) {
                waiting = true;
            }
        }
    }
}
