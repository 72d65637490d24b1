package dev.punctual.benchmarks;

import com.zaxxer.hikari.HikariDataSource;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import org.quartz.JobBuilder;
import org.quartz.JobDataMap;
import org.quartz.JobDetail;
import org.quartz.JobExecutionContext;
import org.quartz.JobKey;
import org.quartz.Scheduler;
import org.quartz.SchedulerException;
import org.quartz.Trigger;
import org.quartz.TriggerBuilder;
import org.quartz.impl.StdSchedulerFactory;
import org.quartz.utils.ConnectionProvider;
import org.quartz.utils.DBConnectionManager;

/** Quartz with its clustered store, otherwise as it comes or tuned. */
final class QuartzPeer implements Peer {

    private static final String TABLES = "/org/quartz/impl/jdbcjobstore/tables_postgres.sql";
    private static final String PAYLOAD = "payload";
    private static final String TUNED_THREADS = "20";
    /** The shortest that it takes. */
    private static final String TUNED_IDLE_MILLIS = "1000";

    private final PostgresDatabase database;
    private final HikariDataSource pool;
    private final Scheduler scheduler;
    private final boolean tuned;

    QuartzPeer(PostgresDatabase database, int connections, boolean tuned)
            throws SQLException, IOException, SchedulerException {
        this.database = database;
        this.tuned = tuned;
        this.pool = database.pool(connections);
        sql(script());
        String source = pool.getPoolName();
        DBConnectionManager.getInstance().addConnectionProvider(source, new Source(pool));
        scheduler = new StdSchedulerFactory(properties(source, tuned)).getScheduler();
    }

    private static String script() throws IOException {
        try (InputStream in = Scheduler.class.getResourceAsStream(TABLES)) {
            if (in == null) {
                throw new IOException("Quartz has no " + TABLES + " any more");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static Properties properties(String source, boolean tuned) {
        Properties properties = new Properties();
        properties.putAll(Map.of(
                "org.quartz.scheduler.instanceName", source,
                "org.quartz.scheduler.instanceId", "AUTO",
                "org.quartz.scheduler.skipUpdateCheck", "true",
                "org.quartz.threadPool.class", "org.quartz.simpl.SimpleThreadPool",
                "org.quartz.threadPool.threadCount", tuned ? TUNED_THREADS : "10",
                "org.quartz.jobStore.class", "org.quartz.impl.jdbcjobstore.JobStoreTX",
                "org.quartz.jobStore.driverDelegateClass", "org.quartz.impl.jdbcjobstore.PostgreSQLDelegate",
                "org.quartz.jobStore.isClustered", "true",
                "org.quartz.jobStore.dataSource", source));
        if (tuned) {
            // A batch of triggers needs the lock, or two schedulers take the same; its documentation says so.
            properties.putAll(Map.of(
                    "org.quartz.scheduler.batchTriggerAcquisitionMaxCount", TUNED_THREADS,
                    "org.quartz.jobStore.acquireTriggersWithinLock", "true",
                    "org.quartz.scheduler.idleWaitTime", TUNED_IDLE_MILLIS));
        }
        return properties;
    }

    /** What Quartz stores the name of; what runs comes from the factory. */
    static final class Stored implements org.quartz.Job {
        @Override
        public void execute(JobExecutionContext context) {
            throw new IllegalStateException("the factory makes another one");
        }
    }

    /** Quartz's view of a pool; it is opened and closed elsewhere. */
    private record Source(HikariDataSource pool) implements ConnectionProvider {
        @Override
        public Connection getConnection() throws SQLException {
            return pool.getConnection();
        }

        @Override
        public void shutdown() {
            // Whoever opened the pool closes it.
        }

        @Override
        public void initialize() {
            // It is open.
        }
    }

    @Override
    public String name() {
        return "quartz";
    }

    @Override
    public String setting() {
        return tuned
                ? "tuned: clustered, 20 threads, batches of 20 within the lock, 1 s idle wait"
                : "default: clustered, 10 threads";
    }

    private static JobDetail detail(Job job) {
        JobDataMap data = new JobDataMap();
        data.put(PAYLOAD, job.payload());
        return JobBuilder.newJob(Stored.class)
                .withIdentity(job.id())
                .usingJobData(data)
                .build();
    }

    private static Trigger trigger(Job job) {
        return TriggerBuilder.newTrigger()
                .withIdentity(job.id())
                .startAt(Date.from(job.due()))
                .build();
    }

    @Override
    public void schedule(Job job) throws SchedulerException {
        scheduler.scheduleJob(detail(job), trigger(job));
    }

    @Override
    public void scheduleAll(List<Job> jobs) throws SchedulerException {
        Map<JobDetail, Set<? extends Trigger>> all = new HashMap<>();
        jobs.forEach(job -> all.put(detail(job), Set.of(trigger(job))));
        scheduler.scheduleJobs(all, false);
    }

    @Override
    public boolean cancel(String id) throws SchedulerException {
        return scheduler.deleteJob(JobKey.jobKey(id));
    }

    @Override
    public int cancelAll(List<String> ids) throws SchedulerException {
        return scheduler.deleteJobs(ids.stream().map(JobKey::jobKey).toList()) ? ids.size() : 0;
    }

    @Override
    public void start(PayloadHandler handler) throws SchedulerException {
        scheduler.setJobFactory((bundle, owner) -> context -> handler.ran(
                Objects.requireNonNull((byte[]) context.getMergedJobDataMap().get(PAYLOAD))));
        scheduler.start();
    }

    @Override
    public void stop() throws SchedulerException {
        scheduler.standby();
    }

    @Override
    public Map<String, Long> storedBytes() throws SQLException {
        return database.bytes();
    }

    @Override
    public void clear() throws SQLException {
        List<String> tables = new ArrayList<>();
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT tablename FROM pg_tables WHERE tablename LIKE 'qrtz%'"
                        + " AND tablename NOT IN ('qrtz_locks', 'qrtz_scheduler_state')")) {
            while (row.next()) {
                tables.add(row.getString(1));
            }
        }
        sql("TRUNCATE " + String.join(", ", tables));
    }

    @Override
    public void close() throws SQLException {
        try {
            scheduler.shutdown(true);
        } catch (SchedulerException e) {
            throw BenchFailure.trouble("quartz does not stop: " + e.getMessage(), e);
        } finally {
            pool.close();
            database.close();
        }
    }

    private void sql(String text) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(text);
        }
    }
}
