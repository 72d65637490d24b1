package dev.punctual.testing.simulation;

import dev.punctual.BeatResult;
import dev.punctual.CallerTransaction;
import dev.punctual.CancelResult;
import dev.punctual.ClaimRequest;
import dev.punctual.ClaimResult;
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
import dev.punctual.Selector;
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
import org.jspecify.annotations.Nullable;

/** Passes every call on, so that a planted mistake needs to change one only. */
class PassingStore implements TaskStore, TaskQueries {

    final TaskStore inner;

    PassingStore(TaskStore inner) {
        this.inner = inner;
    }

    @Override
    public StoreCapabilities capabilities() {
        return inner.capabilities();
    }

    @Override
    public List<ScheduleResult> insert(List<NewTask> tasks) {
        return inner.insert(tasks);
    }

    @Override
    public ClaimResult claimDue(ClaimRequest request) {
        return inner.claimDue(request);
    }

    @Override
    public List<RenewResult> renew(List<LeaseRef> leases, Duration lease) {
        return inner.renew(leases, lease);
    }

    @Override
    public List<SettleResult> settle(List<Report> reports) {
        return inner.settle(reports);
    }

    @Override
    public List<TaskRecord> lapsed(int max) {
        return inner.lapsed(max);
    }

    @Override
    public List<Boolean> reclaim(List<Reclaim> reclaims) {
        return inner.reclaim(reclaims);
    }

    @Override
    public List<CancelResult> cancel(List<TaskId> ids) {
        return inner.cancel(ids);
    }

    @Override
    public List<RescheduleResult> reschedule(List<Reschedule> requests) {
        return inner.reschedule(requests);
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
        return this;
    }

    @Override
    public Optional<WakeupSignal> wakeups() {
        return inner.wakeups();
    }

    @Override
    public void close() {
        inner.close();
    }

    @Override
    public Optional<TaskRecord> find(TaskId id) {
        return inner.queries().find(id);
    }

    @Override
    public Page page(Filter filter, int limit, @Nullable String cursor) {
        return inner.queries().page(filter, limit, cursor);
    }

    @Override
    public List<Count> counts() {
        return inner.queries().counts();
    }

    @Override
    public List<QueueInfo> queues() {
        return inner.queries().queues();
    }

    @Override
    public Forecast forecast(Selector queues, Selector types, Window window, Duration step) {
        return inner.queries().forecast(queues, types, window, step);
    }

    @Override
    public List<RescheduleResult> runNow(List<TaskId> ids) {
        return inner.queries().runNow(ids);
    }

    @Override
    public List<RedriveResult> redrive(List<TaskId> ids) {
        return inner.queries().redrive(ids);
    }

    @Override
    public List<DiscardResult> discard(List<TaskId> ids) {
        return inner.queries().discard(ids);
    }

    @Override
    public void pause(String queue) {
        inner.queries().pause(queue);
    }

    @Override
    public void resume(String queue) {
        inner.queries().resume(queue);
    }

    @Override
    public int prune(int max) {
        return inner.queries().prune(max);
    }

    @Override
    public List<WorkerInfo> workers() {
        return inner.queries().workers();
    }
}
