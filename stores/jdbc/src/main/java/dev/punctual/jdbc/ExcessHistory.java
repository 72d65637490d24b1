package dev.punctual.jdbc;

import dev.punctual.Limits;
import dev.punctual.TaskState;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The finished rows beyond the number that is kept whole, oldest first. Counting a long history is dear, so what one
 * count finds is remembered: a row that was among the excess stays among it, whatever other nodes do meanwhile. Rows
 * that are stubs already are the oldest, and are not read again. Thread-safe.
 */
final class ExcessHistory {

    static final List<TaskState> NOT_DEAD = List.of(TaskState.SUCCEEDED, TaskState.CANCELLED, TaskState.EXPIRED);

    /** Most rows that one count finds; more of them are found by the next. */
    static final int FOUND_MAX = 20 * Limits.BATCH_MAX;

    /** How far before the oldest known one a row may still appear: by a late commit, or a clock that was put back. */
    static final long LATE_MILLIS = 60_000;

    private static final String WHOLE = " AND flags < " + TaskRows.STUB;

    private final OwnTransactions session;
    private final Statements sql;
    private final long finishedMax;
    private final Deque<FinishedRow> found = new ArrayDeque<>();
    /** Before this every row of the state is a stub. */
    private final Map<TaskState, Long> wholeFrom = new EnumMap<>(TaskState.class);

    ExcessHistory(OwnTransactions session, Statements sql, long finishedMax) {
        this.session = session;
        this.sql = sql;
        this.finishedMax = finishedMax;
    }

    /** Takes the next ones. */
    synchronized List<FinishedRow> take(int max) {
        if (found.isEmpty() && max > 0) {
            session.read(this::find).forEach(found::add);
        }
        List<FinishedRow> taken = new ArrayList<>();
        while (taken.size() < max && !found.isEmpty()) {
            taken.add(found.remove());
        }
        return taken;
    }

    private List<FinishedRow> find(Connection connection) throws SQLException {
        // The index alone answers this; it counts the stubs as well as far as it is not known where they end.
        if (count(connection, "") <= finishedMax) {
            return List.of();
        }
        List<FinishedRow> oldest = new ArrayList<>();
        for (TaskState finished : NOT_DEAD) {
            List<FinishedRow> rows = FinishedRow.read(
                    connection,
                    "SELECT finished_at, id, flags" + where(finished) + WHOLE + " ORDER BY finished_at LIMIT ?",
                    wholeFrom.getOrDefault(finished, 0L),
                    FOUND_MAX);
            long from = rows.isEmpty() ? 0 : rows.get(0).finishedAt() - LATE_MILLIS;
            wholeFrom.put(finished, Math.max(0, from));
            oldest.addAll(rows);
        }
        oldest.sort(Comparator.comparingLong(FinishedRow::finishedAt)
                .thenComparing(row -> row.id().value()));
        long excess = Math.max(0, count(connection, WHOLE) - finishedMax);
        return oldest.subList(0, (int) Math.min(oldest.size(), excess));
    }

    private String where(TaskState finished) {
        return " FROM " + sql.task() + " WHERE state = " + TaskRows.code(finished) + " AND finished_at >= ?";
    }

    /** Counts no further than is of use. */
    private long count(Connection connection, String further) throws SQLException {
        long count = 0;
        for (TaskState finished : NOT_DEAD) {
            String text = "SELECT count(*) FROM (SELECT 1 AS one" + where(finished) + further + " LIMIT ?) AS few";
            try (PreparedStatement query = connection.prepareStatement(text)) {
                new Parameters(query)
                        .number(wholeFrom.getOrDefault(finished, 0L))
                        .number(finishedMax + FOUND_MAX);
                try (ResultSet rows = query.executeQuery()) {
                    count += rows.next() ? rows.getLong(1) : 0;
                }
            }
        }
        return count;
    }
}
