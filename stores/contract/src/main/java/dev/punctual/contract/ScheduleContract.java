package dev.punctual.contract;

import static dev.punctual.contract.Tasks.complete;
import static dev.punctual.contract.Tasks.due;
import static dev.punctual.contract.Tasks.in;
import static dev.punctual.contract.Tasks.later;
import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.CallId;
import dev.punctual.CancelResult;
import dev.punctual.ClaimResult;
import dev.punctual.Due;
import dev.punctual.IfExists;
import dev.punctual.NewTask;
import dev.punctual.Priority;
import dev.punctual.RetryPolicy;
import dev.punctual.ScheduleResult;
import dev.punctual.ScheduleResult.Outcome;
import dev.punctual.Sink;
import dev.punctual.TaskId;
import dev.punctual.TaskRecord;
import dev.punctual.TaskSpec;
import dev.punctual.TaskState;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Scheduling (T1): what a new record holds, and the same id again in every state. */
public interface ScheduleContract extends StoreContract {

    /** The payload of a record in a state, and of the request that meets it, never happen to be equal. */
    private static NewTask again(String id, IfExists rule) {
        return Tasks.with(in(id, 7_200_000), Tasks.spec("another payload")).ifExists(rule);
    }

    @Test
    default void schedule_keepsTheWholeRequest() {
        TaskSpec spec = Tasks.spec("p")
                .withQueue("mail")
                .withSink(Sink.webhook("https://host.example/hook?a=b"))
                .withPriority(new Priority(7))
                .withHeaders(Map.of("traceparent", "00-1-2-01", "Grüße", "größer \uD83D\uDE00 \n"))
                .withRetry(new RetryPolicy(
                        4,
                        5,
                        Duration.ofNanos(1_500_001),
                        1.7,
                        Duration.ofDays(2).plusNanos(1),
                        0.25));
        NewTask task = NewTask.of(TaskId.of("whole"), spec, Due.after(Duration.ofMinutes(5)));
        create(task);
        TaskRecord record = find("whole");
        assertThat(record.spec()).isEqualTo(spec);
        assertThat(record.incarnation()).isEqualTo(task.incarnation());
        assertThat(record.state()).isEqualTo(TaskState.SCHEDULED);
    }

    @Test
    default void schedule_ofANewId_startsAllCountersAtZero() {
        long before = storeNow();
        create(later("new"));
        long after = storeNow();
        TaskRecord record = find("new");
        assertThat(record.createdAt()).isBetween(before, after);
        assertThat(record.dueAt()).isEqualTo(record.createdAt() + Tasks.LATER.toMillis());
        assertThat(record.sortKey()).isEqualTo(record.dueAt());
        assertThat(record.revision()).isBetween(before * 1_000, after * 1_000 + 999);
        assertThat(record.token()).isZero();
        assertThat(record.settledToken()).isZero();
        assertThat(record.failures() + record.losses() + record.redrives()).isZero();
        assertThat(record.lease()).isNull();
        assertThat(record.expireAt()).isZero();
        assertThat(record.finishedAt()).isZero();
        assertThat(record.ghost()).isFalse();
        assertThat(record.cancelRequested()).isFalse();
        assertThat(record.lastError()).isEmpty();
        assertThat(record.runs()).isEmpty();
        assertThat(record.stub()).isFalse();
    }

    @Test
    default void schedule_answersStateDueTimeAndRevisionOfTheRecord() {
        ScheduleResult result = schedule(later("answer"));
        TaskRecord record = find("answer");
        assertThat(result.id()).isEqualTo(record.id());
        assertThat(result.outcome()).isEqualTo(Outcome.CREATED);
        assertThat(result.state()).isEqualTo(TaskState.SCHEDULED);
        assertThat(result.dueAt()).isEqualTo(Instant.ofEpochMilli(record.dueAt()));
        assertThat(result.revision()).isEqualTo(record.revision());
        assertThat(result.refusal()).isNull();
    }

    @Test
    default void schedule_resolvesADelayByTheStoresClock() {
        long before = storeNow();
        create(in("delay", 1_500));
        long after = storeNow();
        assertThat(find("delay").dueAt()).isBetween(before + 1_500, after + 1_500);
    }

    @Test
    default void schedule_roundsFractionsOfAMillisecondUp() {
        long before = storeNow();
        create(due("fraction", Due.after(Duration.ofNanos(10_000_001))));
        TaskRecord record = find("fraction");
        assertThat(record.dueAt()).isEqualTo(record.createdAt() + 11);
        Instant instant = Instant.ofEpochMilli(before + 60_000).plusNanos(1);
        create(due("instant", Due.at(instant)));
        assertThat(find("instant").dueAt()).isEqualTo(before + 60_001);
    }

    /** Field case A13: an instant that has passed. */
    @Test
    default void A13_schedule_ofAPastInstant_isDueNowAndKeepsTheInstant() {
        long now = storeNow();
        create(Tasks.at("past", now - 86_400_000));
        TaskRecord record = find("past");
        assertThat(record.dueAt()).isEqualTo(now - 86_400_000);
        assertThat(record.sortKey()).isGreaterThanOrEqualTo(now);
        worker().take("past");
    }

    @Test
    default void schedule_countsTheExpiryFromTheDueTime() {
        create(later("expiring").expireAfter(Duration.ofSeconds(90)));
        TaskRecord record = find("expiring");
        assertThat(record.expireAt()).isEqualTo(record.dueAt() + 90_000);
    }

    @Test
    default void schedule_keep_changesNothingInAnyState() {
        for (TaskState state : TaskState.values()) {
            TaskRecord before = bring("keep-" + state, state);
            ScheduleResult result = schedule(again("keep-" + state, IfExists.KEEP));
            assertThat(result).isEqualTo(ScheduleResult.of(before, Outcome.EXISTS));
            assertUnchanged(before);
        }
    }

    @Test
    default void schedule_replace_replacesTheWholeWaitingTask() {
        TaskRecord before = bring("replace", TaskState.SCHEDULED);
        NewTask task = Tasks.queue(again("replace", IfExists.REPLACE), "other").expireAfter(Duration.ofSeconds(3));
        ScheduleResult result = schedule(task);
        TaskRecord after = find("replace");
        assertThat(result).isEqualTo(ScheduleResult.of(after, Outcome.REPLACED));
        assertThat(after.spec()).isEqualTo(task.spec());
        assertThat(after.incarnation()).isEqualTo(before.incarnation());
        assertThat(after.revision()).isEqualTo(before.revision() + 1);
        assertThat(after.dueAt()).isGreaterThan(before.dueAt());
        assertThat(after.expireAt()).isEqualTo(after.dueAt() + 3_000);
        assertThat(worker().queues("default").claim(10).nextDueMillis())
                .as("nothing is left of it where it was")
                .isEqualTo(ClaimResult.NONE);
    }

    @Test
    default void schedule_replace_setsCountersToZeroAndKeepsTokens() {
        TaskRecord run = start("counted");
        settle(Tasks.retry(run, 3_600_000));
        schedule(again("counted", IfExists.REPLACE));
        TaskRecord after = find("counted");
        assertThat(after.failures()).isZero();
        assertThat(after.token()).isEqualTo(run.token());
        assertThat(after.settledToken()).isEqualTo(run.token());
        assertThat(after.incarnation()).isEqualTo(run.incarnation());
    }

    @Test
    default void schedule_replace_refusesARunningTask() {
        TaskRecord before = bring("busy", TaskState.RUNNING);
        assertThat(schedule(again("busy", IfExists.REPLACE))).isEqualTo(ScheduleResult.of(before, Outcome.RUNNING));
        assertUnchanged(before);
    }

    @Test
    default void schedule_restart_keepsALiveTask() {
        for (TaskState state : new TaskState[] {TaskState.SCHEDULED, TaskState.RUNNING}) {
            TaskRecord before = bring("live-" + state, state);
            assertThat(schedule(again("live-" + state, IfExists.RESTART)))
                    .isEqualTo(ScheduleResult.of(before, Outcome.EXISTS));
            assertUnchanged(before);
        }
    }

    @Test
    default void schedule_replaceAndRestart_makeANewIncarnationOfAFinishedTask() {
        for (IfExists rule : new IfExists[] {IfExists.REPLACE, IfExists.RESTART}) {
            for (TaskState state : TaskState.values()) {
                if (state.finished()) {
                    assertNewIncarnation(rule + "-" + state, rule, state);
                }
            }
        }
    }

    private void assertNewIncarnation(String id, IfExists rule, TaskState state) {
        TaskRecord old = bring(id, state);
        NewTask task = again(id, rule);
        ScheduleResult result = schedule(task);
        TaskRecord fresh = find(id);
        assertThat(result).isEqualTo(ScheduleResult.of(fresh, Outcome.CREATED));
        assertThat(fresh.state()).isEqualTo(TaskState.SCHEDULED);
        assertThat(fresh.spec()).isEqualTo(task.spec());
        assertThat(fresh.incarnation()).isEqualTo(task.incarnation()).isNotEqualTo(old.incarnation());
        assertThat(fresh.token()).isEqualTo(old.token());
        assertThat(fresh.settledToken()).isEqualTo(old.settledToken());
        assertThat(fresh.revision()).isEqualTo(old.revision() + 1);
        assertThat(fresh.failures() + fresh.losses()).isZero();
        assertThat(fresh.finishedAt()).isZero();
        assertThat(fresh.lastError()).isEmpty();
        assertThat(fresh.runs()).isEmpty();
    }

    @Test
    default void schedule_keepsTheGhostThroughReplaceAndRestart() {
        create(due("ghost"));
        lose("ghost");
        schedule(again("ghost", IfExists.REPLACE));
        assertThat(find("ghost").ghost()).isTrue();
        assertThat(cancel("ghost")).isEqualTo(CancelResult.CANCELLED_AFTER_LOSS);
        schedule(again("ghost", IfExists.RESTART));
        assertThat(find("ghost").ghost()).isTrue();
        assertThat(cancel("ghost")).isEqualTo(CancelResult.CANCELLED_AFTER_LOSS);
    }

    @Test
    default void schedule_repeatedCall_answersTheStoredOutcomeInEveryState() {
        for (TaskState state : TaskState.values()) {
            for (IfExists rule : IfExists.values()) {
                String id = "repeat-" + rule + "-" + state;
                TaskRecord before = bring(id, state);
                CallId call = Objects.requireNonNull(before.call(), "the call that made it")
                        .id();
                assertThat(schedule(again(id, rule).callId(call)))
                        .isEqualTo(ScheduleResult.of(before, Outcome.CREATED));
                assertUnchanged(before);
            }
        }
    }

    @Test
    default void schedule_repeatedCallAfterTheTaskRan_startsNothing() {
        NewTask task = due("once").ifExists(IfExists.RESTART);
        create(task);
        settle(complete(worker().take("once")));
        TaskRecord before = find("once");
        assertThat(schedule(task).outcome()).isEqualTo(Outcome.CREATED);
        assertUnchanged(before);
        assertThat(worker().claim(10).claims()).isEmpty();
    }

    @Test
    default void schedule_repeatedReplace_answersReplacedAndWritesNothing() {
        create(later("twice"));
        NewTask replacing = again("twice", IfExists.REPLACE);
        assertThat(schedule(replacing).outcome()).isEqualTo(Outcome.REPLACED);
        TaskRecord before = find("twice");
        advance(5);
        assertThat(schedule(replacing)).isEqualTo(ScheduleResult.of(before, Outcome.REPLACED));
        assertUnchanged(before);
    }

    @Test
    default void schedule_theLatestWriterIsRemembered() {
        NewTask first = later("writers");
        create(first);
        NewTask second = again("writers", IfExists.REPLACE);
        schedule(second);
        TaskRecord before = find("writers");
        assertThat(before.call()).isEqualTo(new TaskRecord.Call(second.callId(), Outcome.REPLACED));
        assertThat(schedule(first).outcome())
                .as("the first call is forgotten: it meets the id like any other")
                .isEqualTo(Outcome.EXISTS);
        assertUnchanged(before);
    }

    @Test
    default void schedule_anIdOfAnotherQueue_isTheSameId() {
        create(Tasks.queue(later("one-id"), "a"));
        assertThat(schedule(Tasks.queue(later("one-id"), "b")).outcome()).isEqualTo(Outcome.EXISTS);
        assertThat(find("one-id").spec().queue()).isEqualTo("a");
    }

    @Test
    default void schedule_expiredButNotYetMarked_isStillAWaitingTask() {
        create(due("late").expireAfter(Duration.ofMillis(1)));
        advance(5);
        assertThat(schedule(again("late", IfExists.KEEP)).outcome()).isEqualTo(Outcome.EXISTS);
    }
}
