package dev.punctual.jdbc;

import dev.punctual.CancelResult;
import dev.punctual.Report;
import dev.punctual.SettleResult;
import dev.punctual.StoreCapabilities;
import dev.punctual.TaskId;
import dev.punctual.TaskRecord;
import dev.punctual.TaskStateMachine;
import dev.punctual.WakeupSignal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The parts of one open store, wired. Thread-safe. */
final class Engine {

    private static final Logger LOG = LoggerFactory.getLogger(Engine.class);

    private final JdbcStoreBuilder settings;
    private final StoreCapabilities capabilities;
    private final Dialect dialect;
    private final OwnTransactions session;
    private final Trouble trouble;
    private final Statements sql;
    private final PartitionTable partitions;
    private final TaskStateMachine machine;
    private final Base base;
    private final Hints hints;
    private final WakeupSignal wakeups;
    private final TaskWrites writes;
    private final Function<List<Report>, List<SettleResult>> settling;
    private final Function<List<TaskId>, List<CancelResult>> cancelling;
    private final Inserter inserter;
    private final Claimer claimer;
    private final WorkerTable workers;
    private final DueIndex index;

    Engine(JdbcStoreBuilder settings, Opened opened) {
        this.settings = settings;
        this.capabilities = opened.capabilities();
        this.session = opened.session();
        this.trouble = opened.trouble();
        this.sql = opened.sql();
        this.partitions = new PartitionTable(session, sql);
        this.machine = new TaskStateMachine(settings.settings().limits());
        this.base = new Base(
                session,
                sql,
                new Plans(opened.dialect(), sql.task(), settings.settings().time()),
                partitions,
                machine);
        this.dialect = opened.dialect();
        boolean notifies = dialect == Dialect.POSTGRESQL && settings.notifies();
        this.hints = new Hints(
                partitions, settings.settings().time(), notifies ? sql.table("due") : "", settings.hintWindow());
        this.index = new DueIndex(base, opened.dialect(), settings.settings().time());
        this.wakeups =
                notifies ? new NotifySignal(settings.dataSource(), hints, index, settings.timeout()) : hints.board();
        this.writes = writes(session);
        this.settling =
                dialect.returning() ? new OneStatementCompletions(base, writes::settle)::settle : writes::settle;
        this.cancelling = dialect.returning() ? new OneStatementCancels(base, writes::cancel)::cancel : writes::cancel;
        FillMark fill = new FillMark(session, sql, settings.settings().limits());
        this.inserter = new Inserter(partitions, fill, step(dialect));
        this.claimer = new Claimer(base, index, claims(dialect));
        this.workers = new WorkerTable(session, sql);
        partitions.reload();
    }

    /** What is known of a database once it was looked at. */
    record Opened(
            Dialect dialect,
            OwnTransactions session,
            Trouble trouble,
            Statements sql,
            StoreCapabilities capabilities) {}

    private DueClaims claims(Dialect dialect) {
        return dialect.returning()
                ? new OneStatementClaims(base)
                : new LockThenUpdateClaims(base, dialect.orderedSkipLocked());
    }

    private Inserter.InsertStep step(Dialect dialect) {
        Inserter.InsertStep general = (tasks, session, room) -> writes(session).insert(tasks, room::take);
        return dialect.returning()
                ? new OneStatementInserts(base, settings.settings().limits(), hints, general)
                : dialect == Dialect.H2 ? general : new InsertsWithoutGaps(base, general);
    }

    List<SettleResult> settle(List<Report> reports) {
        return settling.apply(reports);
    }

    List<CancelResult> cancel(List<TaskId> ids) {
        return cancelling.apply(ids);
    }

    TaskWrites writes(Session session) {
        return new TaskWrites(session, base, hints);
    }

    /** Returns running records whose lease has run out. */
    List<TaskRecord> lapsed(int max) {
        return session.read(connection -> lapsed(connection, max));
    }

    private List<TaskRecord> lapsed(Connection connection, int max) throws SQLException {
        List<TaskRecord> lapsed = new ArrayList<>();
        try (PreparedStatement query = Plans.fresh(connection.prepareStatement(
                "SELECT " + TaskRows.whole("t.") + " FROM " + sql.task() + " t WHERE t.state = 2 AND t.lease_until < "
                        + sql.millis() + " ORDER BY t.lease_until LIMIT ?"))) {
            new Parameters(query).integer(max);
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    readable(rows, 1, lapsed);
                }
            }
        }
        return lapsed;
    }

    /** Reads a row; one that cannot be read is left out, and said so. */
    void readable(ResultSet rows, int first, List<TaskRecord> into) throws SQLException {
        try {
            into.add(TaskRows.read(rows, first, partitions));
        } catch (IllegalArgumentException e) {
            LOG.warn(
                    "The record of task {} cannot be read by this build and is left alone: {}",
                    rows.getString(first),
                    e.getMessage());
        }
    }

    StoreCapabilities capabilities() {
        return capabilities;
    }

    Dialect dialect() {
        return dialect;
    }

    JdbcStoreBuilder settings() {
        return settings;
    }

    OwnTransactions session() {
        return session;
    }

    Trouble trouble() {
        return trouble;
    }

    Statements sql() {
        return sql;
    }

    PartitionTable partitions() {
        return partitions;
    }

    TaskStateMachine machine() {
        return machine;
    }

    TaskWrites writes() {
        return writes;
    }

    Inserter inserter() {
        return inserter;
    }

    Claimer claimer() {
        return claimer;
    }

    WorkerTable workers() {
        return workers;
    }

    WakeupSignal wakeups() {
        return wakeups;
    }

    /** Refuses later calls; those under way end. */
    void close() {
        session.close();
        if (wakeups instanceof NotifySignal signal) {
            signal.close();
        }
        settings.afterClose().run();
    }
}
