package dev.punctual;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Every transition of a task record, as pure functions from (record, command, time) to (record, answer). Stores that
 * change whole records use it directly; for stores that change records in SQL or scripts it is the oracle. The rows T1
 * to T15 are those of {@code docs/state-machine.md}.
 *
 * <p>What it leaves to the store: that a transition is one atomic step, the due index, the pause of queues, the fill
 * mark, the numbers of claims, and the token floor, which it is told.
 *
 * <p>Immutable. Thread-safe.
 */
public final class TaskStateMachine {

    // Design note: the table of transitions stands in one file, although a long one, so that it can be read row by row
    // beside the page that describes it.

    /** The error of a task that died because its worker was lost too often. */
    public static final String WORKER_LOST = "worker lost";

    private final Limits limits;

    /** Makes the state machine that refuses what is beyond these limits. */
    public TaskStateMachine(Limits limits) {
        this.limits = limits;
    }

    /**
     * The clock of the store at one step.
     *
     * @param micros epoch microseconds
     */
    public record Moment(long micros) {

        /** Returns the moment of an instant. */
        public static Moment of(Instant instant) {
            return new Moment(
                    Math.addExact(Math.multiplyExact(instant.getEpochSecond(), 1_000_000L), instant.getNano() / 1_000));
        }

        /** Returns epoch milliseconds, rounded down: a task is due when they have reached its due time. */
        public long millis() {
            return Math.floorDiv(micros, 1_000L);
        }
    }

    /**
     * What a step does.
     *
     * @param record the record after the step; null if there is none
     * @param changed whether the record differs from the one before, so that it must be written (or removed)
     * @param answer what the caller is told
     * @param <A> the type of the answer
     */
    public record Step<A>(@Nullable TaskRecord record, boolean changed, A answer) {

        static <A> Step<A> unchanged(@Nullable TaskRecord record, A answer) {
            return new Step<>(record, false, answer);
        }

        static <A> Step<A> changed(@Nullable TaskRecord record, A answer) {
            return new Step<>(record, true, answer);
        }

        /** Returns the record after the step, which must exist. */
        public TaskRecord present() {
            if (record == null) {
                throw new IllegalStateException("the step left no record");
            }
            return record;
        }
    }

    /** T1: schedules a task. */
    public Step<ScheduleResult> schedule(@Nullable TaskRecord current, NewTask task, Moment now) {
        if (current != null && current.call() != null && current.call().id().equals(task.callId())) {
            return Step.unchanged(
                    current, ScheduleResult.of(current, current.call().outcome()));
        }
        long dueAt = task.due().resolve(now.millis());
        Refusal refusal = refuse(task, dueAt, now);
        if (refusal != null) {
            return Step.unchanged(current, ScheduleResult.refused(task.id(), refusal));
        }
        if (current == null) {
            return created(fresh(task, dueAt, now));
        }
        boolean replace = task.ifExists() == IfExists.REPLACE;
        if (current.state().finished() && task.ifExists() != IfExists.KEEP) {
            return created(anew(current, task, dueAt, now));
        }
        if (current.state() == TaskState.SCHEDULED && replace) {
            TaskRecord replaced = anew(current, task, dueAt, now)
                    .edit()
                    .incarnation(current.incarnation())
                    .createdAt(current.createdAt())
                    .redrives(current.redrives())
                    .history(current.history())
                    .call(new TaskRecord.Call(task.callId(), ScheduleResult.Outcome.REPLACED))
                    .done();
            return Step.changed(replaced, ScheduleResult.of(replaced, ScheduleResult.Outcome.REPLACED));
        }
        boolean refused = current.state() == TaskState.RUNNING && replace;
        return Step.unchanged(
                current,
                ScheduleResult.of(current, refused ? ScheduleResult.Outcome.RUNNING : ScheduleResult.Outcome.EXISTS));
    }

    private static Step<ScheduleResult> created(TaskRecord record) {
        return Step.changed(record, ScheduleResult.of(record, ScheduleResult.Outcome.CREATED));
    }

    private static TaskRecord fresh(NewTask task, long dueAt, Moment now) {
        return new TaskRecord(
                task.id(),
                task.incarnation(),
                task.spec(),
                TaskState.SCHEDULED,
                dueAt,
                expiry(task, dueAt),
                Math.max(dueAt, now.millis()),
                0,
                0,
                null,
                0,
                0,
                false,
                false,
                new TaskRecord.Call(task.callId(), ScheduleResult.Outcome.CREATED),
                now.millis(),
                0,
                now.micros(),
                0,
                "",
                RunHistory.EMPTY,
                false);
    }

    /** A new record in the place of an old one: tokens and ghost are carried over, the revision goes on. */
    private static TaskRecord anew(TaskRecord current, NewTask task, long dueAt, Moment now) {
        TaskRecord fresh = fresh(task, dueAt, now);
        return new TaskRecord(
                fresh.id(),
                fresh.incarnation(),
                fresh.spec(),
                fresh.state(),
                fresh.dueAt(),
                fresh.expireAt(),
                fresh.sortKey(),
                current.token(),
                current.settledToken(),
                null,
                0,
                0,
                current.ghost(),
                false,
                fresh.call(),
                fresh.createdAt(),
                0,
                current.revision() + 1,
                0,
                "",
                RunHistory.EMPTY,
                false);
    }

    private static long expiry(NewTask task, long dueAt) {
        return task.expireAfter() == null ? 0 : Millis.add(dueAt, Millis.ceil(task.expireAfter()));
    }

    private @Nullable Refusal refuse(NewTask task, long dueAt, Moment now) {
        Refusal payload = refusePayload(task.spec().payload());
        return payload != null ? payload : refuseDue(task.due(), dueAt, now);
    }

    private @Nullable Refusal refusePayload(Payload payload) {
        return payload.size() <= limits.payloadBytesMax()
                ? null
                : Payload.tooLarge(payload.size(), limits.payloadBytesMax());
    }

    private @Nullable Refusal refuseDue(Due due, long dueAt, Moment now) {
        long latest = Math.min(Limits.DUE_MAX.toEpochMilli(), Millis.add(now.millis(), Millis.ceil(limits.horizon())));
        boolean delay = due instanceof Due.After;
        if (dueAt > latest) {
            return new Refusal(
                    Refusal.Reason.OUT_OF_RANGE,
                    delay ? "delay" : "dueAt",
                    "must not be later than " + Instant.ofEpochMilli(latest) + " (the horizon is "
                            + limits.horizon().toDays() + " days), was " + due.words(),
                    delay
                            ? "PT30M"
                            : Instant.ofEpochMilli(now.millis() + 1_800_000).toString());
        }
        if (dueAt < Limits.DUE_MIN.toEpochMilli()) {
            return new Refusal(
                    Refusal.Reason.OUT_OF_RANGE,
                    delay ? "delay" : "dueAt",
                    "must not be before " + Limits.DUE_MIN + " (seconds given as milliseconds?), was " + due.words(),
                    delay
                            ? "PT30M"
                            : Instant.ofEpochMilli(now.millis() + 1_800_000).toString());
        }
        return null;
    }

    /**
     * T2: claims a task for a worker. The record must be {@link TaskRecord#claimable}.
     *
     * @param lease who takes it and until when, by the store's clock
     * @param tokenFloor no token at or below this may be given out again
     */
    public TaskRecord claim(TaskRecord current, Lease lease, long tokenFloor, Moment now) {
        if (!current.claimable(now.millis())) {
            throw new IllegalStateException("task " + current.id() + " cannot be claimed: " + current.state());
        }
        long token = Math.max(Math.max(current.token(), tokenFloor) + 1, now.micros());
        return current.edit()
                .state(TaskState.RUNNING)
                .token(token)
                .lease(lease)
                .nextRevision()
                .done();
    }

    /** T2': a waiting task whose expiry has passed is over; null if it is not so. */
    public @Nullable TaskRecord expire(TaskRecord current, Moment now) {
        return current.state() == TaskState.SCHEDULED && current.expired(now.millis())
                ? finish(current.edit(), TaskState.EXPIRED, now).done()
                : null;
    }

    /** T4: extends a lease. */
    public Step<RenewResult> renew(@Nullable TaskRecord current, LeaseRef ref, long leaseUntilMillis) {
        if (current == null || current.lease() == null || current.token() != ref.token()) {
            return Step.unchanged(current, RenewResult.FENCED);
        }
        TaskRecord renewed =
                current.edit().lease(current.lease().until(leaseUntilMillis)).done();
        return Step.changed(renewed, current.cancelRequested() ? RenewResult.CANCEL_REQUESTED : RenewResult.OK);
    }

    /** T5 to T8: records how a claim ended. */
    public Step<SettleResult> settle(@Nullable TaskRecord current, Report report, Moment now) {
        if (current == null) {
            return Step.unchanged(null, SettleResult.NOT_FOUND);
        }
        if (report.token() == current.settledToken()) {
            return Step.unchanged(current, SettleResult.OK);
        }
        if (current.state() != TaskState.RUNNING || current.token() != report.token()) {
            return Step.unchanged(current, SettleResult.FENCED);
        }
        TaskRecord.Editor next = current.edit()
                .settledToken(report.token())
                .history(report.history())
                .ghost(current.ghost() || report.unreturned());
        if (!report.error().isEmpty()) {
            next.lastError(report.error());
        }
        TaskRecord settled = switch (report.outcome()) {
            case COMPLETE -> finish(next, TaskState.SUCCEEDED, now).done();
            case RETRY -> retried(current, next, report, now);
            case BURY -> buried(current, next, report, now);
            case RELEASE -> released(current, next, now);
        };
        return Step.changed(settled, SettleResult.OK);
    }

    private static TaskRecord retried(TaskRecord current, TaskRecord.Editor next, Report report, Moment now) {
        int failures = current.failures() + 1;
        next.failures(failures);
        if (current.cancelRequested()) {
            return finish(next, TaskState.CANCELLED, now).done();
        }
        if (failures >= current.spec().retry().maxAttempts()) {
            return finish(next, TaskState.DEAD, now).done();
        }
        return waiting(next, Millis.add(now.millis(), report.delayMillis()), now);
    }

    private static TaskRecord buried(TaskRecord current, TaskRecord.Editor next, Report report, Moment now) {
        next.failures(current.failures() + (report.error().isEmpty() ? 0 : 1));
        TaskState end = current.cancelRequested() ? TaskState.CANCELLED : TaskState.DEAD;
        return finish(next, end, now).done();
    }

    private static TaskRecord released(TaskRecord current, TaskRecord.Editor next, Moment now) {
        return current.cancelRequested()
                ? finish(next, TaskState.CANCELLED, now).done()
                : waiting(next, current.dueAt(), now);
    }

    private static TaskRecord waiting(TaskRecord.Editor next, long dueAt, Moment now) {
        return next.state(TaskState.SCHEDULED)
                .lease(null)
                .dueAt(dueAt)
                .sortKey(Math.max(dueAt, now.millis()))
                .nextRevision()
                .done();
    }

    private static TaskRecord.Editor finish(TaskRecord.Editor next, TaskState end, Moment now) {
        return next.state(end)
                .lease(null)
                .cancelRequested(false)
                .finishedAt(now.millis())
                .nextRevision();
    }

    /** T9: takes back a task whose lease ran out; the answer is whether it did. */
    public Step<Boolean> reclaim(@Nullable TaskRecord current, Reclaim reclaim, Moment now) {
        if (current == null
                || current.lease() == null
                || current.token() != reclaim.token()
                || current.lease().untilMillis() >= now.millis()) {
            return Step.unchanged(current, false);
        }
        int losses = current.losses() + 1;
        TaskRecord.Editor next = current.edit()
                .losses(losses)
                .ghost(true)
                .history(reclaim.history())
                .lastError(WORKER_LOST);
        if (current.cancelRequested()) {
            return Step.changed(finish(next, TaskState.CANCELLED, now).done(), true);
        }
        if (losses >= current.spec().retry().maxLosses()) {
            return Step.changed(finish(next, TaskState.DEAD, now).done(), true);
        }
        return Step.changed(waiting(next, current.dueAt(), now), true);
    }

    /** T10 and T11: cancels a task, or asks the running one to end. */
    public Step<CancelResult> cancel(@Nullable TaskRecord current, Moment now) {
        if (current == null) {
            return Step.unchanged(null, CancelResult.NOT_FOUND);
        }
        return switch (current.state()) {
            case SCHEDULED ->
                Step.changed(finish(current.edit(), TaskState.CANCELLED, now).done(), cancelled(current));
            case CANCELLED -> Step.unchanged(current, cancelled(current));
            case RUNNING ->
                current.cancelRequested()
                        ? Step.unchanged(current, CancelResult.RUNNING)
                        : Step.changed(current.edit().cancelRequested(true).done(), CancelResult.RUNNING);
            case SUCCEEDED, DEAD, EXPIRED -> Step.unchanged(current, CancelResult.FINISHED);
        };
    }

    private static CancelResult cancelled(TaskRecord current) {
        return current.ghost() ? CancelResult.CANCELLED_AFTER_LOSS : CancelResult.CANCELLED;
    }

    /** T12: moves a waiting task to another time, perhaps with another payload. */
    public Step<RescheduleResult> reschedule(@Nullable TaskRecord current, Reschedule request, Moment now) {
        if (current == null) {
            return Step.unchanged(null, RescheduleResult.notFound(request.id()));
        }
        if (current.state() != TaskState.SCHEDULED) {
            return Step.unchanged(
                    current,
                    RescheduleResult.of(
                            current,
                            current.state() == TaskState.RUNNING
                                    ? RescheduleResult.Outcome.RUNNING
                                    : RescheduleResult.Outcome.FINISHED));
        }
        if (request.expectedRevision() != null && request.expectedRevision() != current.revision()) {
            return Step.unchanged(current, RescheduleResult.of(current, RescheduleResult.Outcome.STALE));
        }
        long dueAt = request.due().resolve(now.millis());
        Refusal refusal = request.payload() == null ? null : refusePayload(request.payload());
        refusal = refusal != null ? refusal : refuseDue(request.due(), dueAt, now);
        if (refusal != null) {
            return Step.unchanged(current, RescheduleResult.refused(current, refusal));
        }
        TaskRecord.Editor next = current.edit().expireAt(movedExpiry(current, dueAt));
        if (request.payload() != null) {
            next.spec(current.spec().withPayload(request.payload()));
        }
        TaskRecord moved = waiting(next, dueAt, now);
        return Step.changed(moved, RescheduleResult.of(moved, RescheduleResult.Outcome.OK));
    }

    /** The expiry moves along; one that retries have overtaken is cleared, or the moved task could never run. */
    private static long movedExpiry(TaskRecord current, long dueAt) {
        return current.expireAt() <= current.dueAt() ? 0 : Millis.add(dueAt, current.expireAt() - current.dueAt());
    }

    /** T13: makes a waiting task due now; the store refuses it for a paused queue. */
    public Step<RescheduleResult> runNow(@Nullable TaskRecord current, TaskId id, boolean paused, Moment now) {
        if (current != null && current.state() == TaskState.SCHEDULED && paused) {
            return Step.unchanged(current, RescheduleResult.of(current, RescheduleResult.Outcome.PAUSED));
        }
        return reschedule(current, Reschedule.of(id, Due.now()), now);
    }

    /** T14: sends a dead task again, due now, with fresh budgets. */
    public Step<RedriveResult> redrive(@Nullable TaskRecord current, TaskId id, Moment now) {
        if (current == null) {
            return Step.unchanged(null, new RedriveResult(id, RedriveResult.Outcome.NOT_FOUND, null));
        }
        if (current.state() != TaskState.DEAD) {
            return Step.unchanged(current, new RedriveResult(id, RedriveResult.Outcome.NOT_DEAD, current.state()));
        }
        TaskRecord.Editor next = current.edit()
                .failures(0)
                .losses(0)
                .redrives(current.redrives() + 1)
                .expireAt(0)
                .finishedAt(0);
        return Step.changed(
                waiting(next, now.millis(), now), new RedriveResult(id, RedriveResult.Outcome.OK, TaskState.SCHEDULED));
    }

    /** T15: removes a finished record; the store raises its token floor to the record's token in the same step. */
    public Step<DiscardResult> discard(@Nullable TaskRecord current) {
        if (current == null) {
            return Step.unchanged(null, DiscardResult.NOT_FOUND);
        }
        return current.state().finished()
                ? Step.changed(null, DiscardResult.OK)
                : Step.unchanged(current, DiscardResult.LIVE);
    }

    /**
     * Returns what is kept of a finished record to save room: everything but payload, headers, last error and history.
     */
    public TaskRecord stub(TaskRecord current) {
        if (!current.state().finished()) {
            throw new IllegalStateException("task " + current.id() + " has not finished: " + current.state());
        }
        return current.edit().stub().done();
    }
}
