package dev.punctual.testing;

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
import dev.punctual.TimeSource;
import dev.punctual.WakeupSignal;
import dev.punctual.WorkerInfo;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * A store that fails as it is told: it stands in front of a real one and loses replies, loses requests, is slow,
 * throttles, is full or away, by a script or by chance with a seed. For tests of what your code does then.
 *
 * <pre>{@code
 * FaultyStore store = FaultyStore.of(MemoryTaskStore.open(StoreSettings.DEFAULT.withTime(time)), time);
 *
 * store.next(StoreCall.INSERT, Fault.lostReply());                        // the next insert loses its reply
 * store.next(StoreCall.SETTLE, Fault.none(), Fault.unavailable());        // the settle after the next fails
 * store.seed(42).sometimes(StoreCall.SETTLE, 0.05, Fault.lostReply());    // 5 % of settles lose their reply
 * store.unavailableFor(Duration.ofMinutes(2));                            // nothing works for two minutes
 * store.next(StoreCall.CLAIM, Fault.slowReply(Duration.ofSeconds(40)));   // the next claim outlasts its lease
 * store.restore();                                                        // all is well again
 * }</pre>
 *
 * <p>Each call meets one fault at most: that of an outage, else the next of its script, else the first of the chances
 * that strikes, in the order in which they were given. With one thread the same seed gives the same faults.
 *
 * <p>Views {@link TaskStore#within within} a transaction share the faults; so do the queries. {@link #capabilities},
 * {@link #close} and subscriptions never fail, but hints can be lost ({@link #loseHints}).
 *
 * <p>Thread-safe, if the time source is.
 */
public final class FaultyStore implements TaskStore {

    private final TaskStore inner;
    private final TimeSource time;
    private final Consumer<Duration> passing;
    private final FaultPlan plan;
    private final FaultyCalls calls;
    private final TaskQueries queries;

    private FaultyStore(TaskStore inner, TimeSource time, Consumer<Duration> passing, FaultPlan plan) {
        this.inner = inner;
        this.time = time;
        this.passing = passing;
        this.plan = plan;
        this.calls = new FaultyCalls(plan, inner.capabilities().store(), passing);
        this.queries = new FaultyQueries(inner.queries(), calls);
    }

    /** Returns a faulty store in front of that one, without a fault yet; slow calls move the time. */
    public static FaultyStore of(TaskStore inner, ManualTime time) {
        return of(inner, time, time::advance);
    }

    /**
     * Returns a faulty store in front of that one, without a fault yet.
     *
     * @param time tells when {@link #unavailableFor} is over
     * @param passing lets time pass for slow calls: moves a clock, or waits; called on the caller's thread
     */
    public static FaultyStore of(TaskStore inner, TimeSource time, Consumer<Duration> passing) {
        return new FaultyStore(inner, time, passing, new FaultPlan());
    }

    /** Sets the seed of the chances, 0 by default, and begins them anew. */
    public FaultyStore seed(long seed) {
        plan.seed(seed);
        return this;
    }

    /** The next calls of that kind meet these faults, one each, after those that were given before. */
    public FaultyStore next(StoreCall call, Fault... faults) {
        plan.next(call, List.of(faults));
        return this;
    }

    /**
     * Some of the calls of that kind meet the fault, by chance.
     *
     * @param probability 0 to 1
     * @throws IllegalArgumentException if the probability is out of bounds
     */
    public FaultyStore sometimes(StoreCall call, double probability, Fault fault) {
        return sometimes(EnumSet.of(call), probability, fault);
    }

    /**
     * Some of the calls of these kinds meet the fault, by chance.
     *
     * @param probability 0 to 1
     * @throws IllegalArgumentException if the probability is out of bounds
     */
    public FaultyStore sometimes(Set<StoreCall> some, double probability, Fault fault) {
        plan.sometimes(some, probability, fault);
        return this;
    }

    /** Every call meets the fault until {@link #restore}. */
    public FaultyStore always(Fault fault) {
        plan.last(fault, () -> true);
        return this;
    }

    /**
     * No call gets through for so long, by the monotonic clock.
     *
     * @param span not negative
     * @throws IllegalArgumentException if the span is negative
     */
    public FaultyStore unavailableFor(Duration span) {
        if (span.isNegative()) {
            throw new IllegalArgumentException("span must not be negative, was " + span);
        }
        long since = time.nanoTime();
        plan.last(Fault.unavailable(), () -> time.nanoTime() - since < span.toNanos());
        return this;
    }

    /**
     * Loses some of the hints that something is due: workers then find it by asking.
     *
     * @param probability 0 to 1
     * @throws IllegalArgumentException if the probability is out of bounds
     */
    public FaultyStore loseHints(double probability) {
        plan.loseHints(probability);
        return this;
    }

    /** Tells of every fault just before it strikes, in the midst of the call: the listener must not call the store. */
    public FaultyStore tell(BiConsumer<StoreCall, Fault> listener) {
        plan.tell(listener);
        return this;
    }

    /** Ends all faults: those of scripts, chances and outages. The counts stay. */
    public FaultyStore restore() {
        plan.restore();
        return this;
    }

    /** Returns how many calls of that kind there were, with or without a fault. */
    public long calls(StoreCall call) {
        return plan.calls(call);
    }

    /** Returns how many calls of that kind met a fault. */
    public long faults(StoreCall call) {
        return plan.faults(call);
    }

    @Override
    public StoreCapabilities capabilities() {
        return inner.capabilities();
    }

    @Override
    public List<ScheduleResult> insert(List<NewTask> tasks) {
        return calls.call(StoreCall.INSERT, () -> inner.insert(tasks));
    }

    @Override
    public ClaimResult claimDue(ClaimRequest request) {
        return calls.call(StoreCall.CLAIM, () -> inner.claimDue(request));
    }

    @Override
    public List<RenewResult> renew(List<LeaseRef> leases, Duration lease) {
        return calls.call(StoreCall.RENEW, () -> inner.renew(leases, lease));
    }

    @Override
    public List<SettleResult> settle(List<Report> reports) {
        return calls.call(StoreCall.SETTLE, () -> inner.settle(reports));
    }

    @Override
    public List<TaskRecord> lapsed(int max) {
        return calls.call(StoreCall.LAPSED, () -> inner.lapsed(max));
    }

    @Override
    public List<Boolean> reclaim(List<Reclaim> reclaims) {
        return calls.call(StoreCall.RECLAIM, () -> inner.reclaim(reclaims));
    }

    @Override
    public List<CancelResult> cancel(List<TaskId> ids) {
        return calls.call(StoreCall.CANCEL, () -> inner.cancel(ids));
    }

    @Override
    public List<RescheduleResult> reschedule(List<Reschedule> requests) {
        return calls.call(StoreCall.RESCHEDULE, () -> inner.reschedule(requests));
    }

    @Override
    public BeatResult beat(WorkerInfo worker) {
        return calls.call(StoreCall.BEAT, () -> inner.beat(worker));
    }

    @Override
    public TaskStore within(CallerTransaction transaction) {
        return new FaultyStore(inner.within(transaction), time, passing, plan);
    }

    @Override
    public TaskQueries queries() {
        return queries;
    }

    @Override
    public Optional<WakeupSignal> wakeups() {
        return inner.wakeups()
                .map(signal -> listener -> signal.subscribe(hint -> {
                    if (!plan.losesHint()) {
                        listener.accept(hint);
                    }
                }));
    }

    @Override
    public void close() {
        inner.close();
    }

    /** Returns the seed, and how many calls and faults there were of each kind. */
    @Override
    public String toString() {
        return "faulty " + inner.capabilities().store() + " (" + plan + ")";
    }
}
