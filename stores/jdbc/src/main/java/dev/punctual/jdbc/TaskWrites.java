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
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
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

    TaskWrites(Session session, Base base, Hints hints) {
        this.session = session;
        this.sql = base.sql();
        this.partitions = base.partitions();
        this.machine = base.machine();
        this.hints = hints;
        this.tells = session instanceof OwnTransactions;
    }

    /** T1, for partitions that are registered. Items beyond the fill mark are refused by {@code full}. */
    List<ScheduleResult> insert(List<NewTask> tasks, Function<TaskId, @Nullable ScheduleResult> full) {
        return change(tasks, NewTask::id, Lock.WAIT, (changes, task) -> {
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

    /**
     * T4. A row that a transaction of a caller's holds is not waited for, or every lease of the worker would wait with
     * it: it is answered OK while so much of the lease is left that the next renewal comes before its end.
     */
    List<RenewResult> renew(List<LeaseRef> leases, Duration lease) {
        List<RenewResult> answers = change(leases, LeaseRef::id, Lock.SKIP_LOCKED, (changes, ref) -> {
            long until = changes.now().millis() + lease.toMillis();
            return changes.apply(ref.id(), machine.renew(changes.current(ref.id()), ref, until));
        });
        List<LeaseRef> missed = select(leases, answers, RenewResult.FENCED);
        if (missed.isEmpty()) {
            return answers;
        }
        return filled(answers, RenewResult.FENCED, session.step(connection -> {
            HeldLeases held = HeldLeases.read(connection, sql, missed);
            return missed.stream()
                    .map(ref -> held.lasts(ref, lease.dividedBy(3)) ? RenewResult.OK : RenewResult.FENCED)
                    .toList();
        }));
    }

    /**
     * T5 to T8. Rows that nobody holds come first; one that a transaction of a caller's holds is waited for afterwards,
     * by itself.
     */
    List<SettleResult> settle(List<Report> reports) {
        List<SettleResult> answers = settle(reports, Lock.SKIP_LOCKED);
        List<Report> missed = select(reports, answers, SettleResult.NOT_FOUND);
        return missed.isEmpty() ? answers : filled(answers, SettleResult.NOT_FOUND, settle(missed, Lock.WAIT));
    }

    private List<SettleResult> settle(List<Report> reports, Lock lock) {
        return change(
                reports,
                Report::id,
                lock,
                (changes, report) -> changes.apply(
                        report.id(), machine.settle(changes.current(report.id()), report, changes.now())));
    }

    private static <I, A> List<I> select(List<I> items, List<A> answers, A answer) {
        return IntStream.range(0, items.size())
                .filter(i -> answers.get(i).equals(answer))
                .mapToObj(items::get)
                .toList();
    }

    /** Puts the later answers in the place of those that were missing, in order. */
    private static <A> List<A> filled(List<A> answers, A missing, List<A> later) {
        Iterator<A> next = later.iterator();
        return answers.stream()
                .map(answer -> answer.equals(missing) ? next.next() : answer)
                .toList();
    }

    /** T9. A row that another transaction holds is left for the next time. */
    List<Boolean> reclaim(List<Reclaim> reclaims) {
        return change(
                reclaims,
                Reclaim::id,
                Lock.SKIP_LOCKED,
                (changes, reclaim) -> changes.apply(
                        reclaim.id(), machine.reclaim(changes.current(reclaim.id()), reclaim, changes.now())));
    }

    /** T10 and T11. */
    List<CancelResult> cancel(List<TaskId> ids) {
        return change(
                ids,
                Function.identity(),
                Lock.WAIT,
                (changes, id) -> changes.apply(id, machine.cancel(changes.current(id), changes.now())));
    }

    /** T12. */
    List<RescheduleResult> reschedule(List<Reschedule> requests) {
        return change(
                requests,
                Reschedule::id,
                Lock.WAIT_WHOLE,
                (changes, request) -> changes.apply(
                        request.id(), machine.reschedule(changes.current(request.id()), request, changes.now())));
    }

    /** T13. */
    List<RescheduleResult> runNow(List<TaskId> ids, Set<String> paused) {
        return change(ids, Function.identity(), Lock.WAIT, (changes, id) -> {
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
                Lock.WAIT,
                (changes, id) -> changes.apply(id, machine.redrive(changes.current(id), id, changes.now())));
    }

    /** T15. */
    List<DiscardResult> discard(List<TaskId> ids) {
        return change(
                ids,
                Function.identity(),
                Lock.WAIT,
                (changes, id) -> changes.apply(id, machine.discard(changes.current(id))));
    }

    private interface Item<I, A> {
        A apply(RecordChanges changes, I item) throws SQLException;
    }

    /** What is read of the rows, and what happens if others hold them. */
    private enum Lock {
        WAIT(Read.LIGHT, false),
        WAIT_WHOLE(Read.WHOLE, false),
        SKIP_LOCKED(Read.LIGHT, true);

        private final Read read;
        private final boolean skips;

        Lock(Read read, boolean skips) {
            this.read = read;
            this.skips = skips;
        }
    }

    private <I, A> List<A> change(List<I> items, Function<I, TaskId> id, Lock lock, Item<I, A> each) {
        if (items.isEmpty()) {
            return List.of();
        }
        Changed<A> changed = session.step(connection -> {
            RecordChanges changes = new RecordChanges(connection, sql, partitions);
            changes.lock(items.stream().map(id).toList(), lock.read, lock.skips);
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
