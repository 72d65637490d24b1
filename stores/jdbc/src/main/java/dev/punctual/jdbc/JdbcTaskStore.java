package dev.punctual.jdbc;

import dev.punctual.BeatResult;
import dev.punctual.CallerTransaction;
import dev.punctual.CancelResult;
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
import dev.punctual.StoreSettings;
import dev.punctual.TaskId;
import dev.punctual.TaskQueries;
import dev.punctual.TaskRecord;
import dev.punctual.TaskStore;
import dev.punctual.WakeupSignal;
import dev.punctual.WorkerInfo;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * Tasks in a SQL database: PostgreSQL 13+, MariaDB 10.6+, H2 (and, not tested, MySQL 8). Any number of processes share
 * one namespace; the clock of the database decides what is due.
 *
 * <p>Tasks can be scheduled, cancelled and completed inside the caller's own transaction:
 * {@code client.within(JdbcTransaction.of(connection)).schedule(..)}.
 *
 * <p><b>Caveats.</b> The {@link DataSource} must be a plain pool, not one that hands out the connection of a running
 * transaction (Spring's {@code TransactionAwareDataSourceProxy}): the store commits on its connections. Give the pool
 * READ COMMITTED as its isolation; other levels work but cost a round trip a call. The order of tasks with one due time
 * is not that of their arrival.
 *
 * <p>Thread-safe.
 */
public final class JdbcTaskStore implements TaskStore {

    private final Engine engine;
    private final JdbcQueries queries;

    JdbcTaskStore(Engine engine) {
        this.engine = engine;
        this.queries = new JdbcQueries(engine);
    }

    /** Returns a builder of a store over this pool. */
    public static JdbcStoreBuilder builder(DataSource dataSource) {
        return new JdbcStoreBuilder(dataSource);
    }

    /**
     * Opens the store over this pool, creating or bringing up to date its tables.
     *
     * @throws dev.punctual.StoreException if the database cannot be reached or is set up in a way that is not safe
     */
    public static JdbcTaskStore open(DataSource dataSource, StoreSettings settings) {
        return builder(dataSource).settings(settings).build();
    }

    @Override
    public StoreCapabilities capabilities() {
        return engine.capabilities();
    }

    @Override
    public List<ScheduleResult> insert(List<NewTask> tasks) {
        return engine.inserter().insert(tasks, engine.session());
    }

    @Override
    public ClaimResult claimDue(ClaimRequest request) {
        return engine.claimer().claim(request);
    }

    @Override
    public List<RenewResult> renew(List<LeaseRef> leases, Duration lease) {
        Refusals.requireBatch(leases);
        ClaimRequest.requireLease(lease);
        return engine.writes().renew(leases, lease);
    }

    @Override
    public List<SettleResult> settle(List<Report> reports) {
        Refusals.requireBatch(reports);
        return engine.settle(reports);
    }

    @Override
    public List<TaskRecord> lapsed(int max) {
        Refusals.requireMax("max", max, Limits.PAGE_MAX);
        return engine.lapsed(max);
    }

    @Override
    public List<Boolean> reclaim(List<Reclaim> reclaims) {
        Refusals.requireBatch(reclaims);
        return engine.writes().reclaim(reclaims);
    }

    @Override
    public List<CancelResult> cancel(List<TaskId> ids) {
        Refusals.requireBatch(ids);
        return engine.cancel(ids);
    }

    @Override
    public List<RescheduleResult> reschedule(List<Reschedule> requests) {
        Refusals.requireBatch(requests);
        return engine.writes().reschedule(requests);
    }

    @Override
    public BeatResult beat(WorkerInfo worker) {
        return engine.workers().beat(worker);
    }

    @Override
    public TaskQueries queries() {
        return queries;
    }

    @Override
    public Optional<WakeupSignal> wakeups() {
        return Optional.of(engine.wakeups());
    }

    @Override
    public TaskStore within(CallerTransaction transaction) {
        if (transaction instanceof JdbcTransaction jdbc) {
            return new JoinedStore(this, engine, jdbc.connection());
        }
        throw new IllegalArgumentException("transaction: the JDBC store takes part in JdbcTransaction.of(connection),"
                + " not in a " + transaction.getClass().getName());
    }

    @Override
    public void close() {
        engine.close();
    }
}
