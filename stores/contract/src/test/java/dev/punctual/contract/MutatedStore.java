package dev.punctual.contract;

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
import dev.punctual.StoreSettings;
import dev.punctual.TaskId;
import dev.punctual.TaskQueries;
import dev.punctual.TaskRecord;
import dev.punctual.TaskStore;
import dev.punctual.WakeupSignal;
import dev.punctual.WorkerInfo;
import dev.punctual.memory.MemoryTaskStore;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A memory store that is wrong in one way. Thread-safe. */
final class MutatedStore implements TaskStore, TaskQueries {

    private final Mutation mutation;
    private final StoreSettings settings;
    private final AtomicLong calls = new AtomicLong();
    private volatile TaskStore inner;

    MutatedStore(Mutation mutation, StoreSettings settings) {
        this.mutation = mutation;
        this.settings = mutation.settings(settings);
        this.inner = MemoryTaskStore.open(this.settings);
    }

    private List<TaskId> named(List<TaskId> ids) {
        return ids.stream().map(mutation::id).toList();
    }

    @Override
    public StoreCapabilities capabilities() {
        return inner.capabilities();
    }

    @Override
    public List<ScheduleResult> insert(List<NewTask> tasks) {
        List<NewTask> altered = tasks.stream()
                .map(mutation::task)
                .map(task -> new NewTask(
                        mutation.id(task.id()),
                        task.spec(),
                        task.due(),
                        task.expireAfter(),
                        task.ifExists(),
                        task.callId(),
                        task.incarnation()))
                .toList();
        return inner.insert(altered).stream().map(mutation::scheduled).toList();
    }

    @Override
    public ClaimResult claimDue(ClaimRequest request) {
        return mutation.claimed(inner.claimDue(mutation.claim(request, calls.incrementAndGet())));
    }

    @Override
    public List<RenewResult> renew(List<LeaseRef> leases, Duration lease) {
        return inner.renew(leases, lease).stream().map(mutation::renewed).toList();
    }

    @Override
    public List<SettleResult> settle(List<Report> reports) {
        List<Report> altered =
                reports.stream().map(report -> mutation.report(report, inner)).toList();
        return inner.settle(altered).stream().map(mutation::settled).toList();
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
        return inner.cancel(named(ids)).stream().map(mutation::cancelled).toList();
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
        return inner.queries().find(mutation.id(id));
    }

    @Override
    public Page page(Filter filter, int limit, @Nullable String cursor) {
        return mutation.page(inner.queries().page(filter, limit, cursor));
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
        List<DiscardResult> results = inner.queries().discard(ids);
        if (mutation.forgetsTheFloor() && counts().isEmpty()) {
            inner.close();
            inner = MemoryTaskStore.open(settings);
        }
        return results;
    }

    @Override
    public void pause(String queue) {
        if (mutation.pauses()) {
            inner.queries().pause(queue);
        }
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
