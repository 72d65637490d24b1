package dev.punctual.contract;

import static dev.punctual.contract.Tasks.due;
import static dev.punctual.contract.Tasks.ids;
import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.IfExists;
import dev.punctual.NewTask;
import dev.punctual.TaskRecord;
import dev.punctual.TaskState;
import org.junit.jupiter.api.Test;

/** Suspects: tasks that one more loss would bury. A claim takes at most one, or none, and they hold nobody back. */
public interface SuspectContract extends StoreContract {

    /** Makes so many tasks suspects: each has lost its worker once and may do so twice. */
    private void suspects(int count) {
        NewTask[] tasks = new NewTask[count];
        for (int i = 0; i < count; i++) {
            tasks[i] = Tasks.priority(Tasks.retry(due("suspect-" + i), 10, 2), 9);
        }
        create(tasks);
        assertThat(worker().lease(SHORT_LEASE).claim(count).claims()).hasSize(count);
        lapse();
        for (TaskRecord seen : store().lapsed(count)) {
            assertThat(reclaim(seen)).isTrue();
        }
    }

    @Test
    default void suspect_isWhatOneMoreLossWouldBury() {
        create(Tasks.retry(due("a"), 10, 3));
        assertThat(find("a").suspect()).isFalse();
        lose("a");
        assertThat(find("a").suspect()).isFalse();
        lose("a");
        assertThat(find("a").suspect()).isTrue();
        create(Tasks.retry(Tasks.later("first"), 10, 1));
        assertThat(find("first").suspect()).as("before any loss").isFalse();
    }

    @Test
    default void claim_takesNoSuspectIfNoneIsWanted() {
        suspects(2);
        assertThat(worker().maxSuspects(0).claim(10).claims()).isEmpty();
        assertThat(find("suspect-0").state()).isEqualTo(TaskState.SCHEDULED);
    }

    @Test
    default void claim_takesOneSuspectAtATime() {
        suspects(3);
        assertThat(worker().maxSuspects(1).claim(10).claims()).hasSize(1);
        assertThat(worker().maxSuspects(1).claim(10).claims()).hasSize(1);
    }

    @Test
    default void claim_takesASuspectTogetherWithOthers() {
        suspects(2);
        create(due("a"), due("b"));
        assertThat(ids(worker().claim(10).claims())).contains("a", "b").hasSize(3);
    }

    @Test
    default void claim_suspectsHoldNobody() {
        suspects(50);
        create(Tasks.priority(due("plain"), 0));
        assertThat(ids(worker().maxSuspects(0).claim(1).claims())).containsExactly("plain");
        create(Tasks.priority(due("plain-2"), 0), Tasks.priority(due("plain-3"), 0));
        assertThat(ids(worker().maxSuspects(1).claim(3).claims())).contains("plain-2", "plain-3");
    }

    @Test
    default void claim_plainTasksDoNotStarveASuspect() {
        suspects(1);
        ClaimingWorker worker = worker();
        for (int i = 0; i < 64; i++) {
            advance(1);
            create(Tasks.priority(due("plain-" + i), 9));
            if (ids(worker.claim(1).claims()).contains("suspect-0")) {
                return;
            }
        }
        throw new AssertionError("the suspect was not claimed in 64 claims");
    }

    @Test
    default void suspect_isSettledLikeAnyOther() {
        suspects(1);
        TaskRecord run = worker().take("suspect-0");
        settle(Tasks.complete(run));
        assertThat(find("suspect-0").state()).isEqualTo(TaskState.SUCCEEDED);
        assertThat(worker().claim(10).claims()).isEmpty();
    }

    @Test
    default void suspect_redrivenIsNoneAnyMore() {
        suspects(1);
        lose("suspect-0");
        assertThat(find("suspect-0").state()).isEqualTo(TaskState.DEAD);
        redrive("suspect-0");
        assertThat(find("suspect-0").suspect()).isFalse();
        assertThat(ids(worker().maxSuspects(0).claim(1).claims())).containsExactly("suspect-0");
    }

    @Test
    default void suspect_cancelAndReplaceFindItsPlace() {
        suspects(2);
        cancel("suspect-0");
        schedule(Tasks.later("suspect-1").ifExists(IfExists.REPLACE));
        assertThat(worker().claim(10).claims()).isEmpty();
        assertThat(worker().maxSuspects(0).claim(10).nextDueMillis())
                .as("replaced, its losses are forgotten")
                .isEqualTo(find("suspect-1").dueAt());
    }
}
