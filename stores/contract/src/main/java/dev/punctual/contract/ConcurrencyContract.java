package dev.punctual.contract;

import static dev.punctual.contract.Tasks.complete;
import static dev.punctual.contract.Tasks.due;
import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.CancelResult;
import dev.punctual.Due;
import dev.punctual.IfExists;
import dev.punctual.NewTask;
import dev.punctual.Reclaim;
import dev.punctual.RescheduleResult;
import dev.punctual.ScheduleResult;
import dev.punctual.SettleResult;
import dev.punctual.TaskQueries.Count;
import dev.punctual.TaskRecord;
import dev.punctual.TaskState;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Several threads at once: every step is atomic, so each pair of answers fits one order of events. */
public interface ConcurrencyContract extends StoreContract {

    /** How often two calls are let race; a store on a slow server may choose fewer. */
    default int races() {
        return 10_000;
    }

    private static NewTask[] tasks(int count) {
        return IntStream.range(0, count).mapToObj(i -> due("t" + i)).toArray(NewTask[]::new);
    }

    private void assertCounts(Map<TaskState, Long> expected) {
        assertThat(queries().counts()).extracting(Count::byState).containsExactly(expected);
    }

    /** Field case A02: several workers, and nothing lost or taken twice between them. */
    @Test
    default void A02_workers_claimEachTaskOnce() {
        int count = 5_000;
        create(tasks(count));
        ConcurrentLinkedQueue<TaskRecord> taken = new ConcurrentLinkedQueue<>();
        Race.together(4, thread -> {
            ClaimingWorker worker = worker();
            List<TaskRecord> claims;
            do {
                claims = worker.claim(7).claims();
                taken.addAll(claims);
                assertThat(store().settle(claims.stream().map(Tasks::complete).toList()))
                        .allMatch(result -> result == SettleResult.OK);
            } while (!claims.isEmpty());
        });
        assertThat(taken).extracting(TaskRecord::id).hasSize(count).doesNotHaveDuplicates();
        assertCounts(Map.of(TaskState.SUCCEEDED, (long) count));
    }

    @Test
    default void schedule_ofOneIdByManyThreads_createsOnce() {
        Map<String, List<ScheduleResult.Outcome>> outcomes = new ConcurrentHashMap<>();
        Race.together(4, thread -> {
            for (int i = 0; i < 500; i++) {
                ScheduleResult.Outcome outcome = schedule(due("t" + i)).outcome();
                outcomes.computeIfAbsent("t" + i, id -> Collections.synchronizedList(new ArrayList<>()))
                        .add(outcome);
            }
        });
        assertThat(outcomes.values())
                .allSatisfy(four -> assertThat(four)
                        .containsExactlyInAnyOrder(
                                ScheduleResult.Outcome.CREATED,
                                ScheduleResult.Outcome.EXISTS,
                                ScheduleResult.Outcome.EXISTS,
                                ScheduleResult.Outcome.EXISTS));
        assertCounts(Map.of(TaskState.SCHEDULED, 500L));
    }

    @Test
    default void restart_racingWithComplete_losesNothing() {
        ClaimingWorker worker = worker();
        TaskRecord[] run = {start("x")};
        ScheduleResult[] scheduled = new ScheduleResult[1];
        SettleResult[] settled = new SettleResult[1];
        Race.pairs(
                races(),
                round -> scheduled[0] = schedule(due("x").ifExists(IfExists.RESTART)),
                round -> settled[0] = settle(complete(run[0])),
                round -> {
                    assertThat(settled[0]).isEqualTo(SettleResult.OK);
                    TaskRecord after = find("x");
                    if (scheduled[0].outcome() == ScheduleResult.Outcome.CREATED) {
                        assertThat(after.state()).isEqualTo(TaskState.SCHEDULED);
                        assertThat(after.incarnation()).isNotEqualTo(run[0].incarnation());
                    } else {
                        assertThat(scheduled[0].outcome()).isEqualTo(ScheduleResult.Outcome.EXISTS);
                        assertThat(scheduled[0].state()).isEqualTo(TaskState.RUNNING);
                        assertThat(after.state()).isEqualTo(TaskState.SUCCEEDED);
                        schedule(due("x").ifExists(IfExists.RESTART));
                    }
                    assertThat(after.settledToken()).isEqualTo(run[0].token());
                    run[0] = worker.take("x");
                });
    }

    /** Field case A07: cancelled or started, never both and never neither. */
    @Test
    default void A07_cancel_racingWithClaim_isEitherCancelledOrStarted() {
        ClaimingWorker worker = worker();
        CancelResult[] cancelled = new CancelResult[1];
        List<List<TaskRecord>> claimed = new ArrayList<>(List.of(List.of()));
        int[] started = {0};
        create(due("r0"));
        int rounds = races();
        Race.pairs(
                rounds,
                round -> cancelled[0] = cancel("r" + round),
                round -> claimed.set(0, worker.claim(1).claims()),
                round -> {
                    if (cancelled[0] == CancelResult.CANCELLED) {
                        assertThat(claimed.get(0)).as("cancelled and started").isEmpty();
                        assertThat(find("r" + round).state()).isEqualTo(TaskState.CANCELLED);
                    } else {
                        assertThat(cancelled[0]).isEqualTo(CancelResult.RUNNING);
                        TaskRecord run = single(claimed.get(0));
                        assertThat(find("r" + round).cancelRequested()).isTrue();
                        assertThat(settle(complete(run))).isEqualTo(SettleResult.OK);
                        started[0]++;
                    }
                    create(due("r" + (round + 1)));
                });
        cancel("r" + rounds);
        long cancels = rounds + 1L - started[0];
        assertThat(queries().counts()).hasSize(1).allSatisfy(count -> {
            assertThat(count.byState().getOrDefault(TaskState.SUCCEEDED, 0L)).isEqualTo(started[0]);
            assertThat(count.byState().getOrDefault(TaskState.CANCELLED, 0L)).isEqualTo(cancels);
        });
    }

    @Test
    default void reschedule_racingWithClaim_neverRunsBeforeTheNewTime() {
        ClaimingWorker worker = worker();
        RescheduleResult[] moved = new RescheduleResult[1];
        List<List<TaskRecord>> claimed = new ArrayList<>(List.of(List.of()));
        create(due("r0"));
        Race.pairs(
                races() / 5,
                round -> moved[0] = reschedule("r" + round, Due.after(Tasks.LATER)),
                round -> claimed.set(0, worker.claim(1).claims()),
                round -> {
                    if (moved[0].outcome() == RescheduleResult.Outcome.OK) {
                        assertThat(claimed.get(0)).as("moved and started").isEmpty();
                    } else {
                        assertThat(moved[0].outcome()).isEqualTo(RescheduleResult.Outcome.RUNNING);
                        assertThat(claimed.get(0)).hasSize(1);
                    }
                    create(due("r" + (round + 1)));
                });
    }

    @Test
    default void reclaim_racingWithComplete_letsOneWin() {
        ClaimingWorker worker = worker().lease(SHORT_LEASE);
        int count = 300;
        create(tasks(count));
        List<TaskRecord> runs = worker.claim(count).claims();
        lapse();
        SettleResult[] settled = new SettleResult[1];
        boolean[] taken = {false};
        Race.pairs(
                count,
                round -> settled[0] = settle(complete(runs.get(round))),
                round -> taken[0] = single(store().reclaim(List.of(Reclaim.of(runs.get(round))))),
                round -> {
                    String id = runs.get(round).id().value();
                    assertThat(settled[0]).isEqualTo(taken[0] ? SettleResult.FENCED : SettleResult.OK);
                    assertThat(find(id).state()).isEqualTo(taken[0] ? TaskState.SCHEDULED : TaskState.SUCCEEDED);
                });
    }

    @Test
    default void claim_sentTwiceAtOnce_answersTheSameTasks() {
        ClaimingWorker worker = worker();
        List<List<TaskRecord>> answers = new ArrayList<>(List.of(List.of(), List.of()));
        create(due("r0"), due("s0"));
        worker.countedTo(1);
        Race.pairs(
                races() / 10,
                round -> answers.set(0, worker.repeat(1).claims()),
                round -> answers.set(1, worker.repeat(1).claims()),
                round -> {
                    assertThat(answers.get(0)).hasSize(1);
                    assertThat(answers.get(0))
                            .extracting(TaskRecord::token)
                            .containsExactly(answers.get(1).get(0).token());
                    assertThat(answers.get(0))
                            .extracting(TaskRecord::id)
                            .containsExactly(answers.get(1).get(0).id());
                    settle(complete(answers.get(0).get(0)));
                    create(due("r" + (round + 1)));
                    worker.countedTo(worker.claimSeq() + 1);
                });
    }
}
