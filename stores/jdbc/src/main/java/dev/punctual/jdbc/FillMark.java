package dev.punctual.jdbc;

import dev.punctual.Limits;
import dev.punctual.Refusal;
import dev.punctual.ScheduleResult;
import dev.punctual.TaskId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * How many tasks may still be added before the store is full. Counting is dear in SQL, so a count is good for half of
 * the room it found: what other nodes add meanwhile has the other half. Near the mark every batch counts. Thread-safe.
 */
final class FillMark {

    private final OwnTransactions session;
    private final Statements sql;
    private final Limits limits;
    private final AtomicLong room = new AtomicLong();

    FillMark(OwnTransactions session, Statements sql, Limits limits) {
        this.session = session;
        this.sql = sql;
        this.limits = limits;
    }

    /** Reserves room for a batch; answers how many of its items may be added. */
    long reserve(int items) {
        if (room.addAndGet(-items) >= 0) {
            return items;
        }
        long free = limits.pendingMax() - session.read(this::count);
        room.set(free / 2 - items);
        return free;
    }

    private long count(Connection connection) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement("SELECT count(*) FROM (SELECT 1 AS one FROM "
                + sql.task() + " WHERE state IN (1, 2) LIMIT ?) AS pending")) {
            new Parameters(query).number(limits.pendingMax());
            try (ResultSet rows = query.executeQuery()) {
                return rows.next() ? rows.getLong(1) : 0;
            }
        }
    }

    /** Returns the answer to a task that has no room. */
    ScheduleResult refused(TaskId id) {
        return ScheduleResult.refused(
                id,
                new Refusal(
                        Refusal.Reason.STORE_FULL,
                        "pendingMax",
                        "the store holds " + limits.pendingMax() + " waiting and running tasks, as many as it may",
                        ""));
    }

    /** Hands out so much room, one task at a time. Not thread-safe. */
    final class Room {
        private long left;

        Room(long left) {
            this.left = left;
        }

        @Nullable
        ScheduleResult take(TaskId id) {
            return left-- > 0 ? null : refused(id);
        }

        /** Returns how many tasks may still be added. */
        long left() {
            return left;
        }

        void took(int tasks) {
            left -= tasks;
        }
    }
}
