package dev.punctual.worker;

import dev.punctual.BeatResult;
import dev.punctual.CallerTransaction;
import dev.punctual.CancelResult;
import dev.punctual.ClaimRequest;
import dev.punctual.ClaimResult;
import dev.punctual.LeaseRef;
import dev.punctual.NewTask;
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

/** The store as handlers reach it: no interrupt of theirs arrives inside a call. Thread-safe. */
record ShelteredStore(TaskStore inner) implements TaskStore {

    @Override
    public StoreCapabilities capabilities() {
        return inner.capabilities();
    }

    @Override
    public List<ScheduleResult> insert(List<NewTask> tasks) {
        return Shelter.call(() -> inner.insert(tasks));
    }

    @Override
    public ClaimResult claimDue(ClaimRequest request) {
        return Shelter.call(() -> inner.claimDue(request));
    }

    @Override
    public List<RenewResult> renew(List<LeaseRef> leases, Duration lease) {
        return Shelter.call(() -> inner.renew(leases, lease));
    }

    @Override
    public List<SettleResult> settle(List<Report> reports) {
        return Shelter.call(() -> inner.settle(reports));
    }

    @Override
    public List<TaskRecord> lapsed(int max) {
        return Shelter.call(() -> inner.lapsed(max));
    }

    @Override
    public List<Boolean> reclaim(List<Reclaim> reclaims) {
        return Shelter.call(() -> inner.reclaim(reclaims));
    }

    @Override
    public List<CancelResult> cancel(List<TaskId> ids) {
        return Shelter.call(() -> inner.cancel(ids));
    }

    @Override
    public List<RescheduleResult> reschedule(List<Reschedule> requests) {
        return Shelter.call(() -> inner.reschedule(requests));
    }

    @Override
    public BeatResult beat(WorkerInfo worker) {
        return Shelter.call(() -> inner.beat(worker));
    }

    /** Inside the caller's transaction the connection is the caller's, and interrupts are its own affair. */
    @Override
    public TaskStore within(CallerTransaction transaction) {
        return inner.within(transaction);
    }

    @Override
    public TaskQueries queries() {
        return new ShelteredQueries(inner.queries());
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
