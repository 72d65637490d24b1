package dev.punctual.jdbc;

import dev.punctual.CancelResult;
import dev.punctual.StoreException;
import dev.punctual.TaskId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * PostgreSQL: T10 for tasks that still wait, which is nearly every cancel, in one statement that compares the state
 * itself. What it did not find so (running, over, gone) takes the general way. Thread-safe.
 */
final class OneStatementCancels {

    private final OwnTransactions session;
    private final Plans plans;
    private final Function<List<TaskId>, List<CancelResult>> general;
    private final String text;

    OneStatementCancels(Base base, Function<List<TaskId>, List<CancelResult>> general) {
        this.session = base.session();
        this.plans = base.plans();
        this.general = general;
        // "+ 0" keeps the planner, as long as it has no statistics, from searching all waiting tasks for each id.
        this.text = "WITH clock AS MATERIALIZED (SELECT " + base.sql().millis() + " AS ms) UPDATE "
                + base.sql().task() + " AS t SET state = 5, finished_at = clock.ms, revision = t.revision + 1,"
                + " flags = t.flags & ~" + TaskRows.CANCEL_REQUESTED
                + " FROM clock, unnest(?::text[]) AS v(id) WHERE t.id = v.id AND t.state + 0 = 1 AND t.format = "
                + TaskRows.FORMAT + " RETURNING t.id, t.flags & " + TaskRows.GHOST;
    }

    List<CancelResult> cancel(List<TaskId> ids) {
        Map<TaskId, CancelResult> cancelled = cancelWaiting(ids);
        List<TaskId> left =
                ids.stream().filter(id -> !cancelled.containsKey(id)).distinct().toList();
        if (!left.isEmpty()) {
            List<CancelResult> rest = general.apply(left);
            for (int i = 0; i < rest.size(); i++) {
                cancelled.put(left.get(i), rest.get(i));
            }
        }
        return ids.stream().map(cancelled::get).toList();
    }

    private Map<TaskId, CancelResult> cancelWaiting(List<TaskId> ids) {
        try {
            return session.statement(connection -> run(connection, ids));
        } catch (StoreException e) {
            if (Trouble.gaveUp(e)) {
                // Somebody holds one of the rows: the general way says whether it is worth waiting for.
                return new HashMap<>();
            }
            throw e;
        }
    }

    private Map<TaskId, CancelResult> run(Connection connection, List<TaskId> ids) throws SQLException {
        List<String> sorted = new ArrayList<>();
        // In the order of ids, as far as the plan keeps it; a deadlock is repeated.
        ids.stream().map(TaskId::value).sorted().forEach(sorted::add);
        Map<TaskId, CancelResult> cancelled = new HashMap<>();
        try (PreparedStatement update = plans.kept(connection, text)) {
            update.setQueryTimeout(1);
            new Parameters(update).array("text", sorted.toArray());
            try (ResultSet rows = update.executeQuery()) {
                while (rows.next()) {
                    boolean ghost = rows.getInt(2) != 0;
                    cancelled.put(
                            TaskId.of(rows.getString(1)),
                            ghost ? CancelResult.CANCELLED_AFTER_LOSS : CancelResult.CANCELLED);
                }
            }
        }
        return cancelled;
    }
}
