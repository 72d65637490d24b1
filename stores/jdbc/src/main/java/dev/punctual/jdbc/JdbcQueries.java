package dev.punctual.jdbc;

import dev.punctual.DiscardResult;
import dev.punctual.Limits;
import dev.punctual.RedriveResult;
import dev.punctual.RescheduleResult;
import dev.punctual.Selector;
import dev.punctual.TaskId;
import dev.punctual.TaskQueries;
import dev.punctual.TaskRecord;
import dev.punctual.TaskSpec;
import dev.punctual.WorkerInfo;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The side of the store for people. Thread-safe. */
final class JdbcQueries implements TaskQueries {

    private final Engine engine;
    private final Statements sql;
    private final TaskPages pages;
    private final Tallies tallies;
    private final Pruner pruner;

    JdbcQueries(Engine engine) {
        this.engine = engine;
        this.sql = engine.sql();
        this.pages = new TaskPages(engine);
        this.tallies = new Tallies(engine);
        this.pruner = new Pruner(engine);
    }

    @Override
    public Optional<TaskRecord> find(TaskId id) {
        List<TaskRecord> found = engine.session().read(connection -> {
            List<TaskRecord> records = new ArrayList<>();
            try (PreparedStatement query = connection.prepareStatement(sql.find())) {
                new Parameters(query).text(id.value());
                try (ResultSet rows = query.executeQuery()) {
                    while (rows.next()) {
                        engine.readable(rows, 1, records);
                    }
                }
            }
            return records;
        });
        return found.stream().findFirst();
    }

    @Override
    public Page page(Filter filter, int limit, @Nullable String cursor) {
        return pages.page(filter, limit, cursor);
    }

    @Override
    public List<Count> counts() {
        return tallies.counts();
    }

    @Override
    public List<QueueInfo> queues() {
        return tallies.queues();
    }

    @Override
    public Forecast forecast(Selector queues, Selector types, Window window, Duration step) {
        return tallies.forecast(queues, types, window, step);
    }

    @Override
    public List<RescheduleResult> runNow(List<TaskId> ids) {
        Refusals.requireBatch(ids);
        engine.partitions().reload();
        return engine.writes().runNow(ids, engine.partitions().paused());
    }

    @Override
    public List<RedriveResult> redrive(List<TaskId> ids) {
        Refusals.requireBatch(ids);
        return engine.writes().redrive(ids);
    }

    @Override
    public List<DiscardResult> discard(List<TaskId> ids) {
        Refusals.requireBatch(ids);
        return engine.writes().discard(ids);
    }

    @Override
    public void pause(String queue) {
        TaskSpec.requireQueue(queue);
        setPaused(queue, true);
    }

    @Override
    public void resume(String queue) {
        TaskSpec.requireQueue(queue);
        setPaused(queue, false);
    }

    private void setPaused(String queue, boolean paused) {
        engine.session().step(connection -> {
            if (!update(connection, queue, paused) && paused) {
                insert(connection, queue);
            }
            engine.partitions().raise(connection);
            return queue;
        });
        engine.partitions().reload();
    }

    private boolean update(Connection connection, String queue, boolean paused) throws SQLException {
        try (PreparedStatement update =
                connection.prepareStatement("UPDATE " + sql.table("queue") + " SET paused = ? WHERE queue = ?")) {
            new Parameters(update).integer(paused ? 1 : 0).text(queue);
            return update.executeUpdate() == 1;
        }
    }

    private void insert(Connection connection, String queue) throws SQLException {
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO " + sql.table("queue") + " (queue, paused) VALUES (?, 1)")) {
            new Parameters(insert).text(queue);
            insert.executeUpdate();
        } catch (SQLException e) {
            if (Trouble.duplicate(e)) {
                throw new RepeatException(e);
            }
            throw e;
        }
    }

    @Override
    public int prune(int max) {
        Refusals.requireMax("max", max, Limits.PAGE_EXAMINED_MAX);
        return pruner.prune(max);
    }

    @Override
    public List<WorkerInfo> workers() {
        return engine.workers().listed();
    }
}
