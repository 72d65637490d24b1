package dev.punctual.worker;

import static dev.punctual.worker.Bench.step;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.punctual.BufferedTransaction;
import dev.punctual.CallerTransaction;
import dev.punctual.LeaseLostException;
import dev.punctual.NotRetryableException;
import dev.punctual.RunHistory;
import dev.punctual.StoreException;
import dev.punctual.TaskContext;
import dev.punctual.TaskEvent.Kind;
import dev.punctual.TaskHandler;
import dev.punctual.TaskId;
import dev.punctual.TaskRecord;
import dev.punctual.TaskState;
import dev.punctual.UnsupportedByStoreException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Runs that a transaction of their handler completes. */
class CompletingTest {

    private final Bench bench = new Bench();
    private final BufferedTransaction transaction = new BufferedTransaction();
    private final RunThreads threads = new RunThreads("completing", 4, 4, null);

    @BeforeEach
    void scheduleOne() {
        bench.scheduleDue(1);
    }

    @AfterEach
    void letGo() {
        threads.shutdown();
    }

    private TaskRecord task() {
        return bench.find("t0");
    }

    private TaskWorker run(TaskHandler<String> handler) {
        TaskWorker worker = bench.worker(handler).build();
        step(worker, "poll");
        step(worker, "settle");
        return worker;
    }

    private void complete(TaskContext context) {
        context.completeIn(transaction);
        transaction.commit();
    }

    @Test
    void committed_isDone_withoutAnyFurtherReport() {
        TaskWorker worker = run((payload, context) -> {
            bench.time.advance(Duration.ofMillis(7));
            complete(context);
        });

        assertThat(task().state()).isEqualTo(TaskState.SUCCEEDED);
        assertThat(task().runs())
                .singleElement()
                .satisfies(run -> assertThat(run.outcome()).isEqualTo(RunHistory.Outcome.COMPLETED))
                .satisfies(
                        run -> assertThat(run.endMillis() - run.startMillis()).isEqualTo(7));
        assertThat(bench.eventKinds()).containsExactly(Kind.STARTED, Kind.COMPLETED);
        // The one call is that of the commit.
        assertThat(bench.store.settles).hasSize(1);
        assertThat(worker.status().running()).isZero();
        assertThat(worker.status().queuedReports()).isZero();
        step(worker, "renew");
        assertThat(bench.store.renews).isEmpty();
    }

    @Test
    void rolledBack_isAFailureLikeAnyOther() {
        TaskWorker worker = run((payload, context) -> {
            context.completeIn(transaction);
            transaction.rollback();
        });

        assertThat(task().state()).isEqualTo(TaskState.SCHEDULED);
        assertThat(task().failures()).isEqualTo(1);
        assertThat(task().lastError()).isEqualTo("the transaction that was to complete the task did not commit");
        assertThat(bench.eventKinds()).containsExactly(Kind.STARTED, Kind.RETRIED);
        assertThat(worker.status().running()).isZero();
    }

    @Test
    void rolledBack_isNotTakenForTheReportOfAnEarlierRun() {
        run((payload, context) -> {
            throw new IllegalStateException("first");
        });
        bench.time.advance(Duration.ofMinutes(1));
        run((payload, context) -> {
            context.completeIn(transaction);
            transaction.rollback();
        });
        assertThat(task().failures()).isEqualTo(2);
    }

    @Test
    void rolledBackWithAnException_isTheFailureThatTheExceptionSays() {
        run((payload, context) -> {
            context.completeIn(transaction);
            throw new NotRetryableException("no such order");
        });

        assertThat(task().state()).isEqualTo(TaskState.DEAD);
        assertThat(task().lastError()).contains("no such order");
        assertThat(bench.eventKinds()).containsExactly(Kind.STARTED, Kind.BURIED);
    }

    @Test
    void exceptionAfterTheCommit_changesNothing() {
        run((payload, context) -> {
            complete(context);
            throw new IllegalStateException("late");
        });

        assertThat(task().state()).isEqualTo(TaskState.SUCCEEDED);
        assertThat(bench.eventKinds()).containsExactly(Kind.STARTED, Kind.COMPLETED);
        assertThat(bench.store.settles).hasSize(1);
    }

    @Test
    void lostClaim_isToldWithinTheTransaction_andNothingIsReported() {
        AtomicReference<Boolean> interrupted = new AtomicReference<>();
        run((payload, context) -> {
            bench.time.advance(Duration.ofSeconds(3));
            assertThat(bench.worker().build().recover()).isEqualTo(1);
            assertThatThrownBy(() -> context.completeIn(transaction))
                    .isInstanceOf(LeaseLostException.class)
                    .hasMessageContainingAll("t0", "must be rolled back");
            interrupted.set(Thread.currentThread().isInterrupted());
            assertThat(context.leaseLost()).isTrue();
            transaction.rollback();
        });

        assertThat(interrupted).as("it has a transaction to roll back").hasValue(false);
        assertThat(task().state()).isEqualTo(TaskState.SCHEDULED);
        assertThat(task().losses()).isEqualTo(1);
        assertThat(task().failures()).isZero();
        assertThat(bench.eventKinds()).containsExactly(Kind.STARTED, Kind.RECLAIMED, Kind.LEASE_LOST);
        assertThat(bench.store.settles).isEmpty();
    }

    @Test
    void claimKnownToBeLost_isNotEvenAsked() {
        run((payload, context) -> {
            bench.time.advance(Duration.ofSeconds(3));
            assertThat(bench.worker().build().recover()).isEqualTo(1);
            assertThat(context.renew()).isFalse();
            assertThat(Thread.interrupted()).isTrue();
            assertThatThrownBy(() -> context.completeIn(transaction)).isInstanceOf(LeaseLostException.class);
        });
        assertThat(transaction.calls()).isEmpty();
    }

    @Test
    void claimLostWhileTheTransactionIsOpen_isNotReported() {
        run((payload, context) -> {
            context.completeIn(transaction);
            bench.time.advance(Duration.ofSeconds(3));
            assertThat(bench.worker().build().recover()).isEqualTo(1);
            transaction.commit();
        });

        assertThat(task().state()).isEqualTo(TaskState.SCHEDULED);
        assertThat(bench.eventKinds()).containsExactly(Kind.STARTED, Kind.RECLAIMED, Kind.LEASE_LOST);
    }

    @Test
    void secondTime_isRefused_andTheFirstCounts() {
        run((payload, context) -> {
            context.completeIn(transaction);
            assertThatThrownBy(() -> context.completeIn(new BufferedTransaction()))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContainingAll("t0", "completeIn was called in this run before");
            transaction.commit();
        });
        assertThat(task().state()).isEqualTo(TaskState.SUCCEEDED);
    }

    @Test
    void storeWithoutTheAbility_saysSo_andTheRunGoesOnAsEver() {
        run((payload, context) -> assertThatThrownBy(() -> context.completeIn(new CallerTransaction() {}))
                .isInstanceOf(UnsupportedByStoreException.class)
                .hasMessageContaining("transactional insert"));
        assertThat(task().state()).isEqualTo(TaskState.SUCCEEDED);
        assertThat(bench.store.settles).hasSize(1);
    }

    @Test
    void storeThatFailsInside_leavesTheRunToItsHandler() {
        transaction.fail(Bench.trouble(StoreException.Kind.UNAVAILABLE));
        run((payload, context) -> context.completeIn(transaction));
        assertThat(task().failures()).isEqualTo(1);
        assertThat(task().lastError()).contains("trouble");
    }

    @Test
    void lease_isNotRenewedWhileTheTransactionIsOpen() {
        bench.schedule("t1", Duration.ZERO);
        List<TaskWorker> self = new ArrayList<>();
        TaskWorker worker = bench.worker((payload, context) -> {
                    if (payload.equals("t0")) {
                        context.completeIn(transaction);
                        step(self.get(0), "renew");
                        assertThat(context.renew()).isTrue();
                        transaction.commit();
                    }
                })
                .slots(2)
                .build();
        self.add(worker);
        step(worker, "poll");

        assertThat(bench.store.renews)
                .allSatisfy(refs -> assertThat(refs).noneMatch(ref -> ref.id().equals(TaskId.of("t0"))));
        assertThat(task().state()).isEqualTo(TaskState.SUCCEEDED);
    }

    @Test
    void renewalUnderWay_isWaitedForBeforeTheRecordIsLocked() throws Exception {
        CountDownLatch renewing = new CountDownLatch(1);
        CountDownLatch renewed = new CountDownLatch(1);
        List<Thread> handler = new CopyOnWriteArrayList<>();
        bench.store.onRenew = (refs, onward) -> {
            renewing.countDown();
            awaitUninterrupted(renewed);
            return onward.apply(refs);
        };
        TaskWorker worker = bench.worker((payload, context) -> {
                    handler.add(Thread.currentThread());
                    renewing.await();
                    complete(context);
                })
                .lease(Duration.ofHours(1))
                .runBy(threads)
                .build();
        step(worker, "poll");
        Bench.soon().until(() -> !handler.isEmpty());
        Thread renewal = new Thread(() -> step(worker, "renew"));
        renewal.start();
        Bench.soon().until(() -> renewing.getCount() == 0 && handler.get(0).getState() == Thread.State.TIMED_WAITING);
        assertThat(transaction.calls()).isEmpty();

        renewed.countDown();
        renewal.join();

        Bench.soon().until(() -> task().state() == TaskState.SUCCEEDED);
    }

    /** It may hang because the handler's transaction has locked another record before. */
    @Test
    void renewalThatHangs_isNotWaitedForLong() throws Exception {
        CountDownLatch renewing = new CountDownLatch(1);
        CountDownLatch renewed = new CountDownLatch(1);
        bench.store.onRenew = (refs, onward) -> {
            renewing.countDown();
            awaitUninterrupted(renewed);
            return onward.apply(refs);
        };
        List<Thread> handler = new CopyOnWriteArrayList<>();
        TaskWorker worker = bench.worker((payload, context) -> {
                    handler.add(Thread.currentThread());
                    renewing.await();
                    complete(context);
                })
                .runBy(threads)
                .build();
        step(worker, "poll");
        Bench.soon().until(() -> !handler.isEmpty());
        Thread renewal = new Thread(() -> step(worker, "renew"));
        renewal.start();

        Bench.soon().until(() -> task().state() == TaskState.SUCCEEDED);
        assertThat(renewal.isAlive()).isTrue();
        renewed.countDown();
        renewal.join();
    }

    @Test
    void readThatFails_isRepeatedLikeAReport() {
        AtomicInteger failures = new AtomicInteger();
        bench.store.beforeQueries = () -> {
            if (failures.getAndDecrement() > 0) {
                throw Bench.trouble(StoreException.Kind.UNAVAILABLE);
            }
        };
        TaskWorker worker = bench.worker((payload, context) -> {
                    context.completeIn(transaction);
                    failures.set(2);
                })
                .build();
        step(worker, "poll");
        assertThat(worker.status().queuedReports()).isEqualTo(1);
        assertThat(worker.status().running()).as("the slot is free").isZero();
        assertThat(bench.eventKinds()).containsExactly(Kind.STARTED);

        step(worker, "settle");
        assertThat(worker.status().queuedReports()).isEqualTo(1);
        step(worker, "settle");
        step(worker, "settle");

        assertThat(task().failures()).isEqualTo(1);
        assertThat(bench.eventKinds()).containsExactly(Kind.STARTED, Kind.RETRIED);
        assertThat(worker.status().queuedReports()).isZero();
    }

    @Test
    void readThatNeverWorks_isGivenUp_andHoldsUpNoReport() {
        bench.schedule("t1", Duration.ZERO);
        TaskWorker worker = bench.worker((payload, context) -> {
                    if (payload.equals("t0")) {
                        context.completeIn(transaction);
                        bench.store.beforeQueries = () -> {
                            throw new IllegalArgumentException("a bug");
                        };
                    }
                })
                .slots(2)
                .build();
        step(worker, "poll");
        step(worker, "settle");
        assertThat(bench.find("t1").state()).isEqualTo(TaskState.SUCCEEDED);
        for (int i = 0; i < Settler.REPEATS_MAX; i++) {
            assertThat(worker.status().queuedReports()).isEqualTo(1);
            step(worker, "settle");
        }
        assertThat(worker.status().queuedReports()).isZero();
        assertThat(task().state()).isEqualTo(TaskState.RUNNING);
    }

    @Test
    void runDue_readsBackBeforeItReturns() {
        bench.schedule("t1", Duration.ZERO);
        TaskWorker worker = bench.worker((payload, context) -> {
                    context.completeIn(transaction);
                    if (payload.equals("t0")) {
                        transaction.commit();
                    } else {
                        transaction.rollback();
                    }
                })
                .build();

        assertThat(worker.runDue(10)).isEqualTo(2);

        assertThat(task().state()).isEqualTo(TaskState.SUCCEEDED);
        assertThat(bench.find("t1").failures()).isEqualTo(1);
        assertThat(bench.eventKinds()).containsExactly(Kind.STARTED, Kind.COMPLETED, Kind.STARTED, Kind.RETRIED);
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
