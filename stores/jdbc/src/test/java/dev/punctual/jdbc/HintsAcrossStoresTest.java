package dev.punctual.jdbc;

import static dev.punctual.jdbc.SomeTasks.later;
import static dev.punctual.jdbc.SomeTasks.schedule;
import static dev.punctual.jdbc.SomeTasks.task;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import dev.punctual.Due;
import dev.punctual.TaskStore;
import dev.punctual.WakeupSignal.Subscription;
import dev.punctual.testing.FaultProxy;
import dev.punctual.worker.TaskWorker;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

/** PostgreSQL: a worker that sleeps until its next poll is told of what another store schedules for the next moment. */
class HintsAcrossStoresTest {

    /** Far longer than a test waits for a run: only a hint makes it come. */
    private static final Duration FLOOR = Duration.ofMinutes(1);

    private static final Duration BEFORE_FLOOR = Duration.ofSeconds(25);

    private final Set<String> ran = ConcurrentHashMap.newKeySet();

    private TaskWorker worker(TaskStore store, Duration floorPoll) {
        return TaskWorker.builder(store)
                .handler(
                        StoreProcess.SHIP,
                        (payload, context) -> ran.add(context.id().value()))
                .floorPoll(floorPoll)
                .build();
    }

    private static TaskStore open(Database database) {
        return JdbcTaskStore.builder(database.dataSource()).build();
    }

    private void runsSoon(TaskStore other, String id) {
        schedule(other, task(id, Due.after(Duration.ofMillis(100))));
        await().atMost(BEFORE_FLOOR).untilAsserted(() -> assertThat(ran).contains(id));
    }

    private static void awaitListener(Database database) {
        await().atMost(BEFORE_FLOOR)
                .until(() -> Sql.number(
                                database,
                                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
                                        + " AND query LIKE 'LISTEN%'")
                        == 1);
    }

    @Test
    void A04_taskOfAnotherStore_wakesAWorkerThatWaitsForAFarOne_alsoAfterItsListenerWasKilled() {
        try (Database database = SqlServer.POSTGRESQL.create();
                TaskStore store = open(database);
                TaskStore other = open(database)) {
            schedule(store, later("far"));
            try (TaskWorker worker = worker(store, FLOOR).start()) {
                awaitListener(database);
                runsSoon(other, "near");
                Sql.run(
                        database,
                        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                                + " WHERE datname = current_database() AND query LIKE 'LISTEN%'");
                awaitListener(database);
                runsSoon(other, "near-again");
                assertThat(worker.status().slots()).isPositive();
            }
        }
    }

    @Test
    void pollOnly_waitsForTheFloorPollAndNoLonger() {
        try (Database database = SqlServer.POSTGRESQL.create();
                TaskStore store =
                        JdbcTaskStore.builder(database.dataSource()).pollOnly().build();
                TaskStore other = open(database);
                TaskWorker worker = worker(store, Duration.ofSeconds(2)).start()) {
            runsSoon(other, "near");
            assertThat(Sql.number(database, "SELECT count(*) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'"))
                    .isZero();
            assertThat(worker.status().healthy()).isTrue();
        }
    }

    @Test
    void A03_listenerOnALinkThatIsCutWithoutAWord_isGivenUpForAnother() {
        try (Database database = SqlServer.POSTGRESQL.create();
                FaultProxy proxy = FaultProxy.start("127.0.0.1", database.port());
                HikariDataSource pool = Database.pool(database.url(proxy.port()));
                TaskStore store = JdbcTaskStore.builder(pool)
                        .timeout(Duration.ofSeconds(1))
                        .build();
                Subscription listening = store.wakeups().orElseThrow().subscribe(hint -> {})) {
            awaitListener(database);
            long before = proxy.connections();

            proxy.stall();

            await().atMost(BEFORE_FLOOR).until(() -> proxy.connections() > before);
            proxy.restore();
            assertThat(listening).isNotNull();
        }
    }
}
