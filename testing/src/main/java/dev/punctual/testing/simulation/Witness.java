package dev.punctual.testing.simulation;

import dev.punctual.BeatResult;
import dev.punctual.CallerTransaction;
import dev.punctual.CancelResult;
import dev.punctual.ClaimRequest;
import dev.punctual.ClaimResult;
import dev.punctual.LeaseRef;
import dev.punctual.NewTask;
import dev.punctual.Payload;
import dev.punctual.Reclaim;
import dev.punctual.RenewResult;
import dev.punctual.Report;
import dev.punctual.Reschedule;
import dev.punctual.RescheduleResult;
import dev.punctual.ScheduleResult;
import dev.punctual.SettleResult;
import dev.punctual.StoreCapabilities;
import dev.punctual.TaskId;
import dev.punctual.TaskQueries;
import dev.punctual.TaskRecord;
import dev.punctual.TaskStore;
import dev.punctual.WakeupSignal;
import dev.punctual.WorkerInfo;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Stands right in front of the store under test, behind all faults: it sees each call that takes effect, at the moment
 * at which it does, and looks at the records that it may have changed. Not thread-safe.
 */
final class Witness implements TaskStore {

    private final TaskStore inner;
    private final CommandChecks commands;
    private final ClaimChecks claims;
    private final RecordChecks records;
    private final WitnessQueries queries;

    Witness(TaskStore inner, CommandChecks commands, ClaimChecks claims, RecordChecks records) {
        this.inner = inner;
        this.commands = commands;
        this.claims = claims;
        this.records = records;
        this.queries = new WitnessQueries(inner.queries(), commands, records);
    }

    @Override
    public StoreCapabilities capabilities() {
        return inner.capabilities();
    }

    @Override
    public List<ScheduleResult> insert(List<NewTask> tasks) {
        // A payload is not copied on its way: a store that changes it must not change what it is compared with.
        List<Payload> asked = tasks.stream().map(Witness::copy).toList();
        List<ScheduleResult> results = inner.insert(tasks);
        for (int i = 0; i < tasks.size(); i++) {
            commands.inserted(tasks.get(i), asked.get(i), results.get(i));
            records.look(tasks.get(i).id());
        }
        return results;
    }

    private static Payload copy(NewTask task) {
        Payload payload = task.spec().payload();
        return new Payload(payload.bytes().clone(), payload.contentType(), payload.version());
    }

    @Override
    public ClaimResult claimDue(ClaimRequest request) {
        ClaimResult result = inner.claimDue(request);
        claims.claimed(request, result);
        for (TaskRecord record : result.claims()) {
            records.look(record.id());
        }
        if (result.expired() > 0) {
            records.lookAtAll();
        }
        return result;
    }

    @Override
    public List<RenewResult> renew(List<LeaseRef> leases, Duration lease) {
        List<RenewResult> results = inner.renew(leases, lease);
        for (int i = 0; i < leases.size(); i++) {
            claims.renewed(leases.get(i), lease, results.get(i));
        }
        return results;
    }

    @Override
    public List<SettleResult> settle(List<Report> reports) {
        List<SettleResult> results = inner.settle(reports);
        for (int i = 0; i < reports.size(); i++) {
            claims.settled(reports.get(i), results.get(i));
        }
        // Only now: two claims of one task may be reported in one call.
        reports.forEach(report -> records.look(report.id()));
        return results;
    }

    @Override
    public List<TaskRecord> lapsed(int max) {
        return inner.lapsed(max);
    }

    @Override
    public List<Boolean> reclaim(List<Reclaim> reclaims) {
        List<Boolean> results = inner.reclaim(reclaims);
        for (int i = 0; i < reclaims.size(); i++) {
            claims.reclaimed(reclaims.get(i), results.get(i));
            records.look(reclaims.get(i).id());
        }
        return results;
    }

    @Override
    public List<CancelResult> cancel(List<TaskId> ids) {
        List<CancelResult> results = inner.cancel(ids);
        for (int i = 0; i < ids.size(); i++) {
            commands.cancelled(ids.get(i), results.get(i));
            records.look(ids.get(i));
        }
        return results;
    }

    @Override
    public List<RescheduleResult> reschedule(List<Reschedule> requests) {
        List<RescheduleResult> results = inner.reschedule(requests);
        for (int i = 0; i < requests.size(); i++) {
            commands.rescheduled(requests.get(i), results.get(i));
            records.look(requests.get(i).id());
        }
        return results;
    }

    @Override
    public BeatResult beat(WorkerInfo worker) {
        return inner.beat(worker);
    }

    @Override
    public TaskStore within(CallerTransaction transaction) {
        return inner.within(transaction);
    }

    @Override
    public TaskQueries queries() {
        return queries;
    }

    @Override
    public Optional<WakeupSignal> wakeups() {
        return inner.wakeups();
    }

    @Override
    public void close() {
        inner.close();
    }
}
