package dev.punctual.search;

import dev.punctual.CancelResult;
import dev.punctual.DiscardResult;
import dev.punctual.Lease;
import dev.punctual.LeaseRef;
import dev.punctual.Limits;
import dev.punctual.NewTask;
import dev.punctual.Reclaim;
import dev.punctual.RedriveResult;
import dev.punctual.RenewResult;
import dev.punctual.Report;
import dev.punctual.Reschedule;
import dev.punctual.RescheduleResult;
import dev.punctual.ScheduleResult;
import dev.punctual.SettleResult;
import dev.punctual.TaskRecord;
import dev.punctual.TaskStateMachine;
import dev.punctual.TaskStateMachine.Moment;
import dev.punctual.TaskStateMachine.Step;
import org.jspecify.annotations.Nullable;

/**
 * The rules that the search explores: the real state machine, and the two rules that a store adds to it (what the
 * number of a claim means, and how the token floor rises). A planted mistake overrides one of them.
 *
 * <p>Immutable. Thread-safe.
 */
public class Rules {

    private final TaskStateMachine machine = new TaskStateMachine(Limits.DEFAULT);

    /** What the number of a claim means. */
    public enum ClaimKind {
        /** An old message. */
        STALE,
        /** A repeat of the last claim of that worker. */
        REPEAT,
        /** A claim. */
        NEW
    }

    /** Judges the number of a claim by the last one seen of that worker. */
    public ClaimKind judge(long lastSeq, long seq) {
        return seq < lastSeq ? ClaimKind.STALE : seq == lastSeq ? ClaimKind.REPEAT : ClaimKind.NEW;
    }

    /** Returns the token floor after this record was removed. */
    public long floorAfter(long floor, TaskRecord removed) {
        return Math.max(floor, removed.token());
    }

    /** T1. */
    public Step<ScheduleResult> schedule(@Nullable TaskRecord current, NewTask task, Moment now) {
        return machine.schedule(current, task, now);
    }

    /** T2. */
    public TaskRecord claim(TaskRecord current, Lease lease, long tokenFloor, Moment now) {
        return machine.claim(current, lease, tokenFloor, now);
    }

    /** T2'. */
    public @Nullable TaskRecord expire(TaskRecord current, Moment now) {
        return machine.expire(current, now);
    }

    /** T4. */
    public Step<RenewResult> renew(@Nullable TaskRecord current, LeaseRef ref, long leaseUntilMillis) {
        return machine.renew(current, ref, leaseUntilMillis);
    }

    /** T5 to T8. */
    public Step<SettleResult> settle(@Nullable TaskRecord current, Report report, Moment now) {
        return machine.settle(current, report, now);
    }

    /** T9. */
    public Step<Boolean> reclaim(@Nullable TaskRecord current, Reclaim reclaim, Moment now) {
        return machine.reclaim(current, reclaim, now);
    }

    /** T10 and T11. */
    public Step<CancelResult> cancel(@Nullable TaskRecord current, Moment now) {
        return machine.cancel(current, now);
    }

    /** T12 and T13. */
    public Step<RescheduleResult> reschedule(@Nullable TaskRecord current, Reschedule request, Moment now) {
        return machine.reschedule(current, request, now);
    }

    /** T14. */
    public Step<RedriveResult> redrive(TaskRecord current, Moment now) {
        return machine.redrive(current, current.id(), now);
    }

    /** T15. */
    public Step<DiscardResult> discard(@Nullable TaskRecord current) {
        return machine.discard(current);
    }
}
