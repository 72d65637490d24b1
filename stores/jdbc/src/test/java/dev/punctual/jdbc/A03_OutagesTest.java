package dev.punctual.jdbc;

import static dev.punctual.jdbc.SomeTasks.due;
import static dev.punctual.jdbc.SomeTasks.schedule;
import static dev.punctual.jdbc.SomeTasks.task;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import dev.punctual.Due;
import dev.punctual.TaskStore;
import dev.punctual.testing.FaultProxy;
import dev.punctual.testing.FaultProxy.Direction;
import dev.punctual.worker.TaskWorker;
import java.time.Duration;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A worker goes on by itself after whatever happens to its connections and its server. */
@Tag("also-field")
class A03_OutagesTest {

    /** The profile {@code field} sets the whole sizes: 2,000 tasks and 100 resets. */
    private static final int TASKS = Integer.getInteger("punctual.field.reset-tasks", 400);

    private static final int RESETS = Integer.getInteger("punctual.field.resets", 15);

    private static final Duration LONG = Duration.ofMinutes(2);
    private static final Duration LEASE = Duration.ofSeconds(2);

    private final Set<String> ran = ConcurrentHashMap.newKeySet();

    private static HikariDataSource pool(Database database, FaultProxy proxy) {
        HikariDataSource pool = Database.pool(database.url(proxy.port()));
        pool.setConnectionTimeout(2_000);
        pool.setValidationTimeout(1_000);
        return pool;
    }

    private TaskWorker start(TaskStore store) {
        return TaskWorker.builder(store)
                .handler(
                        StoreProcess.SHIP,
                        (payload, context) -> ran.add(context.id().value()))
                .lease(LEASE)
                .build()
                .start();
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "MARIADB"})
    void worker_runsWhatIsDue_afterACut_aStall_andADeadServer(SqlServer kind) throws Exception {
        try (DatabaseServer server = kind.own();
                Database database = server.create();
                FaultProxy proxy = FaultProxy.start("127.0.0.1", server.port());
                HikariDataSource pool = pool(database, proxy);
                TaskStore direct = JdbcTaskStore.builder(database.dataSource()).build();
                TaskStore store = JdbcTaskStore.builder(pool)
                        .timeout(Duration.ofSeconds(1))
                        .build();
                TaskWorker worker = start(store)) {
            runsSoon(direct, "at-first");
            proxy.cut();
            awaitTrouble(worker, Duration.ofSeconds(2));
            proxy.restore();
            runsSoon(direct, "after-cut");
            proxy.stall();
            awaitTrouble(worker, Duration.ofSeconds(3));
            proxy.restore();
            runsSoon(direct, "after-stall");
            server.kill9();
            awaitTrouble(worker, Duration.ofSeconds(2));
            server.restart();
            runsSoon(direct, "after-death");
            await().atMost(LONG).until(() -> worker.status().healthy());
            await().atMost(LONG).until(() -> Sql.number(database, "SELECT count(*) FROM punctual_worker") > 0);
        }
    }

    private static void awaitTrouble(TaskWorker worker, Duration atLeast) {
        await().pollDelay(atLeast).atMost(LONG).until(() -> !worker.status().healthy());
    }

    /** The test's own store works: it is the worker behind the proxy that must go on. */
    private void runsSoon(TaskStore direct, String id) {
        await().atMost(LONG).ignoreExceptions().until(() -> {
            schedule(direct, due(id));
            return true;
        });
        await().atMost(LONG).untilAsserted(() -> assertThat(ran).contains(id));
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "MARIADB"})
    void A09_connectionsResetAtRandomBytes_loseNoTask_andChargeNoAttempt(SqlServer kind) {
        Random random = new Random(20_261_130);
        try (Database database = kind.create();
                FaultProxy proxy = FaultProxy.start("127.0.0.1", database.port());
                HikariDataSource pool = pool(database, proxy);
                TaskStore direct = JdbcTaskStore.builder(database.dataSource()).build();
                TaskStore store = JdbcTaskStore.builder(pool)
                        .timeout(Duration.ofSeconds(1))
                        .build()) {
            // They fall due one after the other while connections are reset.
            direct.insert(IntStream.range(0, TASKS)
                    .mapToObj(i -> task("t" + i, Due.after(Duration.ofMillis(60L * RESETS * i / TASKS))))
                    .toList());
            try (TaskWorker worker = start(store)) {
                for (int reset = 0; reset < RESETS; reset++) {
                    proxy.resetAfterBytes(
                            reset % 2 == 0 ? Direction.TO_SERVER : Direction.TO_CLIENT, random.nextInt(20_000));
                    await().pollDelay(random.nextInt(100), TimeUnit.MILLISECONDS)
                            .atMost(LONG)
                            .until(() -> true);
                    proxy.resetAll();
                }
                proxy.restore();
                await().atMost(LONG)
                        .untilAsserted(() -> assertThat(
                                        Sql.number(database, "SELECT count(*) FROM punctual_task WHERE state = 3"))
                                .isEqualTo(TASKS));
                assertThat(worker.status().slots()).isPositive();
            }
            assertThat(ran).hasSize(TASKS);
            assertThat(Sql.number(database, "SELECT count(*) FROM punctual_task WHERE failures > 0"))
                    .isZero();
        }
    }
}
