package dev.punctual.contract;

import static dev.punctual.contract.Tasks.bury;
import static dev.punctual.contract.Tasks.complete;
import static dev.punctual.contract.Tasks.due;
import static dev.punctual.contract.Tasks.release;
import static dev.punctual.contract.Tasks.retry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.CancelResult;
import dev.punctual.DiscardResult;
import dev.punctual.Due;
import dev.punctual.Report;
import dev.punctual.RunHistory;
import dev.punctual.SettleResult;
import dev.punctual.TaskId;
import dev.punctual.TaskRecord;
import dev.punctual.TaskState;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Reports (T5 to T8): what they write, that they repeat safely, and that an old token changes nothing. */
public interface SettleContract extends StoreContract {

    /** One report of every kind. */
    List<Function<TaskRecord, Report>> EVERY_REPORT =
            List.of(Tasks::complete, run -> Tasks.retry(run, 0), Tasks::bury, Tasks::release);

    @Test
    default void complete_finishesTheTask() {
        TaskRecord run = start("a");
        Report report = complete(run);
        long before = storeNow();
        assertThat(settle(report)).isEqualTo(SettleResult.OK);
        long after = storeNow();
        TaskRecord done = find("a");
        assertThat(done.state()).isEqualTo(TaskState.SUCCEEDED);
        assertThat(done.settledToken()).isEqualTo(run.token());
        assertThat(done.token()).isEqualTo(run.token());
        assertThat(done.finishedAt()).isBetween(before, after);
        assertThat(done.revision()).isEqualTo(run.revision() + 1);
        assertThat(done.history()).isEqualTo(report.history());
        assertThat(done.lease()).isNull();
        assertThat(done.failures()).isZero();
        assertThat(done.ghost()).isFalse();
        assertThat(worker().claim(10).claims()).isEmpty();
    }

    @Test
    default void complete_countsThoughTheLeaseIsPast() {
        create(due("slow"));
        TaskRecord run = worker().lease(SHORT_LEASE).take("slow");
        lapse();
        assertThat(settle(complete(run))).isEqualTo(SettleResult.OK);
        assertThat(find("slow").state()).isEqualTo(TaskState.SUCCEEDED);
        assertThat(reclaim(run)).isFalse();
        assertThat(find("slow").losses()).isZero();
    }

    @Test
    default void complete_winsOverARequestToCancel() {
        TaskRecord run = start("a");
        assertThat(cancel("a")).isEqualTo(CancelResult.RUNNING);
        assertThat(settle(complete(run))).isEqualTo(SettleResult.OK);
        TaskRecord done = find("a");
        assertThat(done.state()).isEqualTo(TaskState.SUCCEEDED);
        assertThat(done.cancelRequested()).isFalse();
    }

    @Test
    default void retry_waitsForTheDelayAskedFor() {
        TaskRecord run = start("a");
        long before = storeNow();
        assertThat(settle(retry(run, 7_000))).isEqualTo(SettleResult.OK);
        long after = storeNow();
        TaskRecord waiting = find("a");
        assertThat(waiting.state()).isEqualTo(TaskState.SCHEDULED);
        assertThat(waiting.dueAt()).isBetween(before + 7_000, after + 7_000);
        assertThat(waiting.sortKey()).isEqualTo(waiting.dueAt());
        assertThat(waiting.failures()).isEqualTo(1);
        assertThat(waiting.losses()).isZero();
        assertThat(waiting.settledToken()).isEqualTo(run.token());
        assertThat(waiting.revision()).isEqualTo(run.revision() + 1);
        assertThat(waiting.lastError()).isEqualTo("it broke");
        assertThat(waiting.finishedAt()).isZero();
        assertThat(waiting.lease()).isNull();
        assertThat(worker().claim(10).claims())
                .as("not before the delay is over")
                .isEmpty();
    }

    @Test
    default void retry_ofZeroDelay_isDueAtOnce() {
        settle(retry(start("a"), 0));
        TaskRecord second = worker().take("a");
        assertThat(second.attempt()).isEqualTo(2);
        assertThat(second.runs()).hasSize(1);
    }

    @Test
    default void retry_ofTheLastAttempt_isDead() {
        create(Tasks.retry(due("a"), 3, 3));
        for (int failures = 1; failures <= 2; failures++) {
            settle(retry(worker().take("a"), 0));
            assertThat(find("a").state()).isEqualTo(TaskState.SCHEDULED);
            assertThat(find("a").failures()).isEqualTo(failures);
        }
        assertThat(settle(retry(worker().take("a"), 0))).isEqualTo(SettleResult.OK);
        TaskRecord dead = find("a");
        assertThat(dead.state()).isEqualTo(TaskState.DEAD);
        assertThat(dead.failures()).isEqualTo(3);
        assertThat(dead.finishedAt()).isPositive();
        assertThat(dead.runs()).hasSize(3);
        assertThat(worker().claim(10).claims()).isEmpty();
    }

    @Test
    default void retry_afterARequestToCancel_isCancelled() {
        TaskRecord run = start("a");
        cancel("a");
        assertThat(settle(retry(run, 0))).isEqualTo(SettleResult.OK);
        TaskRecord record = find("a");
        assertThat(record.state()).isEqualTo(TaskState.CANCELLED);
        assertThat(record.failures()).isEqualTo(1);
        assertThat(record.cancelRequested()).isFalse();
        assertThat(cancel("a")).isEqualTo(CancelResult.CANCELLED);
        assertThat(worker().claim(10).claims()).isEmpty();
    }

    @Test
    default void bury_isDeadWithItsError() {
        TaskRecord run = start("a");
        assertThat(settle(bury(run))).isEqualTo(SettleResult.OK);
        TaskRecord dead = find("a");
        assertThat(dead.state()).isEqualTo(TaskState.DEAD);
        assertThat(dead.failures()).isEqualTo(1);
        assertThat(dead.lastError()).isEqualTo("it broke for good");
        assertThat(dead.settledToken()).isEqualTo(run.token());
        assertThat(dead.revision()).isEqualTo(run.revision() + 1);
    }

    @Test
    default void bury_withoutAnError_chargesNoFailure() {
        TaskRecord run = start("a");
        settle(Report.bury(run.id(), run.token(), "", run.history()));
        assertThat(find("a").state()).isEqualTo(TaskState.DEAD);
        assertThat(find("a").failures()).isZero();
    }

    @Test
    default void bury_afterARequestToCancel_isCancelled() {
        TaskRecord run = start("a");
        cancel("a");
        settle(bury(run));
        assertThat(find("a").state()).isEqualTo(TaskState.CANCELLED);
    }

    @Test
    default void release_givesBackUncharged() {
        create(due("a"));
        TaskRecord before = find("a");
        TaskRecord run = worker().take("a");
        assertThat(settle(release(run))).isEqualTo(SettleResult.OK);
        TaskRecord back = find("a");
        assertThat(back.state()).isEqualTo(TaskState.SCHEDULED);
        assertThat(back.dueAt()).isEqualTo(before.dueAt());
        assertThat(back.failures() + back.losses()).isZero();
        assertThat(back.settledToken()).isEqualTo(run.token());
        assertThat(back.revision()).isEqualTo(run.revision() + 1);
        assertThat(back.ghost()).isFalse();
        assertThat(worker().take("a").token()).isGreaterThan(run.token());
    }

    @Test
    default void release_afterARequestToCancel_isCancelled() {
        TaskRecord run = start("a");
        cancel("a");
        settle(release(run));
        assertThat(find("a").state()).isEqualTo(TaskState.CANCELLED);
        assertThat(find("a").cancelRequested()).isFalse();
    }

    @Test
    default void settle_ofAHandlerStillAtWork_leavesAGhost() {
        List<Function<TaskRecord, Report>> unreturned =
                List.of(run -> retry(run, 3_600_000), Tasks::bury, Tasks::release);
        for (int i = 0; i < unreturned.size(); i++) {
            TaskRecord run = start("ghost-" + i);
            settle(unreturned.get(i).apply(run).stillRunning());
            assertThat(find("ghost-" + i).ghost()).isTrue();
            if (i == 2) {
                assertThat(cancel("ghost-" + i)).isEqualTo(CancelResult.CANCELLED_AFTER_LOSS);
            }
        }
    }

    @Test
    default void settle_neverClearsAGhost() {
        create(due("a"));
        lose("a");
        for (int i = 0; i < 2; i++) {
            settle(retry(worker().take("a"), 0));
            assertThat(find("a").ghost()).isTrue();
        }
        settle(complete(worker().take("a")));
        assertThat(find("a").ghost()).isTrue();
    }

    @Test
    default void settle_sentAgain_answersOkAndChangesNothing() {
        for (Function<TaskRecord, Report> kind : EVERY_REPORT) {
            String id = "again-" + EVERY_REPORT.indexOf(kind);
            Report report = kind.apply(start(id));
            assertThat(settle(report)).isEqualTo(SettleResult.OK);
            TaskRecord before = find(id);
            advance(3);
            assertThat(settle(report)).isEqualTo(SettleResult.OK);
            assertUnchanged(before);
            reschedule(id, Due.after(Duration.ofHours(1)));
        }
    }

    @Test
    default void settle_anotherReportUnderASettledToken_answersOkAndChangesNothing() {
        TaskRecord run = start("a");
        settle(complete(run));
        TaskRecord before = find("a");
        for (Function<TaskRecord, Report> kind : EVERY_REPORT) {
            assertThat(settle(kind.apply(run))).isEqualTo(SettleResult.OK);
        }
        assertUnchanged(before);
    }

    @Test
    default void settle_sentAgainWhileTheNextRunIsUnderWay_changesNothing() {
        TaskRecord first = start("a");
        Report report = retry(first, 0);
        settle(report);
        TaskRecord second = worker().take("a");
        assertThat(settle(report)).isEqualTo(SettleResult.OK);
        assertUnchanged(second);
    }

    @Test
    default void settle_withAnOldToken_isFenced() {
        create(due("a"));
        TaskRecord lost = lose("a");
        for (Function<TaskRecord, Report> kind : EVERY_REPORT) {
            assertThat(settle(kind.apply(lost))).as("while it waits").isEqualTo(SettleResult.FENCED);
        }
        TaskRecord next = worker().take("a");
        for (Function<TaskRecord, Report> kind : EVERY_REPORT) {
            assertThat(settle(kind.apply(lost))).as("while it runs again").isEqualTo(SettleResult.FENCED);
        }
        assertUnchanged(next);
        settle(complete(next));
        TaskRecord done = find("a");
        for (Function<TaskRecord, Report> kind : EVERY_REPORT) {
            assertThat(settle(kind.apply(lost))).as("after it finished").isEqualTo(SettleResult.FENCED);
        }
        assertUnchanged(done);
    }

    @Test
    default void settle_withATokenNeverGivenOut_isFenced() {
        TaskRecord run = start("a");
        assertThat(settle(Report.complete(run.id(), run.token() + 1, run.history())))
                .isEqualTo(SettleResult.FENCED);
        assertThat(settle(Report.complete(run.id(), run.token() - 1, run.history())))
                .isEqualTo(SettleResult.FENCED);
        assertUnchanged(run);
    }

    @Test
    default void settle_ofAnUnknownId_isNotFound() {
        assertThat(settle(Report.complete(TaskId.of("nobody"), 5, RunHistory.EMPTY)))
                .isEqualTo(SettleResult.NOT_FOUND);
        assertAbsent("nobody");
    }

    @Test
    default void settle_afterDiscard_isNotFound() {
        TaskRecord run = start("a");
        settle(complete(run));
        assertThat(discard("a")).isEqualTo(DiscardResult.OK);
        assertThat(settle(complete(run))).isEqualTo(SettleResult.NOT_FOUND);
        assertAbsent("a");
    }

    @Test
    default void settle_keepsErrorsOfAnyLengthAndContent() {
        TaskRecord run = start("a");
        String hostile = "\u0000\uD800 \uFFFF\u0007 \"'\\%_; \uD83D\uDE00".repeat(2_000);
        RunHistory history = Tasks.ran(run, RunHistory.Outcome.RETRIED, hostile);
        assertThat(settle(Report.retry(run.id(), run.token(), 0, hostile, history)))
                .isEqualTo(SettleResult.OK);
        TaskRecord record = find("a");
        assertThat(record.lastError()).doesNotContain("\u0000").contains("\uD83D\uDE00");
        assertThat(record.lastError().getBytes(StandardCharsets.UTF_8).length).isBetween(4_000, 4_096);
        assertThat(record.history()).isEqualTo(history);
        worker().take("a");
    }

    @Test
    default void settle_keepsTheHistoryAsOpaqueBytes() {
        byte[] strange = new byte[600];
        for (int i = 0; i < strange.length; i++) {
            strange[i] = (byte) (i * 31);
        }
        TaskRecord run = start("a");
        settle(Report.retry(run.id(), run.token(), 0, "x", RunHistory.of(strange)));
        assertThat(find("a").history().bytes()).isEqualTo(strange);
        assertThat(worker().take("a").history().bytes()).isEqualTo(strange);
    }

    @Test
    default void settle_keepsTheLastTenRuns() {
        create(Tasks.retry(due("a"), 100, 3));
        for (int i = 0; i < 13; i++) {
            settle(retry(worker().take("a"), 0));
        }
        TaskRecord record = find("a");
        assertThat(record.runs()).hasSize(RunHistory.RUNS_MAX);
        assertThat(record.runs().get(9).token()).isEqualTo(record.settledToken());
        assertThat(record.attempt()).isEqualTo(14);
    }
}
