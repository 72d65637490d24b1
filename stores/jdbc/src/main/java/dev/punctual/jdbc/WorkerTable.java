package dev.punctual.jdbc;

import dev.punctual.BeatResult;
import dev.punctual.ClaimRequest.Wanted;
import dev.punctual.Selector;
import dev.punctual.WorkerInfo;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The workers, as they say of themselves with each beat. Thread-safe. */
final class WorkerTable {

    /** A worker that has not been heard of for so long is not listed. */
    static final long LISTED_MILLIS = 60_000;

    private static final String COLUMNS =
            "name = ?, queues = ?, types = ?, sink_kinds = ?, max_suspects = ?, slots = ?," + " running = ?";

    private final OwnTransactions session;
    private final Statements sql;

    WorkerTable(OwnTransactions session, Statements sql) {
        this.session = session;
        this.sql = sql;
    }

    BeatResult beat(WorkerInfo worker) {
        return session.statement(connection -> {
            long now = RecordChanges.readClock(connection, sql).millis();
            if (!update(connection, worker, now)) {
                insert(connection, worker.worker(), now);
                update(connection, worker, now);
            }
            return new BeatResult(now, paused(connection));
        });
    }

    private boolean update(Connection connection, WorkerInfo worker, long now) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement("UPDATE " + sql.table("worker") + " SET " + COLUMNS
                + ", last_seen = ?, beat_at = ? WHERE worker = ?")) {
            Wanted wanted = worker.wanted();
            new Parameters(update)
                    .text(worker.name())
                    .text(write(wanted.queues()))
                    .text(write(wanted.types()))
                    .text(write(wanted.sinkKinds()))
                    .integer(wanted.maxSuspects())
                    .integer(worker.slots())
                    .integer(worker.running())
                    .number(now)
                    .number(now)
                    .text(worker.worker());
            return update.executeUpdate() == 1;
        }
    }

    private void insert(Connection connection, String worker, long now) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(
                "INSERT INTO " + sql.table("worker") + " (worker, claim_seq, last_seen) VALUES (?, 0, ?)")) {
            new Parameters(insert).text(worker).number(now);
            insert.executeUpdate();
        } catch (SQLException e) {
            if (!Trouble.duplicate(e)) {
                throw e;
            }
            // Its first claim was quicker.
        }
    }

    private Set<String> paused(Connection connection) throws SQLException {
        Set<String> paused = new HashSet<>();
        try (PreparedStatement query =
                        connection.prepareStatement("SELECT queue FROM " + sql.table("queue") + " WHERE paused <> 0");
                ResultSet rows = query.executeQuery()) {
            while (rows.next()) {
                paused.add(rows.getString(1));
            }
        }
        return paused;
    }

    /** Returns the workers heard of within the last minute. */
    List<WorkerInfo> listed() {
        return session.read(connection -> {
            List<WorkerInfo> workers = new ArrayList<>();
            long since = RecordChanges.readClock(connection, sql).millis() - LISTED_MILLIS;
            try (PreparedStatement query = connection.prepareStatement("SELECT worker, name, queues, types, sink_kinds,"
                    + " max_suspects, slots, running, beat_at FROM " + sql.table("worker")
                    + " WHERE beat_at >= ? ORDER BY worker")) {
                new Parameters(query).number(since);
                try (ResultSet rows = query.executeQuery()) {
                    while (rows.next()) {
                        workers.add(read(rows));
                    }
                }
            }
            return workers;
        });
    }

    private static WorkerInfo read(ResultSet rows) throws SQLException {
        String name = rows.getString(2);
        return new WorkerInfo(
                rows.getString(1),
                name == null ? "" : name,
                new Wanted(
                        selector(rows.getString(3)),
                        selector(rows.getString(4)),
                        selector(rows.getString(5)),
                        rows.getInt(6)),
                rows.getInt(7),
                rows.getInt(8),
                rows.getLong(9));
    }

    /** Names hold no commas; the empty kind of sink is a name too, so each one is followed by a comma. */
    private static @Nullable String write(Selector selector) {
        return selector.names()
                .map(names -> {
                    StringBuilder text = new StringBuilder();
                    new TreeSet<>(names).forEach(name -> text.append(name).append(','));
                    return text.toString();
                })
                .orElse(null);
    }

    private static Selector selector(@Nullable String text) {
        return text == null
                ? Selector.any()
                : Selector.of(List.of(text.split(",", -1)).subList(0, commas(text)));
    }

    private static int commas(String text) {
        return (int) text.chars().filter(c -> c == ',').count();
    }
}
