package dev.punctual.jdbc;

import static dev.punctual.jdbc.SomeTasks.claim;
import static dev.punctual.jdbc.SomeTasks.due;
import static dev.punctual.jdbc.SomeTasks.find;
import static dev.punctual.jdbc.SomeTasks.schedule;
import static dev.punctual.jdbc.SomeTasks.task;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.punctual.Due;
import dev.punctual.Report;
import dev.punctual.RunHistory;
import dev.punctual.RunHistory.Outcome;
import dev.punctual.RunHistory.Run;
import dev.punctual.TaskId;
import dev.punctual.TaskRecord;
import dev.punctual.TaskState;
import dev.punctual.TaskStore;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Fills a store's table with very many records by the database's own means. The store makes one record of a state; all
 * others are copies of its row, other than in their ids and times. Not thread-safe.
 */
final class LongHistory {

    /** So far ahead are the first of the waiting tasks, so that no claim of a test meets one. */
    static final Duration AHEAD = Duration.ofHours(12);

    /** How many rows one statement adds; MariaDB ends a recursion after 1,000 steps, without an error. */
    private static final int CHUNK = 1_000;
    /** The waiting tasks are due so far from each other. */
    private static final int WAITING_STEP_MILLIS = 100;

    private static final String WORKER = "historian";

    private final Database database;
    private final TaskStore store;
    private long claims;

    LongHistory(Database database, TaskStore store) {
        this.database = database;
        this.store = store;
    }

    void addSucceeded(int count) {
        TaskRecord run = run("succeeded");
        store.settle(List.of(Report.complete(run.id(), run.token(), history(run, Outcome.COMPLETED, ""))));
        copy("succeeded", TaskState.SUCCEEDED, count);
    }

    void addDead(int count) {
        TaskRecord run = run("dead");
        String error = "the other side does not answer. ".repeat(30);
        store.settle(List.of(Report.bury(run.id(), run.token(), error, history(run, Outcome.BURIED, error))));
        copy("dead", TaskState.DEAD, count);
    }

    void addCancelled(int count) {
        schedule(store, task("cancelled", Due.after(AHEAD)));
        store.cancel(List.of(TaskId.of("cancelled")));
        copy("cancelled", TaskState.CANCELLED, count);
    }

    void addExpired(int count) {
        schedule(store, due("expired").expireAfter(Duration.ofMillis(1)));
        await().atMost(Duration.ofMinutes(1)).until(() -> {
            store.queries().prune(1);
            return find(store, "expired").state() == TaskState.EXPIRED;
        });
        copy("expired", TaskState.EXPIRED, count);
    }

    void addWaiting(int count) {
        schedule(store, task("waiting", Due.after(AHEAD)));
        copy("waiting", TaskState.SCHEDULED, count);
    }

    /**
     * Moves the due times of all waiting tasks, by one of the moves after the other.
     *
     * @param atLeast how many updates of rows; the moves are carried out as often as it takes
     */
    void moveWaiting(int atLeast, List<Duration> moves) {
        long updates = 0;
        while (updates < atLeast) {
            for (Duration move : moves) {
                long millis = move.toMillis();
                Sql.run(
                        database,
                        "UPDATE punctual_task SET due_at = due_at + " + millis + ", sort_key = sort_key + " + millis
                                + ", revision = revision + 1 WHERE state = 1");
                updates += count(TaskState.SCHEDULED);
            }
        }
    }

    private TaskRecord run(String id) {
        schedule(store, due(id));
        return claim(store, WORKER, ++claims, 1).claims().get(0);
    }

    private static RunHistory history(TaskRecord run, Outcome outcome, String error) {
        return run.history().plus(new Run(run.token(), WORKER, run.createdAt(), run.createdAt() + 5, outcome, error));
    }

    private long count(TaskState state) {
        return Sql.number(database, "SELECT count(*) FROM punctual_task WHERE state = " + TaskRows.code(state));
    }

    private void copy(String pattern, TaskState state, int count) {
        assertThat(find(store, pattern).state()).isEqualTo(state);
        long before = count(state);
        boolean waits = state == TaskState.SCHEDULED;
        for (int first = 1; first <= count; first += CHUNK) {
            Sql.run(database, copying(pattern, waits, first, Math.min(count, first + CHUNK - 1)));
        }
        assertThat(count(state) - before).as("copies of the %s one", pattern).isEqualTo(count);
    }

    private static String copying(String pattern, boolean waits, int first, int last) {
        Map<String, String> values = new LinkedHashMap<>();
        values.put("id", "CONCAT('" + pattern + "-', s.n)");
        Stream.of(TaskRows.STATE_COLUMNS, TaskRows.SPEC_COLUMNS)
                .flatMap(List::stream)
                .forEach(column -> values.put(column, "p." + column));
        List<String> moved = waits ? List.of("due_at", "sort_key") : List.of("due_at", "sort_key", "finished_at");
        String distance = waits ? " + s.n * " + WAITING_STEP_MILLIS : " - s.n";
        moved.forEach(column -> values.computeIfPresent(column, (name, value) -> value + distance));
        return "INSERT INTO punctual_task (" + String.join(", ", values.keySet()) + ")"
                + " WITH RECURSIVE s(n) AS (SELECT " + first + " UNION ALL SELECT n + 1 FROM s WHERE n < " + last + ")"
                + " SELECT " + values.values().stream().collect(Collectors.joining(", "))
                + " FROM punctual_task p CROSS JOIN s WHERE p.id = '" + pattern + "'";
    }

    /** Opens a transaction that goes on seeing the table as it is now, until it is closed. */
    Connection snapshot() throws SQLException {
        Connection connection = database.dataSource().getConnection();
        connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
        connection.setAutoCommit(false);
        try (Statement look = connection.createStatement()) {
            look.executeQuery("SELECT id FROM punctual_task WHERE id = 'waiting'")
                    .close();
        }
        return connection;
    }
}
