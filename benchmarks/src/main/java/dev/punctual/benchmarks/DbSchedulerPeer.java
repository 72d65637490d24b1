package dev.punctual.benchmarks;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerBuilder;
import com.github.kagkarlsson.scheduler.SchedulerClient;
import com.github.kagkarlsson.scheduler.task.SchedulableInstance;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import com.github.kagkarlsson.scheduler.task.TaskInstanceId;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** db-scheduler, as it comes or tuned. */
final class DbSchedulerPeer implements Peer {

    /** The table that its documentation describes for PostgreSQL, with the indexes named there. */
    private static final String TABLE = """
            CREATE TABLE scheduled_tasks (
                task_name TEXT NOT NULL,
                task_instance TEXT NOT NULL,
                task_data BYTEA,
                execution_time TIMESTAMPTZ,
                picked BOOLEAN NOT NULL,
                picked_by TEXT,
                last_success TIMESTAMPTZ,
                last_failure TIMESTAMPTZ,
                consecutive_failures INT,
                last_heartbeat TIMESTAMPTZ,
                version BIGINT NOT NULL,
                priority SMALLINT,
                state TEXT,
                PRIMARY KEY (task_name, task_instance));
            CREATE INDEX ON scheduled_tasks (execution_time);
            CREATE INDEX ON scheduled_tasks (last_heartbeat);
            CREATE INDEX ON scheduled_tasks (priority DESC, execution_time)
            """;

    private static final String TASK = "bench";
    private static final int TUNED_THREADS = 20;
    private static final Duration TUNED_POLL = Duration.ofMillis(100);
    /** Shares of the threads between which it fetches more, from its documentation. */
    private static final double FETCH_BELOW = 0.5;

    private static final double FETCH_UP_TO = 4;

    private final PostgresDatabase database;
    private final boolean tuned;
    private final HikariDataSource pool;
    private final SchedulerClient client;
    private @Nullable Scheduler running;

    DbSchedulerPeer(PostgresDatabase database, int connections, boolean tuned) throws SQLException {
        this.database = database;
        this.tuned = tuned;
        this.pool = database.pool(connections);
        sql(TABLE);
        client = SchedulerClient.Builder.create(pool, task(payload -> {})).build();
    }

    private static OneTimeTask<byte[]> task(PayloadHandler handler) {
        return Tasks.oneTime(TASK, byte[].class).execute((instance, context) -> handler.ran(instance.getData()));
    }

    @Override
    public String name() {
        return "db-scheduler";
    }

    @Override
    public String setting() {
        return tuned ? "tuned: 20 threads, 100 ms poll, lock-and-fetch" : "default: 10 threads, 10 s poll, fetch";
    }

    private static TaskInstance<byte[]> instance(Job job) {
        return new TaskInstance<>(TASK, job.id(), job.payload());
    }

    @Override
    public void schedule(Job job) {
        if (!client.scheduleIfNotExists(instance(job), job.due())) {
            throw new IllegalStateException("not accepted: " + job.id());
        }
    }

    @Override
    public void scheduleAll(List<Job> jobs) {
        List<SchedulableInstance<?>> instances = new ArrayList<>(jobs.size());
        jobs.forEach(job -> instances.add(SchedulableInstance.of(instance(job), job.due())));
        client.scheduleBatch(instances);
    }

    @Override
    public boolean cancel(String id) {
        client.cancel(TaskInstanceId.of(TASK, id));
        return true;
    }

    @Override
    public int cancelAll(List<String> ids) {
        ids.forEach(this::cancel);
        return ids.size();
    }

    @Override
    public void start(PayloadHandler handler) {
        SchedulerBuilder builder = Scheduler.create(pool, task(handler)).shutdownMaxWait(Duration.ofSeconds(10));
        if (tuned) {
            builder.threads(TUNED_THREADS).pollingInterval(TUNED_POLL).pollUsingLockAndFetch(FETCH_BELOW, FETCH_UP_TO);
        }
        Scheduler scheduler = builder.build();
        scheduler.start();
        running = scheduler;
    }

    @Override
    public void stop() {
        if (running != null) {
            running.stop();
            running = null;
        }
    }

    @Override
    public Map<String, Long> storedBytes() throws SQLException {
        return database.bytes();
    }

    @Override
    public void clear() throws SQLException {
        sql("TRUNCATE scheduled_tasks");
    }

    @Override
    public void close() throws SQLException {
        stop();
        pool.close();
        database.close();
    }

    private void sql(String text) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(text);
        }
    }
}
