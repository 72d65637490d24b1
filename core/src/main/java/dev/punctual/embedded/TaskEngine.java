package dev.punctual.embedded;

import dev.punctual.BeatResult;
import dev.punctual.CancelResult;
import dev.punctual.ClaimRequest;
import dev.punctual.ClaimResult;
import dev.punctual.DiscardResult;
import dev.punctual.Lease;
import dev.punctual.LeaseRef;
import dev.punctual.Limits;
import dev.punctual.NewTask;
import dev.punctual.Reclaim;
import dev.punctual.RedriveResult;
import dev.punctual.Refusal;
import dev.punctual.RenewResult;
import dev.punctual.Report;
import dev.punctual.Reschedule;
import dev.punctual.RescheduleResult;
import dev.punctual.ScheduleResult;
import dev.punctual.SettleResult;
import dev.punctual.StoreSettings;
import dev.punctual.TaskId;
import dev.punctual.TaskRecord;
import dev.punctual.TaskStateMachine;
import dev.punctual.TaskStateMachine.Moment;
import dev.punctual.TaskStateMachine.Step;
import dev.punctual.WakeupSignal.Hint;
import dev.punctual.WorkerInfo;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Every operation of the port over {@link TaskTables}: reads a record, lets the state machine decide, writes it with
 * its index entries. One call is one atomic step as long as the store lets one thread in at a time and commits the
 * tables as a whole.
 *
 * <p>If a commit fails the engine must be thrown away ({@link #reread}): it keeps bounds and counts in memory. Not
 * thread-safe.
 */
public final class TaskEngine {

    private final Limits limits;
    private final EngineState state;
    private final TaskStateMachine machine;
    private final TaskDesk desk;
    private final FinishedPruner pruner;

    /** Makes the engine over tables, which may hold the records of an earlier process. */
    public TaskEngine(TaskTables tables, StoreSettings settings) {
        this(settings.limits(), new EngineState(tables, settings, null));
    }

    private TaskEngine(Limits limits, EngineState state) {
        this.limits = limits;
        this.state = state;
        machine = new TaskStateMachine(limits);
        desk = new TaskDesk(state);
        pruner = new FinishedPruner(machine, state);
    }

    /**
     * Returns an engine over what the tables hold now, in place of this one after a commit failed. Leases go on: the
     * workers are those of this process.
     */
    public TaskEngine reread(TaskTables tables) {
        return new TaskEngine(limits, state.reread(tables));
    }

    /** Returns the side for people. */
    TaskDesk desk() {
        return desk;
    }

    /** Returns what removes old records. */
    FinishedPruner pruner() {
        return pruner;
    }

    /**
     * Keeps the finished records within their number although nobody prunes. For stores that live in the heap: the
     * pruner of a worker, if there is one, comes by too seldom to keep it from filling up.
     */
    public void tidy() {
        pruner.tidy();
    }

    /** Writes bounds and counts that have changed to the tables; called before they are committed. */
    public void storeValues() {
        state.storeValues();
    }

    /** Returns what became due earlier since the last call; to be sent to listeners after the commit. */
    public List<Hint> takeHints() {
        return state.due().takeHints();
    }

    /** T1. */
    public List<ScheduleResult> insert(List<NewTask> tasks) {
        Moment now = state.tick();
        List<ScheduleResult> results = new ArrayList<>(tasks.size());
        for (NewTask task : tasks) {
            results.add(insert(task, now));
        }
        return results;
    }

    private ScheduleResult insert(NewTask task, Moment now) {
        TaskRecord current;
        try {
            current = state.read(task.id());
        } catch (UnreadableRecordException e) {
            return ScheduleResult.refused(
                    task.id(),
                    new Refusal(
                            Refusal.Reason.INVALID, "id", "names a record that this build cannot read", "another id"));
        }
        Step<ScheduleResult> step = machine.schedule(current, task, now);
        boolean adds = step.changed() && (current == null || current.state().finished());
        if (adds && state.counters().pending() >= limits.pendingMax()) {
            return ScheduleResult.refused(
                    task.id(),
                    new Refusal(
                            Refusal.Reason.STORE_FULL,
                            "pendingMax",
                            "the store holds " + limits.pendingMax() + " waiting and running tasks, as many as it may",
                            ""));
        }
        return state.apply(current, step);
    }

    /** T2 and T2'. */
    public ClaimResult claim(ClaimRequest request) {
        Moment now = state.tick();
        long last = state.claimNumbers().last(request.worker());
        if (request.claimSeq() < last) {
            return new ClaimResult(List.of(), now.millis(), ClaimResult.NONE, 0, true);
        }
        boolean repeated = request.claimSeq() == last;
        ClaimRequest planned = repeated
                ? new ClaimRequest(request.worker(), request.claimSeq(), 0, request.lease(), request.wanted())
                : request;
        ClaimPlanner planner = new ClaimPlanner(state.tables(), state::readable, planned, now.millis());
        List<DuePartition> wanted = state.due().wanted(request.wanted(), state.paused());
        long nextDue = planner.plan(wanted);
        for (TaskRecord record : planner.expired()) {
            state.write(record, machine.expire(record, now));
        }
        state.claimNumbers().record(request.worker(), request.claimSeq(), state.nanos());
        List<TaskRecord> claims = repeated ? extend(request) : take(planner.claims(), request, now);
        return new ClaimResult(claims, now.millis(), nextDue, planner.expired().size(), false);
    }

    private List<TaskRecord> take(List<TaskRecord> chosen, ClaimRequest request, Moment now) {
        long deadline = state.nanos() + request.lease().toNanos();
        Lease lease = new Lease(request.worker(), request.claimSeq(), state.wallMillis(deadline));
        List<TaskRecord> claims = new ArrayList<>(chosen.size());
        for (TaskRecord record : chosen) {
            TaskRecord claimed = machine.claim(record, lease, state.tokenFloor(), now);
            state.write(record, claimed);
            state.leases().put(record.id(), lease, deadline);
            claims.add(claimed);
        }
        return claims;
    }

    private List<TaskRecord> extend(ClaimRequest request) {
        long deadline = state.nanos() + request.lease().toNanos();
        List<TaskRecord> claims = new ArrayList<>();
        for (TaskId id : state.leases().of(request.worker(), request.claimSeq())) {
            TaskRecord record = state.readable(id);
            if (record != null && record.lease() != null) {
                state.leases().put(id, record.lease(), deadline);
                claims.add(state.leased(record));
            }
        }
        return claims;
    }

    /** T4. Leases are kept in memory, so this writes nothing. */
    public List<RenewResult> renew(List<LeaseRef> leases, Duration lease) {
        state.tick();
        long deadline = state.nanos() + lease.toNanos();
        List<RenewResult> results = new ArrayList<>(leases.size());
        for (LeaseRef ref : leases) {
            TaskRecord current = state.readable(ref.id());
            Step<RenewResult> step = machine.renew(current, ref, state.wallMillis(deadline));
            if (step.changed() && current != null && current.lease() != null) {
                state.leases().put(ref.id(), current.lease(), deadline);
            }
            results.add(step.answer());
        }
        return results;
    }

    /** T5 to T8. */
    public List<SettleResult> settle(List<Report> reports) {
        return each(reports, (report, now) -> {
            TaskRecord current = state.readable(report.id());
            return state.apply(current, machine.settle(current, report, now));
        });
    }

    /** Returns running records whose lease has ended. */
    public List<TaskRecord> lapsed(int max) {
        state.tick();
        List<TaskRecord> records = new ArrayList<>();
        for (TaskId id : state.leases().endedBefore(state.nanos(), max)) {
            TaskRecord record = state.readable(id);
            if (record != null) {
                records.add(record);
            }
        }
        return records;
    }

    /** T9. */
    public List<Boolean> reclaim(List<Reclaim> reclaims) {
        return each(reclaims, (reclaim, now) -> {
            TaskRecord current = state.readable(reclaim.id());
            return state.apply(current, machine.reclaim(current, reclaim, now));
        });
    }

    /** T10 and T11. */
    public List<CancelResult> cancel(List<TaskId> ids) {
        return each(ids, (id, now) -> {
            TaskRecord current = state.readable(id);
            return state.apply(current, machine.cancel(current, now));
        });
    }

    /** T12. */
    public List<RescheduleResult> reschedule(List<Reschedule> requests) {
        return each(requests, (request, now) -> {
            TaskRecord current = state.readable(request.id());
            return state.apply(current, machine.reschedule(current, request, now));
        });
    }

    /** T13. */
    public List<RescheduleResult> runNow(List<TaskId> ids) {
        return each(ids, (id, now) -> {
            TaskRecord current = state.readable(id);
            boolean paused =
                    current != null && state.paused().contains(current.spec().queue());
            return state.apply(current, machine.runNow(current, id, paused, now));
        });
    }

    /** T14. */
    public List<RedriveResult> redrive(List<TaskId> ids) {
        return each(ids, (id, now) -> {
            TaskRecord current = state.readable(id);
            return state.apply(current, machine.redrive(current, id, now));
        });
    }

    /** T15. */
    public List<DiscardResult> discard(List<TaskId> ids) {
        return each(ids, (id, now) -> {
            TaskRecord current = state.readable(id);
            return state.apply(current, machine.discard(current));
        });
    }

    /** Notes that a worker is alive. */
    public BeatResult beat(WorkerInfo worker) {
        state.tick();
        state.workers().put(worker.worker(), worker.seenAt(state.millis()));
        return new BeatResult(state.millis(), state.paused());
    }

    private <I, O> List<O> each(List<I> items, Operation<I, O> operation) {
        Moment now = state.tick();
        List<O> results = new ArrayList<>(items.size());
        for (I item : items) {
            results.add(operation.apply(item, now));
        }
        return results;
    }

    private interface Operation<I, O> {
        O apply(I item, Moment now);
    }
}
