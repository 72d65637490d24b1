package dev.punctual.jdbc;

import dev.punctual.ClaimRequest;
import dev.punctual.TaskId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** The number of the last claim of each worker, kept in the row of the worker until it has been silent for an hour. */
final class ClaimNumbers {

    static final long SILENT_MILLIS = 3_600_000;

    private ClaimNumbers() {}

    /** Notes the number of a claim; answers false if it is not higher than the last one. */
    static boolean raise(Connection connection, Statements sql, ClaimRequest request) throws SQLException {
        try (PreparedStatement update =
                connection.prepareStatement("UPDATE " + sql.table("worker") + " SET claim_seq = ?, last_seen = FLOOR("
                        + sql.clock() + " / 1000) WHERE worker = ? AND claim_seq < ?")) {
            new Parameters(update)
                    .number(request.claimSeq())
                    .text(request.worker())
                    .number(request.claimSeq());
            if (update.executeUpdate() == 1) {
                return true;
            }
        }
        if (last(connection, sql, request.worker()) >= 0) {
            return false;
        }
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO " + sql.table("worker")
                + " (worker, claim_seq, last_seen) SELECT ?, ?, " + sql.millis() + " FROM "
                + sql.table("meta") + " WHERE one_row = 1")) {
            new Parameters(insert).text(request.worker()).number(request.claimSeq());
            insert.executeUpdate();
            return true;
        } catch (SQLException e) {
            if (Trouble.duplicate(e)) {
                throw new RepeatException(e);
            }
            throw e;
        }
    }

    /** Returns the last number of the worker, or -1 if it is not known. */
    static long last(Connection connection, Statements sql, String worker) throws SQLException {
        try (PreparedStatement query =
                connection.prepareStatement("SELECT claim_seq FROM " + sql.table("worker") + " WHERE worker = ?")) {
            new Parameters(query).text(worker);
            try (ResultSet rows = query.executeQuery()) {
                return rows.next() ? rows.getLong(1) : -1;
            }
        }
    }

    /** Returns the tasks that still run under this claim. */
    static List<TaskId> held(Connection connection, Statements sql, ClaimRequest request) throws SQLException {
        List<TaskId> ids = new ArrayList<>();
        try (PreparedStatement query = connection.prepareStatement("SELECT id FROM " + sql.task()
                + " WHERE lease_until IS NOT NULL AND state = 2 AND worker = ? AND claim_seq = ?")) {
            new Parameters(query).text(request.worker()).number(request.claimSeq());
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    ids.add(TaskId.of(rows.getString(1)));
                }
            }
        }
        return ids;
    }
}
