package dev.punctual.jdbc;

import dev.punctual.Report;
import dev.punctual.Report.Outcome;
import dev.punctual.RunHistory;
import dev.punctual.SettleResult;
import dev.punctual.StoreException;
import dev.punctual.TaskId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * PostgreSQL: T5 for runs that ended well, which is nearly every report, in one statement that compares state and token
 * itself. What it did not find so (fenced, repeated, gone) and every other report takes the general way. Thread-safe.
 */
final class OneStatementCompletions {

    private final OwnTransactions session;
    private final Plans plans;
    private final Function<List<Report>, List<SettleResult>> general;
    private final String text;

    OneStatementCompletions(Base base, Function<List<Report>, List<SettleResult>> general) {
        this.session = base.session();
        this.plans = base.plans();
        this.general = general;
        this.text = "WITH clock AS MATERIALIZED (SELECT " + base.sql().millis() + " AS ms) UPDATE "
                + base.sql().task() + " AS t SET state = 3, settled_token = v.token, finished_at = clock.ms,"
                + " revision = t.revision + 1, lease_until = NULL, worker = NULL, claim_seq = NULL,"
                + " flags = t.flags & ~" + TaskRows.CANCEL_REQUESTED + ", history = v.history"
                + " FROM clock, unnest(?::text[], ?::bigint[], ?::bytea[]) AS v(id, token, history)"
                + " WHERE t.id = v.id AND t.state = 2 AND t.token = v.token AND t.format = " + TaskRows.FORMAT
                + " RETURNING t.id";
    }

    List<SettleResult> settle(List<Report> reports) {
        Set<TaskId> completed = complete(reports);
        List<Report> left = new ArrayList<>();
        List<SettleResult> answers = new ArrayList<>(reports.size());
        for (Report report : reports) {
            boolean done = completed.remove(report.id());
            answers.add(done ? SettleResult.OK : null);
            if (!done) {
                left.add(report);
            }
        }
        if (!left.isEmpty()) {
            Iterator<SettleResult> rest = general.apply(left).iterator();
            answers.replaceAll(answer -> answer == null ? rest.next() : answer);
        }
        return answers;
    }

    private Set<TaskId> complete(List<Report> reports) {
        Set<TaskId> seen = new HashSet<>();
        List<Report> plain = new ArrayList<>(reports.size());
        for (Report report : reports) {
            // The second report of one task in a call must see the first.
            boolean first = seen.add(report.id());
            if (first
                    && report.outcome() == Outcome.COMPLETE
                    && !report.unreturned()
                    && report.error().isEmpty()) {
                plain.add(report);
            }
        }
        if (plain.isEmpty()) {
            return new HashSet<>();
        }
        // In the order of ids, as far as the plan keeps it; a deadlock is repeated.
        plain.sort(Comparator.comparing(report -> report.id().value()));
        try {
            return session.statement(connection -> run(connection, plain));
        } catch (StoreException e) {
            if (Trouble.gaveUp(e)) {
                // Somebody holds one of the rows: the general way takes the others first.
                return new HashSet<>();
            }
            throw e;
        }
    }

    private Set<TaskId> run(Connection connection, List<Report> reports) throws SQLException {
        Set<TaskId> completed = new HashSet<>();
        try (PreparedStatement update = plans.kept(connection, text)) {
            update.setQueryTimeout(1);
            byte[][] histories = new byte[reports.size()][];
            for (int i = 0; i < histories.length; i++) {
                RunHistory history = reports.get(i).history();
                histories[i] = history.equals(RunHistory.EMPTY) ? null : history.bytes();
            }
            new Parameters(update)
                    .array(
                            "text",
                            reports.stream().map(report -> report.id().value()).toArray())
                    .array("bigint", reports.stream().map(Report::token).toArray())
                    .array("bytea", histories);
            try (ResultSet rows = update.executeQuery()) {
                while (rows.next()) {
                    completed.add(TaskId.of(rows.getString(1)));
                }
            }
        }
        return completed;
    }
}
