package dev.punctual.contract;

import static dev.punctual.contract.Tasks.complete;
import static dev.punctual.contract.Tasks.due;
import static dev.punctual.contract.Tasks.ids;
import static dev.punctual.contract.Tasks.in;
import static dev.punctual.contract.Tasks.later;
import static dev.punctual.contract.Tasks.queue;
import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.CancelResult;
import dev.punctual.Capability;
import dev.punctual.IfExists;
import dev.punctual.Limits;
import dev.punctual.NewTask;
import dev.punctual.Retention;
import dev.punctual.ScheduleResult;
import dev.punctual.SettleResult;
import dev.punctual.TaskQueries.Count;
import dev.punctual.TaskQueries.Filter;
import dev.punctual.TaskRecord;
import dev.punctual.TaskState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Closing and opening again, for stores whose tasks outlive the process: all that was acknowledged is still there. */
public interface RestartContract extends StoreContract {

    /** Closes the store and opens it again, with the settings that each test begins with. */
    default void reopen() {
        subject().open(Limits.DEFAULT, Retention.DEFAULT);
    }

    @Test
    default void restart_isOfferedByName() {
        assertThat(store().capabilities().has(Capability.DURABLE)).isTrue();
    }

    @Test
    default void restart_keepsEveryRecordToTheLastField() {
        List<TaskRecord> before = new ArrayList<>();
        for (TaskState state : TaskState.values()) {
            if (state != TaskState.RUNNING) {
                before.add(bring("in-" + state, state));
            }
        }
        settle(Tasks.retry(start("retried"), 3_600_000));
        before.add(find("retried"));
        before.add(bring("a/b \uD83D\uDE00", TaskState.SCHEDULED));
        reopen();
        before.forEach(this::assertUnchanged);
        assertThat(queries().page(Filter.ALL, 100, null).records()).containsExactlyInAnyOrderElementsOf(before);
    }

    /** Field case A01: a restart while tasks wait or come due, with nothing scheduled afterwards. */
    @Test
    default void A01_restart_runsWhatBecameDueMeanwhile_andTheRestAtItsTime() {
        create(in("overdue-1", 1_000), in("overdue-2", 2_000), in("later", 60_000));
        advance(3_000);
        reopen();
        ClaimingWorker worker = worker();
        assertThat(ids(worker.claim(10).claims())).containsExactly("overdue-1", "overdue-2");
        assertThat(worker.claim(10).nextDueMillis()).isEqualTo(find("later").dueAt());
        assertThat(worker.claim(10).claims()).isEmpty();
        advance(58_000);
        worker.take("later");
    }

    @Test
    default void restart_acceptsTheReportOfARunThatOutlivedIt() {
        TaskRecord run = start("a");
        reopen();
        assertThat(settle(complete(run))).isEqualTo(SettleResult.OK);
        assertThat(find("a").state()).isEqualTo(TaskState.SUCCEEDED);
        assertThat(store().lapsed(10)).isEmpty();
    }

    @Test
    default void restart_keepsARequestToCancel() {
        TaskRecord run = start("a");
        cancel("a");
        reopen();
        advance(30_001);
        assertThat(reclaim(run)).isTrue();
        assertThat(find("a").state()).isEqualTo(TaskState.CANCELLED);
        assertThat(cancel("a")).isEqualTo(CancelResult.CANCELLED_AFTER_LOSS);
    }

    @Test
    default void restart_keepsTokensGrowing() {
        TaskRecord run = start("a");
        for (int i = 0; i < 1_050; i++) {
            settle(Tasks.release(run));
            run = worker().take("a");
        }
        settle(complete(run));
        discard("a");
        reopen();
        assertThat(start("a").token()).isGreaterThan(run.token());
    }

    @Test
    default void restart_keepsThePause() {
        create(queue(due("held"), "slow"), due("free"));
        queries().pause("slow");
        reopen();
        assertThat(store().beat(worker().info(0)).pausedQueues()).containsExactly("slow");
        assertThat(ids(worker().claim(10).claims())).containsExactly("free");
        queries().resume("slow");
        reopen();
        worker().take("held");
    }

    @Test
    default void restart_keepsTheNumberOfTheLastClaim() {
        create(due("a"), due("b"));
        ClaimingWorker worker = worker().countedTo(6);
        TaskRecord run = single(worker.claim(1).claims());
        reopen();
        assertThat(worker.repeat(10).claims()).extracting(TaskRecord::token).containsExactly(run.token());
        assertThat(worker.countedTo(3).claim(10).stale()).isTrue();
        assertThat(worker.countedTo(7).claim(10).claims()).hasSize(1);
    }

    @Test
    default void restart_answersRepeatedCalls() {
        NewTask task = due("a").ifExists(IfExists.RESTART);
        create(task);
        settle(complete(worker().take("a")));
        TaskRecord before = find("a");
        reopen();
        assertThat(schedule(task).outcome()).isEqualTo(ScheduleResult.Outcome.CREATED);
        assertUnchanged(before);
    }

    @Test
    default void restart_answersRepeatedReports() {
        TaskRecord run = start("a");
        settle(Tasks.retry(run, 3_600_000));
        TaskRecord before = find("a");
        reopen();
        assertThat(settle(Tasks.retry(run, 0))).isEqualTo(SettleResult.OK);
        assertUnchanged(before);
    }

    @Test
    default void restart_keepsTheCounts() {
        for (TaskState state : TaskState.values()) {
            bring("in-" + state, state);
            create(queue(later("more-" + state), "q2"));
        }
        List<Count> before = queries().counts();
        reopen();
        assertThat(queries().counts()).containsExactlyInAnyOrderElementsOf(before);
        assertThat(queries().queues()).hasSize(2);
    }

    @Test
    default void restart_prunesWhatFinishedBefore() {
        bring("done", TaskState.SUCCEEDED);
        Retention none = new Retention(Duration.ofMillis(1), 0, Duration.ofMillis(1), Duration.ofMillis(1));
        advance(3);
        subject().open(Limits.DEFAULT, none);
        assertThat(queries().prune(10)).isEqualTo(1);
        assertAbsent("done");
        subject().open(Limits.DEFAULT, none);
        assertAbsent("done");
    }

    @Test
    default void restart_keepsTheLargestBatch() {
        List<NewTask> tasks = new ArrayList<>();
        for (int i = 0; i < Limits.BATCH_MAX; i++) {
            tasks.add(due("t" + i));
        }
        store().insert(tasks);
        assertThat(worker().claim(1_000).claims()).hasSize(1_000);
        reopen();
        advance(30_001);
        List<TaskRecord> lost = store().lapsed(1_000);
        assertThat(lost).hasSize(1_000);
        assertThat(worker().takeAll()).hasSize(Limits.BATCH_MAX - 1_000);
    }

    @Test
    default void restart_manyTimes_losesNothing() {
        create(Tasks.retry(in("a", 500), 1_000, 1_000));
        for (int i = 0; i < 5; i++) {
            create(in("t" + i, 1_000L * (i + 1)));
            advance(300);
            reopen();
        }
        advance(10_000);
        List<String> taken = ids(worker().takeAll());
        assertThat(taken).containsExactlyInAnyOrder("a", "t0", "t1", "t2", "t3", "t4");
    }
}
