package dev.punctual.worker;

import static dev.punctual.worker.Bench.step;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.punctual.CancelResult;
import dev.punctual.RenewResult;
import dev.punctual.RetryPolicy;
import dev.punctual.RunHistory;
import dev.punctual.StoreException;
import dev.punctual.TaskContext;
import dev.punctual.TaskEvent.Kind;
import dev.punctual.TaskId;
import dev.punctual.TaskRecord;
import dev.punctual.TaskState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How leases are kept, lost and taken back. */
class LeasesTest {

    private static final Duration LEASE = Duration.ofSeconds(2);

    private final Bench bench = new Bench();

    @Test
    void renewer_goesEveryThirdOfTheLease_inOneCallForAll() {
        bench.scheduleDue(3);
        TaskWorker worker = bench.worker().runBy(bench.later()).build();
        step(worker, "poll");

        assertThat(step(worker, "renew")).isEqualTo(LEASE.dividedBy(3));

        assertThat(bench.store.renews).hasSize(1);
        assertThat(bench.store.renews.get(0)).hasSize(3);
    }

    @Test
    void renewer_asksNothing_whenNothingIsHeld() {
        step(bench.worker().build(), "renew");

        assertThat(bench.store.renews).isEmpty();
    }

    @Test
    void runsWhoseReportIsNotRecorded_keepTheirLease() {
        bench.scheduleDue(1);
        TaskWorker worker = bench.worker().build();
        bench.store.onSettle = TroubledStore.down(StoreException.Kind.UNAVAILABLE);

        bench.pass(Duration.ofSeconds(20), worker, bench.worker().build());

        assertThat(bench.ran).containsExactly("t0");
        assertThat(bench.find("t0").losses()).isZero();
    }

    @Test
    void A05_waitingCostsNoLease_andARunOfSeveralLeasesRunsOnce() {
        for (int i = 0; i < 20; i++) {
            bench.schedule("t" + i, Duration.ofSeconds(10));
        }
        List<TaskContext> started = new ArrayList<>();
        TaskWorker one = bench.worker((payload, context) -> started.add(context))
                .runBy(bench.later())
                .build();
        TaskWorker two = bench.worker((payload, context) -> started.add(context))
                .runBy(bench.later())
                .build();

        bench.pass(Duration.ofSeconds(10), one, two);
        assertThat(bench.waiting).hasSize(20);
        // All twenty are at work for 7 s: their handlers return at the end of it.
        bench.pass(Duration.ofSeconds(7), one, two);
        assertThat(bench.waiting).hasSize(20);
        while (!bench.waiting.isEmpty()) {
            bench.runNext();
        }
        bench.pass(Duration.ofSeconds(10), one, two);

        assertThat(started).hasSize(20).extracting(TaskContext::id).doesNotHaveDuplicates();
        for (int i = 0; i < 20; i++) {
            assertThat(bench.find("t" + i).state()).isEqualTo(TaskState.SUCCEEDED);
            assertThat(bench.find("t" + i).attempt()).isEqualTo(1);
        }
    }

    @Test
    void fencedRenewal_interruptsTheHandler_andItsReportIsNotSent() {
        bench.scheduleDue(1);
        List<Boolean> seen = new ArrayList<>();
        List<TaskWorker> self = new ArrayList<>();
        TaskWorker worker = bench.worker((payload, context) -> {
                    bench.time.advance(LEASE.plusSeconds(1));
                    assertThat(bench.worker().build().recover()).isEqualTo(1);
                    step(self.get(0), "renew");
                    seen.add(context.leaseLost());
                    seen.add(Thread.currentThread().isInterrupted());
                })
                .build();
        self.add(worker);

        step(worker, "poll");
        step(worker, "settle");

        assertThat(seen).containsExactly(true, true);
        assertThat(Thread.interrupted()).as("the interrupt ends with the run").isFalse();
        assertThat(bench.store.settles).isEmpty();
        assertThat(bench.eventKinds()).containsExactly(Kind.STARTED, Kind.RECLAIMED, Kind.LEASE_LOST);
        assertThat(worker.status().running()).isZero();
        assertThat(worker.status().queuedReports()).isZero();
    }

    @Test
    void fencedRenewal_showsAtOnce_thoughTheLeaseHasTimeLeft() {
        bench.scheduleDue(1);
        bench.store.onRenew = (leases, onward) -> List.of(RenewResult.FENCED);
        List<Boolean> seen = new ArrayList<>();
        TaskWorker worker = bench.worker((payload, context) -> {
                    seen.add(context.renew());
                    seen.add(context.leaseLost());
                })
                .build();

        step(worker, "poll");

        assertThat(seen).containsExactly(false, true);
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void claimFencedBeforeItStarts_neverStarts() {
        bench.scheduleDue(1);
        TaskWorker worker = bench.worker().runBy(bench.later()).build();
        step(worker, "poll");
        bench.store.onRenew = (leases, onward) -> List.of(RenewResult.FENCED);
        step(worker, "renew");

        bench.runNext();

        assertThat(bench.ran).isEmpty();
        assertThat(worker.status().running()).isZero();
        assertThat(worker.status().queuedReports()).isZero();
        assertThat(bench.eventKinds()).containsExactly(Kind.LEASE_LOST);
    }

    @Test
    void leaseWhoseTimePassed_countsAsLost_butIsReportedAllTheSame() {
        bench.scheduleDue(1);
        List<Boolean> seen = new ArrayList<>();
        TaskWorker worker = bench.worker((payload, context) -> {
                    bench.time.advance(LEASE.minusNanos(1));
                    seen.add(context.leaseLost());
                    bench.time.advance(Duration.ofNanos(1));
                    seen.add(context.leaseLost());
                })
                .build();

        bench.pass(Duration.ZERO, worker);

        assertThat(seen).containsExactly(false, true);
        assertThat(bench.find("t0").state()).isEqualTo(TaskState.SUCCEEDED);
    }

    @Test
    void handler_canRenewForItself() {
        bench.scheduleDue(1);
        List<Boolean> seen = new ArrayList<>();
        TaskWorker worker = bench.worker((payload, context) -> {
                    bench.time.advance(Duration.ofMillis(1_500));
                    seen.add(context.renew());
                    bench.time.advance(Duration.ofMillis(1_500));
                    seen.add(context.leaseLost());
                    bench.time.advance(LEASE);
                    bench.worker().build().recover();
                    seen.add(context.renew());
                })
                .build();

        step(worker, "poll");

        assertThat(seen).containsExactly(true, false, false);
    }

    @Test
    void cancelOfARunningTask_reachesTheHandlerWithTheNextRenewal_withoutInterrupt() {
        bench.scheduleDue(1);
        List<Boolean> seen = new ArrayList<>();
        List<TaskWorker> self = new ArrayList<>();
        TaskWorker worker = bench.worker((payload, context) -> {
                    assertThat(bench.store.cancel(List.of(context.id()))).containsExactly(CancelResult.RUNNING);
                    seen.add(context.cancelRequested());
                    step(self.get(0), "renew");
                    seen.add(context.cancelRequested());
                    seen.add(Thread.currentThread().isInterrupted());
                    seen.add(context.leaseLost());
                    throw new IllegalStateException("ended early");
                })
                .build();
        self.add(worker);

        bench.pass(Duration.ZERO, worker);

        assertThat(seen).containsExactly(false, true, false, false);
        assertThat(bench.find("t0").state()).isEqualTo(TaskState.CANCELLED);
    }

    @Test
    void lostWorker_losesItsTasksToOthers_withHistory() {
        bench.scheduleDue(2);
        TaskWorker lost = bench.worker().runBy(bench.later()).build();
        step(lost, "poll");
        bench.time.advance(LEASE.plusMillis(1));

        bench.pass(Duration.ZERO, bench.worker().build());
        bench.pass(Duration.ofSeconds(1), bench.worker().build());

        TaskRecord task = bench.find("t1");
        assertThat(bench.ran).containsExactlyInAnyOrder("t0", "t1");
        assertThat(task.losses()).isEqualTo(1);
        assertThat(task.ghost()).isTrue();
        assertThat(task.runs())
                .extracting(RunHistory.Run::outcome)
                .containsExactly(RunHistory.Outcome.LOST, RunHistory.Outcome.COMPLETED);
        assertThat(bench.eventKinds()).contains(Kind.RECLAIMED);
    }

    @Test
    void reclaimer_goesOnAtOnce_whileItsPageIsFull() {
        bench.scheduleDue(150);
        TaskWorker lost = bench.worker().slots(150).runBy(bench.later()).build();
        step(lost, "poll");
        bench.time.advance(LEASE.plusMillis(1));
        TaskWorker worker = bench.worker().build();

        assertThat(step(worker, "reclaim")).isZero();
        assertThat(step(worker, "reclaim")).isEqualTo(LEASE.dividedBy(4));
        assertThat(bench.find("t149").losses() + bench.find("t0").losses()).isEqualTo(2);
    }

    @Test
    void afterAnOutage_aWorkerRenewsItsOwnTasks_insteadOfTakingThemBack() {
        bench.scheduleDue(1);
        TaskWorker worker = bench.worker().runBy(bench.later()).build();
        step(worker, "poll");
        bench.time.advance(Duration.ofMinutes(1));

        step(worker, "reclaim");
        step(worker, "renew");

        assertThat(bench.find("t0").losses()).isZero();
        bench.runNext();
        assertThat(bench.ran).containsExactly("t0");
    }

    @Test
    void taskThatLosesItsWorkerTooOften_isDead() {
        bench.insert(bench.task("t0", Duration.ZERO, RetryPolicy.DEFAULT.withMaxLosses(1)));
        step(bench.worker().runBy(bench.later()).build(), "poll");
        bench.time.advance(LEASE.plusMillis(1));

        assertThat(bench.worker().build().recover()).isEqualTo(1);

        assertThat(bench.find("t0").state()).isEqualTo(TaskState.DEAD);
        assertThat(bench.find("t0").lastError()).isEqualTo("worker lost");
    }

    @Test
    void renewDuringAnOutage_tellsTheHandlerSo() {
        bench.scheduleDue(1);
        bench.store.onRenew = TroubledStore.down(StoreException.Kind.UNAVAILABLE);
        TaskWorker worker = bench.worker(
                        (payload, context) -> assertThatThrownBy(context::renew).isInstanceOf(StoreException.class))
                .build();

        bench.pass(Duration.ZERO, worker);

        assertThat(bench.find("t0").state()).isEqualTo(TaskState.SUCCEEDED);
    }

    @Test
    void cancelOfATaskThatStillWaits_neverStartsIt() {
        bench.schedule("a", Duration.ofMillis(10));
        TaskWorker worker = bench.worker().build();
        bench.pass(Duration.ofMillis(9), worker);

        assertThat(bench.store.cancel(List.of(TaskId.of("a")))).containsExactly(CancelResult.CANCELLED);
        bench.pass(Duration.ofSeconds(1), worker);

        assertThat(bench.ran).isEmpty();
    }
}
