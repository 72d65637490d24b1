package dev.punctual.jdbc;

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
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The store as seen inside a transaction of the caller's: scheduling, cancelling, rescheduling and settling run on the
 * caller's connection, all else on the store's own. Used by one thread at a time, like the connection.
 */
final class JoinedStore implements TaskStore {

    private final JdbcTaskStore store;
    private final Engine engine;
    private final JoinedTransaction session;
    private final TaskWrites writes;

    JoinedStore(JdbcTaskStore store, Engine engine, Connection connection) {
        this.store = store;
        this.engine = engine;
        this.session = new JoinedTransaction(connection, engine.trouble());
        this.writes = engine.writes(session);
    }

    @Override
    public List<ScheduleResult> insert(List<NewTask> tasks) {
        return engine.inserter().insert(tasks, session);
    }

    @Override
    public List<SettleResult> settle(List<Report> reports) {
        Refusals.requireBatch(reports);
        return writes.settle(reports);
    }

    @Override
    public List<CancelResult> cancel(List<TaskId> ids) {
        Refusals.requireBatch(ids);
        return writes.cancel(ids);
    }

    @Override
    public List<RescheduleResult> reschedule(List<Reschedule> requests) {
        Refusals.requireBatch(requests);
        return writes.reschedule(requests);
    }

    @Override
    public StoreCapabilities capabilities() {
        return store.capabilities();
    }

    @Override
    public ClaimResult claimDue(ClaimRequest request) {
        return store.claimDue(request);
    }

    @Override
    public List<RenewResult> renew(List<LeaseRef> leases, Duration lease) {
        return store.renew(leases, lease);
    }

    @Override
    public List<TaskRecord> lapsed(int max) {
        return store.lapsed(max);
    }

    @Override
    public List<Boolean> reclaim(List<Reclaim> reclaims) {
        return store.reclaim(reclaims);
    }

    @Override
    public BeatResult beat(WorkerInfo worker) {
        return store.beat(worker);
    }

    @Override
    public TaskQueries queries() {
        return store.queries();
    }

    @Override
    public Optional<WakeupSignal> wakeups() {
        return store.wakeups();
    }

    @Override
    public TaskStore within(CallerTransaction transaction) {
        return store.within(transaction);
    }

    /** Closes nothing: the store goes on, and the transaction is the caller's. */
    @Override
    public void close() {}
}
