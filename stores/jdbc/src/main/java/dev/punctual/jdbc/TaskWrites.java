package dev.punctual.jdbc;

import dev.punctual.CancelResult;
import dev.punctual.DiscardResult;
import dev.punctual.LeaseRef;
import dev.punctual.NewTask;
import dev.punctual.Reclaim;
import dev.punctual.RedriveResult;
import dev.punctual.RenewResult;
import dev.punctual.Report;
import dev.punctual.Reschedule;
import dev.punctual.RescheduleResult;
import dev.punctual.ScheduleResult;
import dev.punctual.SettleResult;
import dev.punctual.TaskId;
import dev.punctual.TaskRecord;
import dev.punctual.TaskStateMachine;
import dev.punctual.TaskStateMachine.Step;
import dev.punctual.jdbc.RecordChanges.Read;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Every change of records but the claim: one step a batch, by the state machine. Thread-safe if its session is. */
final class TaskWrites {

    private final Session session;
    private final Statements sql;
    private final PartitionTable partitions;
    private final TaskStateMachine machine;
    private final Hints hints;
    /** Whether listeners in this process are told; not if the commit is the caller's. */
    private final boolean tells;

    TaskWrites(Session session, Statements sql, PartitionTable partitions, TaskStateMachine machine, Hints hints) {
        this.session = session;
        this.sql = sql;
        this.partitions = partitions;
        this.machine = machine;
        this.hints = hints;
        this.tells = session instanceof OwnTransactions;
    }

    /** T1, for partitions that are registered. Items beyond the fill mark are refused by {@code full}. */
    List<ScheduleResult> insert(List<NewTask> tasks, Function<TaskId, @Nullable ScheduleResult> full) {
        return change(tasks, NewTask::id, Read.LIGHT, false, (changes, task) -> {
            if (changes.unreadable(task.id())) {
                return Refusals.unreadable(task.id());
            }
            TaskRecord current = changes.current(task.id());
            Step<ScheduleResult> step = machine.schedule(current, task, changes.now());
            if (step.changed() && (current == null || current.state().finished())) {
                ScheduleResult refused = full.apply(task.id());
                if (refused != null) {
                    return refused;
                }
            }
            return changes.apply(task.id(), step);
        });
    }

    /** T4. */
    List<RenewResult> renew(List<LeaseRef> leases, Duration lease) {
        return change(leases, LeaseRef::id, Read.LIGHT, false, (changes, ref) -> {
            long until = changes.now().millis() + lease.toMillis();
            return changes.apply(ref.id(), machine.renew(changes.current(ref.id()), ref, until));
        });
    }

    /** T5 to T8. */
    List<SettleResult> settle(List<Report> reports) {
        return change(
                reports,
                Report::id,
                Read.LIGHT,
                false,
                (changes, report) -> changes.apply(
                        report.id(), machine.settle(changes.current(report.id()), report, changes.now())));
    }

    /** T9. A row that another transaction holds is left for the next time. */
    List<Boolean> reclaim(List<Reclaim> reclaims) {
        return change(
                reclaims,
                Reclaim::id,
                Read.LIGHT,
                true,
                (changes, reclaim) -> changes.apply(
                        reclaim.id(), machine.reclaim(changes.current(reclaim.id()), reclaim, changes.now())));
    }

    /** T10 and T11. */
    List<CancelResult> cancel(List<TaskId> ids) {
        return change(
                ids,
                Function.identity(),
                Read.LIGHT,
                false,
                (changes, id) -> changes.apply(id, machine.cancel(changes.current(id), changes.now())));
    }

    /** T12. */
    List<RescheduleResult> reschedule(List<Reschedule> requests) {
        return change(
                requests,
                Reschedule::id,
                Read.WHOLE,
                false,
                (changes, request) -> changes.apply(
                        request.id(), machine.reschedule(changes.current(request.id()), request, changes.now())));
    }

    /** T13. */
    List<RescheduleResult> runNow(List<TaskId> ids, Set<String> paused) {
        return change(ids, Function.identity(), Read.LIGHT, false, (changes, id) -> {
            TaskRecord current = changes.current(id);
            boolean stopped = current != null && paused.contains(current.spec().queue());
            return changes.apply(id, machine.runNow(current, id, stopped, changes.now()));
        });
    }

    /** T14. */
    List<RedriveResult> redrive(List<TaskId> ids) {
        return change(
                ids,
                Function.identity(),
                Read.LIGHT,
                false,
                (changes, id) -> changes.apply(id, machine.redrive(changes.current(id), id, changes.now())));
    }

    /** T15. */
    List<DiscardResult> discard(List<TaskId> ids) {
        return change(
                ids,
                Function.identity(),
                Read.LIGHT,
                false,
                (changes, id) -> changes.apply(id, machine.discard(changes.current(id))));
    }

    private interface Item<I, A> {
        A apply(RecordChanges changes, I item) throws SQLException;
    }

    private <I, A> List<A> change(
            List<I> items, Function<I, TaskId> id, Read read, boolean skipLocked, Item<I, A> each) {
        if (items.isEmpty()) {
            return List.of();
        }
        Changed<A> changed = session.step(connection -> {
            RecordChanges changes = new RecordChanges(connection, sql, partitions);
            changes.lock(items.stream().map(id).toList(), read, skipLocked);
            List<A> answers = new ArrayList<>(items.size());
            for (I item : items) {
                answers.add(each.apply(changes, item));
            }
            List<TaskRecord> written = changes.write();
            List<Hints.Due> dues = hints.dues(written);
            if (!dues.isEmpty()) {
                hints.notify(connection, dues, changes.now());
            }
            return new Changed<>(answers, dues);
        });
        if (tells) {
            hints.tell(changed.dues());
        }
        return changed.answers();
    }

    /** What a step answers, and what it made due soon. */
    private record Changed<A>(List<A> answers, List<Hints.Due> dues) {}
}
