package dev.punctual.contract;

import static dev.punctual.contract.Tasks.due;
import static dev.punctual.contract.Tasks.ids;
import static dev.punctual.contract.Tasks.later;
import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.Due;
import dev.punctual.Payload;
import dev.punctual.Reschedule;
import dev.punctual.RescheduleResult;
import dev.punctual.RescheduleResult.Outcome;
import dev.punctual.TaskId;
import dev.punctual.TaskRecord;
import dev.punctual.TaskState;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Moving a waiting task (T12) and making it due now (T13). */
public interface RescheduleContract extends StoreContract {

    @Test
    default void reschedule_toAnEarlierTime_runsThen() {
        create(later("a"));
        TaskRecord before = find("a");
        RescheduleResult result = reschedule("a", Due.after(Duration.ofMillis(20)));
        TaskRecord after = find("a");
        assertThat(result).isEqualTo(RescheduleResult.of(after, Outcome.OK));
        assertThat(after.dueAt()).isLessThan(before.dueAt());
        assertThat(after.sortKey()).isEqualTo(after.dueAt());
        assertThat(after.revision()).isEqualTo(before.revision() + 1);
        assertThat(after.spec()).isEqualTo(before.spec());
        assertThat(after.incarnation()).isEqualTo(before.incarnation());
        advance(20);
        worker().take("a");
    }

    @Test
    default void reschedule_toALaterTime_doesNotRunBefore() {
        create(Tasks.in("a", 20));
        reschedule("a", Due.after(Duration.ofMinutes(10)));
        advance(50);
        assertThat(worker().claim(10).claims()).isEmpty();
        assertThat(worker().claim(10).nextDueMillis()).isEqualTo(find("a").dueAt());
    }

    @Test
    default void reschedule_ofADueTask_takesItBack() {
        create(due("a"));
        assertThat(reschedule("a", Due.after(Duration.ofMinutes(10))).outcome()).isEqualTo(Outcome.OK);
        assertThat(worker().claim(10).claims()).isEmpty();
    }

    @Test
    default void reschedule_toAnInstant_keepsItToTheMillisecond() {
        create(later("a"));
        long dueAt = storeNow() + 4_294_972_296L;
        assertThat(reschedule("a", Due.at(Instant.ofEpochMilli(dueAt))).dueAt()).isEqualTo(Instant.ofEpochMilli(dueAt));
        assertThat(find("a").dueAt()).isEqualTo(dueAt);
    }

    @Test
    default void reschedule_toThePast_isDueNow() {
        create(later("a"));
        long now = storeNow();
        reschedule("a", Due.at(Instant.ofEpochMilli(now - 5_000)));
        assertThat(find("a").dueAt()).isEqualTo(now - 5_000);
        assertThat(find("a").sortKey()).isGreaterThanOrEqualTo(now);
        worker().take("a");
    }

    @Test
    default void reschedule_movesTheExpiryAlong() {
        create(later("a").expireAfter(Duration.ofSeconds(7)));
        reschedule("a", Due.after(Duration.ofSeconds(60)));
        TaskRecord record = find("a");
        assertThat(record.expireAt()).isEqualTo(record.dueAt() + 7_000);
        create(later("b"));
        reschedule("b", Due.after(Duration.ofSeconds(60)));
        assertThat(find("b").expireAt()).isZero();
    }

    @Test
    default void reschedule_ofARetryThatOvertookItsExpiry_runs() {
        create(due("a").expireAfter(Duration.ofSeconds(5)));
        settle(Tasks.retry(worker().take("a"), 60_000));
        assertThat(runNow("a").outcome()).isEqualTo(Outcome.OK);
        worker().take("a");
    }

    @Test
    default void reschedule_withAPayload_changesOnlyThat() {
        create(later("a"));
        TaskRecord before = find("a");
        Payload payload = new Payload(new byte[] {0, (byte) 0xFF, 10}, "application/x-new", 9);
        reschedule(new Reschedule(before.id(), Due.after(Duration.ofHours(1)), payload, null));
        assertThat(find("a").spec()).isEqualTo(before.spec().withPayload(payload));
    }

    @Test
    default void reschedule_withTheRightRevision_works() {
        create(later("a"));
        long revision = find("a").revision();
        RescheduleResult result = reschedule(new Reschedule(TaskId.of("a"), Due.now(), null, revision));
        assertThat(result.outcome()).isEqualTo(Outcome.OK);
        assertThat(result.revision()).isEqualTo(revision + 1);
    }

    @Test
    default void reschedule_withAnotherRevision_isStaleAndChangesNothing() {
        create(later("a"));
        TaskRecord before = find("a");
        for (long wrong : new long[] {before.revision() - 1, before.revision() + 1, 0, Long.MAX_VALUE}) {
            assertThat(reschedule(new Reschedule(before.id(), Due.now(), Payload.EMPTY, wrong)))
                    .isEqualTo(RescheduleResult.of(before, Outcome.STALE));
        }
        assertUnchanged(before);
    }

    @Test
    default void reschedule_ofWhatDoesNotWait_changesNothing() {
        for (TaskState state : TaskState.values()) {
            if (state != TaskState.SCHEDULED) {
                TaskRecord before = bring("in-" + state, state);
                Outcome expected = state == TaskState.RUNNING ? Outcome.RUNNING : Outcome.FINISHED;
                assertThat(reschedule(new Reschedule(before.id(), Due.now(), Payload.EMPTY, null)))
                        .isEqualTo(RescheduleResult.of(before, expected));
                assertUnchanged(before);
            }
        }
    }

    @Test
    default void reschedule_ofAnUnknownId_isNotFound() {
        assertThat(reschedule("nobody", Due.now())).isEqualTo(RescheduleResult.notFound(TaskId.of("nobody")));
        assertAbsent("nobody");
    }

    @Test
    default void reschedule_keepsCountersTokensAndGhost() {
        create(due("a"));
        lose("a");
        settle(Tasks.retry(worker().take("a"), 60_000));
        TaskRecord before = find("a");
        reschedule("a", Due.after(Duration.ofSeconds(1)));
        TaskRecord after = find("a");
        assertThat(after.failures()).isEqualTo(1);
        assertThat(after.losses()).isEqualTo(1);
        assertThat(after.ghost()).isTrue();
        assertThat(after.token()).isEqualTo(before.token());
        assertThat(after.settledToken()).isEqualTo(before.settledToken());
        assertThat(after.history()).isEqualTo(before.history());
        assertThat(after.lastError()).isEqualTo(before.lastError());
    }

    @Test
    default void reschedule_backAndForth_runsOnce() {
        create(later("a"));
        for (int i = 0; i < 50; i++) {
            reschedule("a", Due.after(Duration.ofMillis(i % 2 == 0 ? 1 : 3_600_000)));
        }
        reschedule("a", Due.now());
        assertThat(ids(worker().claim(100).claims())).containsExactly("a");
        assertThat(worker().claim(100).claims()).isEmpty();
    }

    @Test
    default void runNow_makesAWaitingTaskDue() {
        create(later("a"));
        TaskRecord before = find("a");
        long now = storeNow();
        RescheduleResult result = runNow("a");
        TaskRecord after = find("a");
        assertThat(result).isEqualTo(RescheduleResult.of(after, Outcome.OK));
        assertThat(after.dueAt()).isBetween(now, storeNow());
        assertThat(after.revision()).isEqualTo(before.revision() + 1);
        worker().take("a");
    }

    @Test
    default void runNow_severalTimes_runsOnce() {
        create(later("a"));
        for (int i = 0; i < 5; i++) {
            assertThat(runNow("a").outcome()).isEqualTo(Outcome.OK);
        }
        assertThat(worker().claim(10).claims()).hasSize(1);
        assertThat(runNow("a").outcome()).isEqualTo(Outcome.RUNNING);
        assertThat(worker().claim(10).claims()).isEmpty();
    }

    @Test
    default void runNow_ofAPausedQueue_isRefused() {
        create(later("a"));
        TaskRecord before = find("a");
        queries().pause("default");
        assertThat(runNow("a")).isEqualTo(RescheduleResult.of(before, Outcome.PAUSED));
        assertUnchanged(before);
    }

    @Test
    default void runNow_answersLikeReschedule() {
        TaskRecord running = bring("run", TaskState.RUNNING);
        TaskRecord done = bring("done", TaskState.SUCCEEDED);
        assertThat(runNow("run")).isEqualTo(RescheduleResult.of(running, Outcome.RUNNING));
        assertThat(runNow("done")).isEqualTo(RescheduleResult.of(done, Outcome.FINISHED));
        assertThat(runNow("nobody")).isEqualTo(RescheduleResult.notFound(TaskId.of("nobody")));
    }
}
