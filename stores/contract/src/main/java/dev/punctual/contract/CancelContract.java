package dev.punctual.contract;

import static dev.punctual.contract.Tasks.complete;
import static dev.punctual.contract.Tasks.due;
import static dev.punctual.contract.Tasks.later;
import static dev.punctual.contract.Tasks.release;
import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.CancelResult;
import dev.punctual.Due;
import dev.punctual.IfExists;
import dev.punctual.RedriveResult;
import dev.punctual.RenewResult;
import dev.punctual.RescheduleResult;
import dev.punctual.ScheduleResult;
import dev.punctual.TaskRecord;
import dev.punctual.TaskState;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Cancelling (T10, T11) in every state, and what CANCELLED promises. */
public interface CancelContract extends StoreContract {

    @Test
    default void cancel_aWaitingTask_neverRunsIt() {
        create(Tasks.in("a", 20));
        TaskRecord before = find("a");
        long earliest = storeNow();
        assertThat(cancel("a")).isEqualTo(CancelResult.CANCELLED);
        TaskRecord after = find("a");
        assertThat(after.state()).isEqualTo(TaskState.CANCELLED);
        assertThat(after.revision()).isEqualTo(before.revision() + 1);
        assertThat(after.finishedAt()).isGreaterThanOrEqualTo(earliest);
        assertThat(after.spec()).isEqualTo(before.spec());
        advance(40);
        assertThat(worker().claim(10).claims()).isEmpty();
        assertUnchanged(after);
    }

    @Test
    default void cancel_aDueTask_neverRunsIt() {
        create(due("a"));
        assertThat(cancel("a")).isEqualTo(CancelResult.CANCELLED);
        assertThat(worker().claim(10).claims()).isEmpty();
    }

    @Test
    default void cancel_again_answersTheSameAndChangesNothing() {
        create(later("a"));
        cancel("a");
        TaskRecord before = find("a");
        advance(3);
        assertThat(cancel("a")).isEqualTo(CancelResult.CANCELLED);
        assertUnchanged(before);
    }

    @Test
    default void cancel_aRunningTask_onlyAsks() {
        TaskRecord run = start("a");
        assertThat(cancel("a")).isEqualTo(CancelResult.RUNNING);
        TaskRecord asked = find("a");
        assertThat(asked.cancelRequested()).isTrue();
        assertThat(asked.state()).isEqualTo(TaskState.RUNNING);
        assertThat(asked.token()).isEqualTo(run.token());
        assertThat(asked.lease()).isEqualTo(run.lease());
        assertThat(cancel("a")).as("asked again").isEqualTo(CancelResult.RUNNING);
        assertUnchanged(asked);
    }

    @Test
    default void cancel_aFinishedTask_changesNothing() {
        for (TaskState state : new TaskState[] {TaskState.SUCCEEDED, TaskState.DEAD, TaskState.EXPIRED}) {
            TaskRecord before = bring("done-" + state, state);
            assertThat(cancel("done-" + state)).isEqualTo(CancelResult.FINISHED);
            assertUnchanged(before);
        }
    }

    @Test
    default void cancel_anUnknownId_isNotFound() {
        assertThat(cancel("nobody")).isEqualTo(CancelResult.NOT_FOUND);
        assertAbsent("nobody");
    }

    @Test
    default void cancel_afterALostRun_saysSo() {
        create(due("a"));
        lose("a");
        assertThat(cancel("a")).isEqualTo(CancelResult.CANCELLED_AFTER_LOSS);
        assertThat(cancel("a")).as("again").isEqualTo(CancelResult.CANCELLED_AFTER_LOSS);
        assertThat(worker().claim(10).claims()).isEmpty();
    }

    @Test
    default void cancel_ofARetryThatWaits_isPlain() {
        settle(Tasks.retry(start("a"), 60_000));
        assertThat(cancel("a")).isEqualTo(CancelResult.CANCELLED);
    }

    @Test
    default void cancel_ofAReleasedClaim_isPlain() {
        settle(release(start("a")));
        assertThat(cancel("a")).isEqualTo(CancelResult.CANCELLED);
        assertThat(worker().claim(10).claims()).isEmpty();
    }

    @Test
    default void cancel_answersByGhostWhateverRowCancelledIt() {
        create(due("lost"));
        lose("lost");
        TaskRecord run = worker().take("lost");
        cancel("lost");
        settle(Tasks.retry(run, 0));
        assertThat(find("lost").state()).isEqualTo(TaskState.CANCELLED);
        assertThat(cancel("lost")).isEqualTo(CancelResult.CANCELLED_AFTER_LOSS);

        TaskRecord plain = start("plain");
        cancel("plain");
        settle(Tasks.bury(plain));
        assertThat(cancel("plain")).isEqualTo(CancelResult.CANCELLED);
    }

    @Test
    default void cancel_requestEndsWithTheRun() {
        TaskRecord run = start("a");
        cancel("a");
        settle(complete(run));
        schedule(due("a").ifExists(IfExists.RESTART));
        TaskRecord next = worker().take("a");
        assertThat(next.cancelRequested()).as("nothing sticks to the next run").isFalse();
        assertThat(renew(next)).isEqualTo(RenewResult.OK);
    }

    @Test
    default void cancel_leavesTheIdFreeToBeUsedAnew() {
        create(later("a"));
        cancel("a");
        assertThat(schedule(due("a")).outcome()).isEqualTo(ScheduleResult.Outcome.EXISTS);
        assertThat(schedule(due("a").ifExists(IfExists.RESTART)).outcome()).isEqualTo(ScheduleResult.Outcome.CREATED);
        worker().take("a");
    }

    @Test
    default void cancel_ofAPausedQueue_works() {
        create(due("a"));
        queries().pause("default");
        assertThat(cancel("a")).isEqualTo(CancelResult.CANCELLED);
    }

    @Test
    default void cancelledTask_cannotBeMovedOrSentAgain() {
        create(later("a"));
        cancel("a");
        TaskRecord before = find("a");
        assertThat(reschedule("a", Due.now()).outcome()).isEqualTo(RescheduleResult.Outcome.FINISHED);
        assertThat(runNow("a").outcome()).isEqualTo(RescheduleResult.Outcome.FINISHED);
        assertThat(redrive("a").outcome()).isEqualTo(RedriveResult.Outcome.NOT_DEAD);
        assertUnchanged(before);
    }

    @Test
    default void cancel_beforeExpiry_isCancelledNotExpired() {
        create(due("a").expireAfter(Duration.ofMillis(1)));
        cancel("a");
        advance(5);
        worker().claim(10);
        queries().prune(100);
        assertThat(find("a").state()).isEqualTo(TaskState.CANCELLED);
    }
}
