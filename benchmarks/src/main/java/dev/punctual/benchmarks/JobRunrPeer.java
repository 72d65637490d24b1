package dev.punctual.benchmarks;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jobrunr.jobs.lambdas.JobRequest;
import org.jobrunr.jobs.lambdas.JobRequestHandler;
import org.jobrunr.jobs.mappers.JobMapper;
import org.jobrunr.scheduling.JobBuilder;
import org.jobrunr.scheduling.JobRequestScheduler;
import org.jobrunr.server.BackgroundJobServer;
import org.jobrunr.server.BackgroundJobServerConfiguration;
import org.jobrunr.server.JobActivator;
import org.jobrunr.storage.StorageProvider;
import org.jobrunr.storage.sql.postgres.PostgresStorageProvider;
import org.jobrunr.utils.mapper.JsonMapper;
import org.jobrunr.utils.mapper.jackson3.Jackson3JsonMapper;
import org.jspecify.annotations.Nullable;

/** JobRunr's open source edition, polling as often as it can. */
final class JobRunrPeer implements Peer {

    private static final Duration POLL_SHORTEST = Duration.ofSeconds(5);

    private final PostgresDatabase database;
    private final HikariDataSource pool;
    private final JsonMapper mapper = new Jackson3JsonMapper();
    private final StorageProvider storage;
    private final JobRequestScheduler client;
    private @Nullable BackgroundJobServer running;

    JobRunrPeer(PostgresDatabase database, int connections) {
        this.database = database;
        this.pool = database.pool(connections);
        this.storage = new PostgresStorageProvider(pool);
        storage.setJobMapper(new JobMapper(mapper));
        this.client = new JobRequestScheduler(storage);
    }

    /** What is stored; public, and with a constructor without parameters, because JobRunr makes it by reflection. */
    public static final class Request implements JobRequest {
        private static final long serialVersionUID = 1L;

        private final byte[] payload;

        /** For JobRunr. */
        public Request() {
            this(new byte[0]);
        }

        Request(byte[] payload) {
            this.payload = payload;
        }

        @Override
        public Class<Handler> getJobRequestHandler() {
            return Handler.class;
        }
    }

    /** What runs it; public because JobRunr calls it by reflection. */
    public static final class Handler implements JobRequestHandler<Request> {
        private final PayloadHandler handler;

        Handler(PayloadHandler handler) {
            this.handler = handler;
        }

        @Override
        public void run(Request request) {
            handler.ran(request.payload);
        }
    }

    @Override
    public String name() {
        return "jobrunr";
    }

    @Override
    public String setting() {
        return "5 s poll, its minimum (default 15 s); otherwise default";
    }

    @Override
    public void schedule(Job job) {
        client.schedule(UUID.fromString(job.id()), job.due(), new Request(job.payload()));
    }

    @Override
    public void scheduleAll(List<Job> jobs) {
        client.create(jobs.stream()
                .map(job -> JobBuilder.aJob()
                        .withId(UUID.fromString(job.id()))
                        .scheduleAt(job.due())
                        .withJobRequest(new Request(job.payload()))));
    }

    @Override
    public boolean cancel(String id) {
        client.delete(UUID.fromString(id));
        return true;
    }

    @Override
    public int cancelAll(List<String> ids) {
        ids.forEach(this::cancel);
        return ids.size();
    }

    @Override
    public void start(PayloadHandler handler) {
        Handler instance = new Handler(handler);
        JobActivator activator = new JobActivator() {
            @Override
            public <T> T activateJob(Class<T> type) {
                return type.cast(instance);
            }
        };
        BackgroundJobServer server = new BackgroundJobServer(
                storage,
                mapper,
                activator,
                BackgroundJobServerConfiguration.usingStandardBackgroundJobServerConfiguration()
                        .andPollInterval(POLL_SHORTEST));
        server.start();
        running = server;
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
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("TRUNCATE jobrunr_jobs, jobrunr_backgroundjobservers");
        }
    }

    @Override
    public void close() throws SQLException {
        stop();
        client.shutdown();
        storage.close();
        pool.close();
        database.close();
    }
}
