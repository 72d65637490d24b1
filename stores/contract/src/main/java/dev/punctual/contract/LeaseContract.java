package dev.punctual.contract;

import static dev.punctual.contract.Tasks.complete;
import static dev.punctual.contract.Tasks.due;
import static dev.punctual.contract.Tasks.ids;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.punctual.CancelResult;
import dev.punctual.LeaseRef;
import dev.punctual.Limits;
import dev.punctual.Reclaim;
import dev.punctual.RenewResult;
import dev.punctual.RunHistory;
import dev.punctual.TaskId;
import dev.punctual.TaskRecord;
import dev.punctual.TaskState;
import dev.punctual.TaskStateMachine;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Leases: renewing (T4), taking back what was lost (T9), ghosts and suspects. */
public interface LeaseContract extends StoreContract {

    @Test
    default void renew_extendsTheLeaseAndNothingElse() {
        create(due("a"));
        TaskRecord run = worker().lease(SHORT_LEASE).take("a");
        long before = storeNow();
        assertThat(renew(run)).isEqualTo(RenewResult.OK);
        long after = storeNow();
        TaskRecord renewed = find("a");
        long until = Objects.requireNonNull(renewed.lease()).untilMillis();
        assertThat(until).isBetween(before + 30_000, after + 30_000);
        assertThat(renewed)
                .isEqualTo(run.edit()
                        .lease(Objects.requireNonNull(run.lease()).until(until))
                        .done());
    }

    /** Field case A05: a lease shorter than the run. */
    @Test
    default void A05_renew_keepsATaskBeyondItsFirstLease() {
        create(due("long"));
        ClaimingWorker worker = worker().lease(SHORT_LEASE);
        TaskRecord run = worker.take("long");
        for (int i = 0; i < 3; i++) {
            advance(SHORT_LEASE.toMillis() / 2);
            assertThat(single(store().renew(List.of(Tasks.lease(run)), SHORT_LEASE)))
                    .isEqualTo(RenewResult.OK);
            assertThat(store().lapsed(10)).isEmpty();
            assertThat(worker().claim(10).claims()).isEmpty();
        }
        assertThat(find("long").losses()).isZero();
    }

    @Test
    default void renew_ofALapsedLeaseThatNobodyTookBack_works() {
        create(due("a"));
        TaskRecord run = worker().lease(SHORT_LEASE).take("a");
        lapse();
        assertThat(renew(run)).isEqualTo(RenewResult.OK);
        assertThat(store().lapsed(10)).isEmpty();
        assertThat(reclaim(run)).isFalse();
    }

    @Test
    default void renew_tellsOfARequestToCancel() {
        TaskRecord run = start("a");
        cancel("a");
        assertThat(renew(run)).isEqualTo(RenewResult.CANCEL_REQUESTED);
        assertThat(renew(run)).isEqualTo(RenewResult.CANCEL_REQUESTED);
    }

    @Test
    default void renew_withAnotherToken_isFencedAndChangesNothing() {
        create(due("a"));
        TaskRecord lost = lose("a");
        TaskRecord waiting = find("a");
        assertThat(renew(lost)).isEqualTo(RenewResult.FENCED);
        assertUnchanged(waiting);
        TaskRecord next = worker().take("a");
        assertThat(renew(lost)).isEqualTo(RenewResult.FENCED);
        assertUnchanged(next);
    }

    @Test
    default void renew_ofWhatDoesNotRun_isFenced() {
        TaskRecord run = start("done");
        settle(complete(run));
        TaskRecord done = find("done");
        assertThat(renew(run)).isEqualTo(RenewResult.FENCED);
        assertUnchanged(done);
        assertThat(single(store().renew(List.of(new LeaseRef(TaskId.of("nobody"), 1)), SHORT_LEASE)))
                .isEqualTo(RenewResult.FENCED);
    }

    @Test
    default void renew_refusesALeaseOutsideItsBounds() {
        TaskRecord run = start("a");
        for (Duration lease : List.of(Duration.ofMillis(1_999), Duration.ofMillis(3_600_001), Duration.ZERO)) {
            assertThatThrownBy(() -> store().renew(List.of(Tasks.lease(run)), lease))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("lease");
        }
        assertUnchanged(run);
    }

    @Test
    default void lapsed_answersOnlyLeasesThatRanOut() {
        create(due("short"));
        TaskRecord run = worker().lease(SHORT_LEASE).take("short");
        start("long");
        assertThat(store().lapsed(10)).isEmpty();
        lapse();
        assertThat(store().lapsed(10)).containsExactly(run);
    }

    @Test
    default void lapsed_answersAtMostMax() {
        create(due("a"), due("b"), due("c"));
        worker().lease(SHORT_LEASE).claim(3);
        lapse();
        assertThat(store().lapsed(2)).hasSize(2);
        assertThat(ids(store().lapsed(10))).containsExactlyInAnyOrder("a", "b", "c");
        for (int max : new int[] {0, Limits.PAGE_MAX + 1}) {
            assertThatThrownBy(() -> store().lapsed(max)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    default void reclaim_chargesALossAndLeavesAGhost() {
        create(due("a"));
        TaskRecord run = worker().lease(SHORT_LEASE).take("a");
        lapse();
        long now = storeNow();
        Reclaim reclaim = Reclaim.of(single(store().lapsed(10)));
        assertThat(single(store().reclaim(List.of(reclaim)))).isTrue();
        TaskRecord back = find("a");
        assertThat(back.state()).isEqualTo(TaskState.SCHEDULED);
        assertThat(back.losses()).isEqualTo(1);
        assertThat(back.failures()).isZero();
        assertThat(back.ghost()).isTrue();
        assertThat(back.lease()).isNull();
        assertThat(back.dueAt()).isEqualTo(run.dueAt());
        assertThat(back.sortKey()).isGreaterThanOrEqualTo(now);
        assertThat(back.token()).isEqualTo(run.token());
        assertThat(back.settledToken()).isZero();
        assertThat(back.revision()).isEqualTo(run.revision() + 1);
        assertThat(back.history()).isEqualTo(reclaim.history());
        assertThat(back.runs()).extracting(RunHistory.Run::outcome).containsExactly(RunHistory.Outcome.LOST);
        assertThat(worker().take("a").token()).isGreaterThan(run.token());
    }

    @Test
    default void reclaim_beforeTheLeaseRanOut_changesNothing() {
        TaskRecord run = start("a");
        assertThat(reclaim(run)).isFalse();
        assertUnchanged(run);
    }

    @Test
    default void reclaim_withAnotherToken_changesNothing() {
        create(due("a"));
        TaskRecord lost = lose("a");
        TaskRecord next = worker().lease(SHORT_LEASE).take("a");
        lapse();
        assertThat(reclaim(lost)).as("the token of the run before").isFalse();
        assertUnchanged(next);
        assertThat(reclaim(next)).isTrue();
    }

    @Test
    default void reclaim_ofARenewedLease_changesNothing() {
        create(due("a"));
        TaskRecord run = worker().lease(SHORT_LEASE).take("a");
        lapse();
        TaskRecord seen = single(store().lapsed(1));
        renew(run);
        assertThat(reclaim(seen)).isFalse();
        assertThat(find("a").losses()).isZero();
    }

    @Test
    default void reclaim_ofWhatDoesNotRun_changesNothing() {
        TaskRecord run = start("done");
        settle(complete(run));
        TaskRecord done = find("done");
        assertThat(reclaim(run)).isFalse();
        assertUnchanged(done);
        assertThat(single(store().reclaim(List.of(new Reclaim(TaskId.of("nobody"), 1, RunHistory.EMPTY)))))
                .isFalse();
    }

    @Test
    default void reclaim_ofTheSameTaskTwice_countsOnce() {
        create(due("a"));
        TaskRecord run = worker().lease(SHORT_LEASE).take("a");
        lapse();
        assertThat(store().reclaim(List.of(Reclaim.of(run), Reclaim.of(run)))).containsExactly(true, false);
        assertThat(find("a").losses()).isEqualTo(1);
    }

    @Test
    default void reclaim_ofTheLastAllowedLoss_isDead() {
        create(Tasks.retry(due("killer"), 10, 3));
        lose("killer");
        lose("killer");
        assertThat(find("killer").state()).isEqualTo(TaskState.SCHEDULED);
        lose("killer");
        TaskRecord dead = find("killer");
        assertThat(dead.state()).isEqualTo(TaskState.DEAD);
        assertThat(dead.losses()).isEqualTo(3);
        assertThat(dead.failures()).isZero();
        assertThat(dead.lastError()).isEqualTo(TaskStateMachine.WORKER_LOST);
        assertThat(dead.finishedAt()).isPositive();
        assertThat(worker().claim(10).claims()).isEmpty();
    }

    @Test
    default void reclaim_afterARequestToCancel_isCancelledAfterLoss() {
        create(due("a"));
        TaskRecord run = worker().lease(SHORT_LEASE).take("a");
        assertThat(cancel("a")).isEqualTo(CancelResult.RUNNING);
        lapse();
        assertThat(reclaim(run)).isTrue();
        assertThat(find("a").state()).isEqualTo(TaskState.CANCELLED);
        assertThat(find("a").cancelRequested()).isFalse();
        assertThat(cancel("a")).isEqualTo(CancelResult.CANCELLED_AFTER_LOSS);
    }

    @Test
    default void lossesAndFailures_areSeparateBudgets() {
        create(Tasks.retry(due("a"), 3, 3));
        lose("a");
        settle(Tasks.retry(worker().take("a"), 0));
        lose("a");
        settle(Tasks.retry(worker().take("a"), 0));
        TaskRecord record = find("a");
        assertThat(record.state()).isEqualTo(TaskState.SCHEDULED);
        assertThat(record.failures()).isEqualTo(2);
        assertThat(record.losses()).isEqualTo(2);
        assertThat(record.attempt()).isEqualTo(5);
    }

    /** Field case A05: a lease shorter than the delay. */
    @Test
    default void A05_waitingCostsNoLease() {
        create(Tasks.in("waits", 3 * SHORT_LEASE.toMillis()));
        ClaimingWorker worker = worker().lease(SHORT_LEASE);
        for (int i = 0; i < 2; i++) {
            lapse();
            assertThat(worker.claim(10).claims()).isEmpty();
            assertThat(store().lapsed(10)).isEmpty();
        }
        lapse();
        assertThat(worker.take("waits").attempt()).isEqualTo(1);
    }
}
