package dev.punctual.contract;

import static dev.punctual.contract.Tasks.complete;
import static dev.punctual.contract.Tasks.due;
import static dev.punctual.contract.Tasks.ids;
import static dev.punctual.contract.Tasks.later;
import static dev.punctual.contract.Tasks.queue;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.punctual.CancelResult;
import dev.punctual.DiscardResult;
import dev.punctual.RedriveResult;
import dev.punctual.RenewResult;
import dev.punctual.ScheduleResult;
import dev.punctual.SettleResult;
import dev.punctual.TaskId;
import dev.punctual.TaskRecord;
import dev.punctual.TaskState;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What operators do: redrive (T14), discard (T15), pause and resume. */
public interface OperatorContract extends StoreContract {

    @Test
    default void redrive_sendsADeadTaskAgainWithFreshBudgets() {
        create(Tasks.retry(due("a"), 2, 3).expireAfter(Duration.ofHours(1)));
        lose("a");
        settle(Tasks.retry(worker().take("a"), 0));
        settle(Tasks.retry(worker().take("a"), 0));
        TaskRecord dead = find("a");
        assertThat(dead.state()).isEqualTo(TaskState.DEAD);
        long now = storeNow();
        assertThat(redrive("a")).isEqualTo(new RedriveResult(dead.id(), RedriveResult.Outcome.OK, TaskState.SCHEDULED));
        TaskRecord again = find("a");
        assertThat(again.state()).isEqualTo(TaskState.SCHEDULED);
        assertThat(again.failures() + again.losses()).isZero();
        assertThat(again.attempt()).isEqualTo(1);
        assertThat(again.redrives()).isEqualTo(1);
        assertThat(again.dueAt()).isBetween(now, storeNow());
        assertThat(again.expireAt()).isZero();
        assertThat(again.finishedAt()).isZero();
        assertThat(again.ghost()).isTrue();
        assertThat(again.history()).isEqualTo(dead.history());
        assertThat(again.spec()).isEqualTo(dead.spec());
        assertThat(again.incarnation()).isEqualTo(dead.incarnation());
        assertThat(again.token()).isEqualTo(dead.token());
        assertThat(again.settledToken()).isEqualTo(dead.settledToken());
        assertThat(again.revision()).isEqualTo(dead.revision() + 1);
    }

    @Test
    default void redrive_givesExactlyMaxAttemptsAgain() {
        create(Tasks.retry(due("a"), 3, 3));
        for (int series = 1; series <= 3; series++) {
            for (int attempt = 1; attempt <= 3; attempt++) {
                TaskRecord run = worker().take("a");
                assertThat(run.attempt()).isEqualTo(attempt);
                settle(Tasks.retry(run, 0));
            }
            assertThat(find("a").state()).isEqualTo(TaskState.DEAD);
            assertThat(redrive("a").outcome()).isEqualTo(RedriveResult.Outcome.OK);
            assertThat(find("a").redrives()).isEqualTo(series);
        }
        settle(complete(worker().take("a")));
        assertThat(find("a").state()).isEqualTo(TaskState.SUCCEEDED);
    }

    @Test
    default void redrive_ofAnythingElse_changesNothing() {
        for (TaskState state : TaskState.values()) {
            if (state != TaskState.DEAD) {
                TaskRecord before = bring("in-" + state, state);
                assertThat(redrive("in-" + state))
                        .isEqualTo(new RedriveResult(before.id(), RedriveResult.Outcome.NOT_DEAD, state));
                assertUnchanged(before);
            }
        }
        assertThat(redrive("nobody"))
                .isEqualTo(new RedriveResult(TaskId.of("nobody"), RedriveResult.Outcome.NOT_FOUND, null));
    }

    @Test
    default void redrive_twice_answersNotDeadTheSecondTime() {
        bring("a", TaskState.DEAD);
        assertThat(redrive("a").outcome()).isEqualTo(RedriveResult.Outcome.OK);
        assertThat(redrive("a").outcome()).isEqualTo(RedriveResult.Outcome.NOT_DEAD);
        assertThat(find("a").redrives()).isEqualTo(1);
        assertThat(ids(worker().claim(10).claims())).containsExactly("a");
    }

    @Test
    default void redrive_keepsOldReportsHarmless() {
        TaskRecord run = start("a");
        settle(Tasks.bury(run));
        redrive("a");
        TaskRecord waiting = find("a");
        assertThat(settle(complete(run))).as("its report had arrived").isEqualTo(SettleResult.OK);
        assertUnchanged(waiting);
    }

    @Test
    default void discard_removesAFinishedRecord() {
        for (TaskState state : TaskState.values()) {
            if (state.finished()) {
                String id = "done-" + state;
                bring(id, state);
                assertThat(discard(id)).isEqualTo(DiscardResult.OK);
                assertAbsent(id);
                assertThat(discard(id)).isEqualTo(DiscardResult.NOT_FOUND);
                assertThat(cancel(id)).isEqualTo(CancelResult.NOT_FOUND);
            }
        }
        assertThat(queries().counts()).isEmpty();
    }

    @Test
    default void discard_ofALiveTask_changesNothing() {
        for (TaskState state : new TaskState[] {TaskState.SCHEDULED, TaskState.RUNNING}) {
            TaskRecord before = bring("live-" + state, state);
            assertThat(discard("live-" + state)).isEqualTo(DiscardResult.LIVE);
            assertUnchanged(before);
        }
    }

    @Test
    default void discard_freesTheId() {
        bring("a", TaskState.SUCCEEDED);
        discard("a");
        assertThat(schedule(due("a")).outcome()).isEqualTo(ScheduleResult.Outcome.CREATED);
        worker().take("a");
    }

    @Test
    default void pause_stopsClaimsOfThatQueueOnly() {
        create(queue(due("held"), "slow"), queue(due("free"), "fast"));
        queries().pause("slow");
        advance(1_000);
        assertThat(ids(worker().claim(10).claims())).containsExactly("free");
        assertThat(worker().queues("slow").claim(10).claims()).isEmpty();
        assertThat(find("held").state()).isEqualTo(TaskState.SCHEDULED);
    }

    @Test
    default void pause_lastsUntilResumed() {
        queries().pause("default");
        create(due("a"));
        advance(5_000);
        assertThat(worker().claim(10).claims()).isEmpty();
        queries().resume("default");
        worker().take("a");
    }

    @Test
    default void pause_leavesRunningTasksAlone() {
        TaskRecord run = start("a");
        queries().pause("default");
        advance(1_000);
        assertThat(renew(run)).isEqualTo(RenewResult.OK);
        assertThat(settle(complete(run))).isEqualTo(SettleResult.OK);
    }

    @Test
    default void pause_stillAnswersAClaimSentAgain() {
        create(due("a"));
        ClaimingWorker worker = worker();
        TaskRecord run = worker.take("a");
        queries().pause("default");
        assertThat(worker.repeat(1).claims()).extracting(TaskRecord::token).containsExactly(run.token());
    }

    @Test
    default void pause_letsLostTasksBeTakenBack() {
        create(due("a"));
        TaskRecord run = worker().lease(SHORT_LEASE).take("a");
        queries().pause("default");
        lapse();
        assertThat(reclaim(run)).isTrue();
        assertThat(worker().claim(10).claims()).isEmpty();
        queries().resume("default");
        worker().take("a");
    }

    @Test
    default void pause_andResume_areIdempotent() {
        queries().resume("never-paused");
        queries().pause("default");
        queries().pause("default");
        queries().resume("default");
        create(due("a"));
        worker().take("a");
        assertThat(store().beat(worker().info(0)).pausedQueues()).isEmpty();
    }

    @Test
    default void pause_acceptsNewTasks() {
        queries().pause("default");
        assertThat(schedule(later("a")).outcome()).isEqualTo(ScheduleResult.Outcome.CREATED);
        assertThat(schedule(due("b")).outcome()).isEqualTo(ScheduleResult.Outcome.CREATED);
    }

    @Test
    default void pause_isToldToWorkersWithTheirBeat() {
        queries().pause("slow");
        queries().pause("slower");
        assertThat(store().beat(worker().info(0)).pausedQueues()).containsExactlyInAnyOrder("slow", "slower");
    }

    @Test
    default void pause_refusesAMalformedName() {
        for (String name : new String[] {"", "with space", "q\u0000", "a".repeat(129), "ünïcode"}) {
            assertThatThrownBy(() -> queries().pause(name)).isInstanceOf(IllegalArgumentException.class);
        }
        assertThat(queries().queues()).isEmpty();
    }
}
