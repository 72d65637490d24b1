package dev.punctual.examples;

import com.zaxxer.hikari.HikariDataSource;
import dev.punctual.InvalidTaskException;
import dev.punctual.PayloadCodec;
import dev.punctual.RetryPolicy;
import dev.punctual.StoreSettings;
import dev.punctual.TaskClient;
import dev.punctual.TaskStore;
import dev.punctual.TaskType;
import dev.punctual.jdbc.JdbcTaskStore;
import dev.punctual.jdbc.JdbcTransaction;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/**
 * Moves a hand-made job table over: {@code job (id, type, payload, run_at, status, retries)} with the states INIT,
 * PROCESS and FINISH. Each batch is one transaction: its rows are locked, scheduled, and marked MOVED, or none of that
 * happens. It may be stopped or killed at any moment, run again, and run by several processes, while the application
 * goes on writing rows: nothing is moved twice, nothing is lost.
 *
 * <p>Old workers look for INIT and so leave alone what was moved; what they hold locked is passed over, for the next
 * run. A row in PROCESS counts as abandoned an hour after it was due: choose a time that no living job reaches, ask the
 * time at which it was taken if your table has that, or stop the old workers first.
 *
 * <p>{@code run_at} has a zone here. If yours has none, say in the query whose zone it is in.
 */
public final class MoveJobTable {

    private static final int BATCH = 500;
    /** How often an old job ran at most; what it has used up is taken off. */
    private static final int ATTEMPTS_MAX = 10;

    private static final String LOCK = "SELECT id, type, payload, run_at, retries FROM job WHERE id > ?"
            + " AND (status = 'INIT' OR status = 'PROCESS' AND run_at < CURRENT_TIMESTAMP - INTERVAL '1' HOUR)"
            + " ORDER BY id LIMIT ? FOR UPDATE SKIP LOCKED";

    private final DataSource dataSource;
    private final TaskClient client;

    MoveJobTable(DataSource dataSource, TaskStore store) {
        this.dataSource = dataSource;
        this.client = TaskClient.of(store);
    }

    /**
     * Moves the table {@code job} of the database at the first argument, a JDBC URL; without one, of some made-up jobs.
     */
    public static void main(String[] args) throws SQLException {
        String url = args.length > 0 ? args[0] : "jdbc:h2:mem:jobs";
        try (HikariDataSource dataSource = Sql.pool(url);
                TaskStore store = JdbcTaskStore.open(dataSource, StoreSettings.DEFAULT)) {
            if (args.length == 0) {
                Sql.inTransaction(dataSource, MoveJobTable::makeUpJobs);
            }
            MoveJobTable table = new MoveJobTable(dataSource, store);
            System.out.println("moved " + table.moveAll() + " jobs");
            System.out.println("moved " + table.moveAll() + " when run again");
        }
    }

    /** What one batch did. */
    record Batch(int read, long lastId, int moved) {}

    /** Moves, batch by batch, what is there; answers how many jobs. */
    int moveAll() throws SQLException {
        int moved = 0;
        Batch[] batch = {new Batch(0, Long.MIN_VALUE, 0)};
        do {
            long after = batch[0].lastId();
            Sql.inTransaction(dataSource, connection -> batch[0] = moveBatch(connection, after));
            moved += batch[0].moved();
        } while (batch[0].read() > 0);
        return moved;
    }

    /** Moves one batch in a transaction that the caller ends. */
    Batch moveBatch(Connection connection, long afterId) throws SQLException {
        List<Job> jobs = lock(connection, afterId);
        TaskClient inside = client.within(JdbcTransaction.of(connection));
        int moved = 0;
        long lastId = afterId;
        for (Job job : jobs) {
            moved += schedule(inside, job)
                    ? Sql.update(connection, "UPDATE job SET status = 'MOVED' WHERE id = ?", job.id())
                    : 0;
            lastId = job.id();
        }
        return new Batch(jobs.size(), lastId, moved);
    }

    private record Job(long id, String type, String payload, Instant runAt, int retries) {}

    private static List<Job> lock(Connection connection, long afterId) throws SQLException {
        List<Job> jobs = new ArrayList<>();
        try (PreparedStatement query = connection.prepareStatement(LOCK)) {
            query.setLong(1, afterId);
            query.setInt(2, BATCH);
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    jobs.add(new Job(
                            rows.getLong(1),
                            rows.getString(2),
                            rows.getString(3),
                            rows.getObject(4, OffsetDateTime.class).toInstant(),
                            rows.getInt(5)));
                }
            }
        }
        return jobs;
    }

    /** What is refused stays where it is, and is named; the transaction goes on. */
    private static boolean schedule(TaskClient client, Job job) {
        try {
            TaskType<String> type = TaskType.of(job.type(), PayloadCodec.text());
            client.schedule(type.at(job.runAt(), job.payload())
                    .id("job:" + job.id())
                    .retry(RetryPolicy.DEFAULT.withMaxAttempts(Math.max(1, ATTEMPTS_MAX - job.retries()))));
            return true;
        } catch (InvalidTaskException e) {
            System.out.println("job " + job.id() + " stays: " + e.getMessage());
            return false;
        }
    }

    private static void makeUpJobs(Connection connection) throws SQLException {
        Sql.update(
                connection,
                "CREATE TABLE job (id BIGINT PRIMARY KEY, type VARCHAR(100), payload VARCHAR(1000),"
                        + " run_at TIMESTAMP WITH TIME ZONE, status VARCHAR(10), retries INTEGER)");
        String insert = "INSERT INTO job SELECT x, 'mail.send', 'mail ' || x, CURRENT_TIMESTAMP + ";
        Sql.update(connection, insert + "INTERVAL '1' DAY, 'INIT', 0 FROM SYSTEM_RANGE(1, 1200)");
        Sql.update(connection, insert + "INTERVAL '-2' HOUR, 'PROCESS', 3 FROM SYSTEM_RANGE(1201, 1210)");
        Sql.update(connection, insert + "INTERVAL '-2' HOUR, 'FINISH', 0 FROM SYSTEM_RANGE(1211, 1300)");
    }
}
