package dev.punctual.embedded;

import dev.punctual.BeatResult;
import dev.punctual.CallerTransaction;
import dev.punctual.CancelResult;
import dev.punctual.Capability;
import dev.punctual.ClaimRequest;
import dev.punctual.ClaimResult;
import dev.punctual.LeaseRef;
import dev.punctual.Limits;
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
import dev.punctual.UnsupportedByStoreException;
import dev.punctual.WakeupSignal;
import dev.punctual.WorkerInfo;
import dev.punctual.embedded.EngineAccess.Commit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A store that lives in the process: the port, each call passed to the engine as one step. Thread-safe. */
public final class EmbeddedTaskStore implements TaskStore {

    /** A call whose payloads have more bytes is carried out in parts of that size, each a step of its own. */
    static final long PART_BYTES_MAX = 8L << 20;

    private final StoreCapabilities capabilities;
    private final EngineAccess access;
    private final EmbeddedQueries queries;
    private final WakeupSignal wakeups;

    /** Makes the store over an engine; {@code wakeups} is where that engine's hints are sent. */
    public EmbeddedTaskStore(StoreCapabilities capabilities, EngineAccess access, WakeupSignal wakeups) {
        this.capabilities = capabilities;
        this.access = access;
        this.queries = new EmbeddedQueries(access);
        this.wakeups = wakeups;
    }

    @Override
    public StoreCapabilities capabilities() {
        return capabilities;
    }

    @Override
    public List<ScheduleResult> insert(List<NewTask> tasks) {
        requireBatch(tasks);
        List<ScheduleResult> results = new ArrayList<>(tasks.size());
        while (results.size() < tasks.size()) {
            List<NewTask> part = tasks.subList(results.size(), partEnd(tasks, results.size()));
            try {
                results.addAll(access.run(Commit.SAFE, engine -> engine.insert(part)));
            } catch (StoreException e) {
                throw results.isEmpty() ? e : afterParts(e);
            }
        }
        return results;
    }

    private static int partEnd(List<NewTask> tasks, int from) {
        long bytes = 0;
        int end = from;
        while (end < tasks.size() && (end == from || bytes < PART_BYTES_MAX)) {
            bytes += tasks.get(end++).spec().payload().size();
        }
        return end;
    }

    /** Parts before the one that failed were carried out, so it is not true of the call that nothing was done. */
    private static StoreException afterParts(StoreException e) {
        return new StoreException(
                e.store(),
                "some tasks of the call were stored before it failed: " + e.getMessage(),
                StoreException.Kind.OUTCOME_UNKNOWN,
                e);
    }

    @Override
    public ClaimResult claimDue(ClaimRequest request) {
        return access.run(Commit.QUICK, engine -> engine.claim(request));
    }

    @Override
    public List<RenewResult> renew(List<LeaseRef> leases, Duration lease) {
        requireBatch(leases);
        ClaimRequest.requireLease(lease);
        return access.run(Commit.NONE, engine -> engine.renew(leases, lease));
    }

    @Override
    public List<SettleResult> settle(List<Report> reports) {
        requireBatch(reports);
        return access.run(Commit.SAFE, engine -> engine.settle(reports));
    }

    @Override
    public List<TaskRecord> lapsed(int max) {
        requireMax(max, Limits.PAGE_MAX);
        return access.run(Commit.NONE, engine -> engine.lapsed(max));
    }

    @Override
    public List<Boolean> reclaim(List<Reclaim> reclaims) {
        requireBatch(reclaims);
        return access.run(Commit.SAFE, engine -> engine.reclaim(reclaims));
    }

    @Override
    public List<CancelResult> cancel(List<TaskId> ids) {
        requireBatch(ids);
        return access.run(Commit.SAFE, engine -> engine.cancel(ids));
    }

    @Override
    public List<RescheduleResult> reschedule(List<Reschedule> requests) {
        requireBatch(requests);
        return access.run(Commit.SAFE, engine -> engine.reschedule(requests));
    }

    @Override
    public BeatResult beat(WorkerInfo worker) {
        return access.run(Commit.NONE, engine -> engine.beat(worker));
    }

    /** Refused always: nobody else's transaction reaches into this process. */
    @Override
    public TaskStore within(CallerTransaction transaction) {
        throw new UnsupportedByStoreException(capabilities.store(), Capability.TRANSACTIONAL_INSERT);
    }

    @Override
    public TaskQueries queries() {
        return queries;
    }

    @Override
    public Optional<WakeupSignal> wakeups() {
        return Optional.of(wakeups);
    }

    @Override
    public void close() {
        access.close();
    }

    static void requireBatch(List<?> items) {
        if (items.size() > Limits.BATCH_MAX) {
            throw TaskDesk.refused(
                    "batch",
                    "must have at most " + Limits.BATCH_MAX + " items, has " + items.size(),
                    "1000 items a call");
        }
    }

    static void requireMax(int max, int limit) {
        if (max < 1 || max > limit) {
            throw TaskDesk.refused("max", "must be 1 to " + limit + ", was " + max, "100");
        }
    }
}
