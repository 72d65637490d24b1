package dev.punctual.worker;

import dev.punctual.BeatResult;
import dev.punctual.BufferedTransaction;
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
import dev.punctual.StoreException;
import dev.punctual.TaskId;
import dev.punctual.TaskQueries;
import dev.punctual.TaskRecord;
import dev.punctual.TaskStore;
import dev.punctual.WakeupSignal;
import dev.punctual.WorkerInfo;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Notes what is asked of a store, and lets a test put itself in the way of a call. */
final class TroubledStore implements TaskStore {

    final TaskStore inner;
    final List<ClaimRequest> claims = new CopyOnWriteArrayList<>();
    final List<List<Report>> settles = new CopyOnWriteArrayList<>();
    final List<List<LeaseRef>> renews = new CopyOnWriteArrayList<>();
    final List<WorkerInfo> beats = new CopyOnWriteArrayList<>();
    final AtomicInteger calls = new AtomicInteger();

    /** Stands between the worker and the store; gets the request and the way on. */
    interface Between<I, O> {
        O call(I request, Function<I, O> onward);
    }

    /** Lets calls pass. */
    static <I, O> Between<I, O> fine() {
        return (request, onward) -> onward.apply(request);
    }

    /** Carries calls out, but loses their answers. */
    static <I, O> Between<I, O> losingAnswers() {
        return (request, onward) -> {
            O lost = onward.apply(request);
            throw new StoreException("memory", "lost " + lost, StoreException.Kind.OUTCOME_UNKNOWN, null);
        };
    }

    /** Carries no call out. */
    static <I, O> Between<I, O> down(StoreException.Kind kind) {
        return (request, onward) -> {
            throw new StoreException("memory", "trouble", kind, null);
        };
    }

    volatile Between<ClaimRequest, ClaimResult> onClaim = fine();
    volatile Between<List<Report>, List<SettleResult>> onSettle = fine();
    volatile Between<List<LeaseRef>, List<RenewResult>> onRenew = fine();

    volatile Runnable beforeQueries = () -> {};
    volatile Runnable beforeInsert = () -> {};

    TroubledStore(TaskStore inner) {
        this.inner = inner;
    }

    /** Answers the next claim differently. */
    void answerNextClaim(UnaryOperator<ClaimResult> change) {
        onClaim = (request, onward) -> {
            onClaim = fine();
            return change.apply(onward.apply(request));
        };
    }

    @Override
    public StoreCapabilities capabilities() {
        return inner.capabilities();
    }

    @Override
    public List<ScheduleResult> insert(List<NewTask> tasks) {
        beforeInsert.run();
        return inner.insert(tasks);
    }

    @Override
    public ClaimResult claimDue(ClaimRequest request) {
        calls.incrementAndGet();
        claims.add(request);
        return onClaim.call(request, inner::claimDue);
    }

    @Override
    public List<RenewResult> renew(List<LeaseRef> leases, Duration lease) {
        calls.incrementAndGet();
        renews.add(List.copyOf(leases));
        return onRenew.call(leases, some -> inner.renew(some, lease));
    }

    @Override
    public List<SettleResult> settle(List<Report> reports) {
        calls.incrementAndGet();
        settles.add(List.copyOf(reports));
        return onSettle.call(reports, inner::settle);
    }

    @Override
    public List<TaskRecord> lapsed(int max) {
        calls.incrementAndGet();
        return inner.lapsed(max);
    }

    @Override
    public List<Boolean> reclaim(List<Reclaim> reclaims) {
        calls.incrementAndGet();
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
        calls.incrementAndGet();
        beats.add(worker);
        return inner.beat(worker);
    }

    @Override
    public TaskStore within(CallerTransaction transaction) {
        if (transaction instanceof BufferedTransaction buffered) {
            return buffered.viewOf(this);
        }
        return inner.within(transaction);
    }

    @Override
    public TaskQueries queries() {
        calls.incrementAndGet();
        beforeQueries.run();
        return inner.queries();
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
