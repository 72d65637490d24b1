package dev.punctual.worker;

import static dev.punctual.worker.Bench.step;
import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.DiscardResult;
import dev.punctual.Report;
import dev.punctual.StoreException;
import dev.punctual.TaskEvent.Kind;
import dev.punctual.TaskId;
import dev.punctual.TaskState;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How ends of runs get into the store. */
class SettlingTest {

    private final Bench bench = new Bench();

    @Test
    void reportsThatGather_goTogether() {
        bench.scheduleDue(20);
        TaskWorker worker = bench.worker().slots(5).build();
        for (int i = 0; i < 4; i++) {
            step(worker, "poll");
        }

        step(worker, "settle");

        assertThat(bench.store.settles).hasSize(1);
        assertThat(bench.store.settles.get(0)).hasSize(20);
    }

    @Test
    void moreThanABatch_goesInSeveralCalls() {
        bench.scheduleDue(1_500);
        TaskWorker worker = bench.worker().slots(1_500).build();

        bench.pass(Duration.ZERO, worker);

        assertThat(bench.store.settles).extracting(List::size).containsExactly(1_000, 500);
    }

    @Test
    void firstReport_wakesTheSettler() {
        bench.scheduleDue(1);
        TaskWorker worker = bench.worker().build();
        step(worker, "settle");

        step(worker, "poll");

        assertThat(Bench.loop(worker, "settle").woken()).isTrue();
    }

    @ParameterizedTest
    @EnumSource(names = {"UNAVAILABLE", "OUTCOME_UNKNOWN", "FULL"})
    void trouble_isSatOut_withTheSameReports(StoreException.Kind kind) {
        bench.scheduleDue(2);
        TaskWorker worker = bench.worker().lease(Duration.ofMinutes(10)).build();
        bench.store.onSettle = TroubledStore.down(kind);
        bench.pass(Duration.ofMinutes(2), worker);
        int calls = bench.store.settles.size();
        bench.store.onSettle = TroubledStore.fine();
        bench.pass(Duration.ofSeconds(5), worker);

        assertThat(calls).as("at most one call in 5 s, once the wait has grown").isBetween(24, 40);
        assertThat(bench.store.settles).allMatch(bench.store.settles.get(0)::equals);
        assertThat(bench.ran).hasSize(2);
        assertThat(bench.find("t1").state()).isEqualTo(TaskState.SUCCEEDED);
    }

    @Test
    void reportsDuringTrouble_doNotHammerTheStore() {
        bench.scheduleDue(8);
        TaskWorker worker = bench.worker().slots(1).build();
        bench.store.onSettle = TroubledStore.down(StoreException.Kind.UNAVAILABLE);
        bench.pass(Duration.ZERO, worker);

        assertThat(bench.ran).hasSize(8);
        assertThat(bench.store.settles).hasSize(1);
    }

    @Test
    void notFound_afterAnUnansweredReport_countsAsDone() {
        bench.scheduleDue(1);
        TaskWorker worker = bench.worker().build();
        bench.store.onSettle = TroubledStore.losingAnswers();
        step(worker, "poll");
        step(worker, "settle");
        assertThat(bench.store.inner.queries().discard(List.of(TaskId.of("t0"))))
                .containsExactly(DiscardResult.OK);
        bench.store.onSettle = TroubledStore.fine();

        step(worker, "settle");

        assertThat(worker.status().queuedReports()).isZero();
        assertThat(bench.eventKinds()).containsExactly(Kind.STARTED, Kind.COMPLETED);
    }

    @Test
    void fencedReport_tellsThatTheLeaseWasLost() {
        bench.scheduleDue(1);
        TaskWorker worker = bench.worker().runBy(bench.later()).build();
        step(worker, "poll");
        Runnable slow = bench.waiting.remove();
        bench.time.advance(Duration.ofMillis(1_400));
        bench.store.onSettle = (reports, onward) -> {
            bench.time.advance(Duration.ofSeconds(1));
            assertThat(bench.worker().build().recover()).isEqualTo(1);
            return onward.apply(reports);
        };

        slow.run();
        step(worker, "settle");

        assertThat(bench.eventKinds()).containsExactly(Kind.STARTED, Kind.COMPLETED, Kind.RECLAIMED, Kind.LEASE_LOST);
        assertThat(bench.find("t0").losses()).isEqualTo(1);
        assertThat(worker.status().queuedReports()).isZero();
    }

    @Test
    void reportThatTheStoreCannotTake_isDropped_andSinksNoOther() {
        bench.scheduleDue(9);
        TaskWorker worker = bench.worker().build();
        bench.store.onSettle = (reports, onward) -> {
            if (reports.stream().anyMatch(report -> report.id().equals(TaskId.of("t4")))) {
                throw Bench.trouble(StoreException.Kind.REFUSED);
            }
            return onward.apply(reports);
        };

        step(worker, "poll");
        step(worker, "settle");

        assertThat(bench.find("t4").state()).isEqualTo(TaskState.RUNNING);
        for (int i = 0; i < 9; i++) {
            assertThat(i == 4 || bench.find("t" + i).state() == TaskState.SUCCEEDED)
                    .isTrue();
        }
        assertThat(worker.status().queuedReports()).isZero();
        // Nobody renews its lease any more: it runs again.
        bench.pass(Duration.ofSeconds(4), worker);
        assertThat(bench.ran).filteredOn("t4"::equals).hasSizeGreaterThan(1);
    }

    @Test
    void bugInAStore_isRepeatedAFewTimes_thenHalved() {
        bench.scheduleDue(4);
        TaskWorker worker = bench.worker().build();
        bench.store.onSettle = (reports, onward) -> {
            if (reports.stream().map(Report::id).anyMatch(TaskId.of("t1")::equals)) {
                throw new ArrayIndexOutOfBoundsException("17");
            }
            return onward.apply(reports);
        };
        step(worker, "poll");

        for (int i = 0; i < Settler.REPEATS_MAX; i++) {
            step(worker, "settle");
            assertThat(worker.status().queuedReports()).isEqualTo(4);
        }
        step(worker, "settle");

        assertThat(worker.status().queuedReports()).isZero();
        assertThat(bench.find("t3").state()).isEqualTo(TaskState.SUCCEEDED);
        assertThat(bench.find("t1").state()).isEqualTo(TaskState.RUNNING);
    }

    @Test
    void tooManyUnrecordedReports_stopTheClaims_untilThereIsRoom() {
        bench.scheduleDue(Settler.REPORTS_MAX + 100);
        TaskWorker worker = bench.worker().slots(500).build();
        for (int i = 0; i < 10; i++) {
            step(worker, "poll");
        }
        assertThat(bench.ran).hasSize(Settler.REPORTS_MAX);
        int claims = bench.store.claims.size();
        step(worker, "poll");
        assertThat(bench.store.claims).hasSize(claims);

        step(worker, "settle");

        assertThat(Bench.loop(worker, "poll").woken()).isTrue();
        bench.pass(Duration.ZERO, worker);
        assertThat(bench.ran).hasSize(Settler.REPORTS_MAX + 100);
    }

    @Test
    void slot_isFreeBeforeTheReportIsRecorded() {
        bench.scheduleDue(1);
        TaskWorker worker = bench.worker().slots(1).build();

        step(worker, "poll");

        assertThat(worker.status().running()).isZero();
        assertThat(worker.status().queuedReports()).isEqualTo(1);
    }
}
