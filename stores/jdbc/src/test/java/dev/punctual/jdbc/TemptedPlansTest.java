package dev.punctual.jdbc;

import static dev.punctual.jdbc.SomeTasks.claim;
import static dev.punctual.jdbc.SomeTasks.due;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import dev.punctual.NewTask;
import dev.punctual.Priority;
import dev.punctual.TaskId;
import dev.punctual.TaskRecord;
import dev.punctual.TaskStore;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** PostgreSQL: whatever plan it chooses, a claim takes what was asked for; and the plan it chooses reads little. */
class TemptedPlansTest {

    private static final int TASKS = 5_000;
    private static final int LIMIT = 20;

    private static void set(Database database, String... settings) throws SQLException {
        String name;
        try (Connection connection = database.dataSource().getConnection()) {
            name = connection.getCatalog();
        }
        for (String setting : settings) {
            Sql.run(database, "ALTER DATABASE " + name + " SET " + setting);
        }
    }

    private static NewTask some(int i) {
        NewTask task = due("t" + i);
        return new NewTask(
                task.id(),
                task.spec().withQueue("q" + i % 3).withPriority(new Priority(i % 2)),
                task.due(),
                null,
                task.ifExists(),
                task.callId(),
                task.incarnation());
    }

    private static void fill(TaskStore store) {
        store.insert(IntStream.range(0, TASKS).mapToObj(TemptedPlansTest::some).toList());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "enable_hashjoin=off,enable_mergejoin=off,enable_material=off",
                "enable_hashjoin=off,enable_mergejoin=off,enable_material=off,enable_memoize=off,enable_indexscan=off,"
                        + "enable_bitmapscan=off,enable_sort=off",
                "enable_nestloop=off,enable_seqscan=off",
                "enable_tidscan=off,enable_hashjoin=off,enable_material=off,enable_seqscan=off",
                "default_transaction_isolation='repeatable read',plan_cache_mode=force_generic_plan",
                "default_transaction_isolation='serializable',jit=on,jit_above_cost=0"
            })
    void claim_takesNoMoreThanAsked_whateverThePlanner(String settings) throws SQLException {
        try (Database database = SqlServer.POSTGRESQL.create()) {
            set(database, settings.split(",", -1));
            // Connections made from now on have them.
            try (HikariDataSource pool = Database.pool(database.url());
                    TaskStore store = JdbcTaskStore.builder(pool).build()) {
                fill(store);
                Set<String> taken = new HashSet<>();
                for (int number = 1; number <= 20; number++) {
                    List<TaskRecord> claims =
                            claim(store, "w" + number % 2, number, LIMIT).claims();
                    assertThat(claims).hasSize(LIMIT);
                    claims.forEach(run -> taken.add(run.id().value()));
                    assertThat(Sql.number(database, "SELECT count(*) FROM punctual_task WHERE state = 2"))
                            .isEqualTo((long) number * LIMIT)
                            .isEqualTo(taken.size());
                }
            }
        }
    }

    @Test
    void claims_readNoTableFromEndToEnd_thoughTheirPlansWereMadeWhenItWasSmall_withoutStatistics() {
        try (Database database = SqlServer.POSTGRESQL.create();
                TaskStore store =
                        JdbcTaskStore.builder(database.dataSource()).pollOnly().build()) {
            Sql.run(database, "ALTER TABLE punctual_task SET (autovacuum_enabled = off)");
            // So often that the server keeps the plans, which read the whole of the table while it is this small.
            for (long number = 1; number <= 20; number++) {
                store.insert(List.of(due("early" + number), due("cancelled" + number)));
                store.cancel(List.of(TaskId.of("cancelled" + number)));
                List<TaskRecord> runs = claim(store, "w", number, 100).claims();
                store.settle(runs.stream().map(SomeTasks::complete).toList());
            }
            fill(store);
            for (long number = 21; number <= 50; number++) {
                List<TaskRecord> runs = claim(store, "w", number, 100).claims();
                store.settle(runs.stream().map(SomeTasks::complete).toList());
            }
            long before = rowsReadInOrder(database);
            for (long number = 51; number <= 80; number++) {
                store.cancel(List.of(TaskId.of("t" + (TASKS - number))));
                List<TaskRecord> runs = claim(store, "w", number, LIMIT).claims();
                store.settle(runs.stream().map(SomeTasks::complete).toList());
                store.lapsed(100);
            }
            // Plans that were kept from the beginning read all of it in two of three rounds.
            assertThat(rowsReadInOrder(database) - before).isLessThan(30L / 5 * TASKS);
        }
    }

    /** The server counts in each session, and adds it up within a second or so of its last statement. */
    private static long rowsReadInOrder(Database database) {
        long[] last = {-1};
        await().pollInterval(Duration.ofSeconds(2))
                .atMost(Duration.ofMinutes(1))
                .until(() -> {
                    long now = Sql.number(
                            database, "SELECT seq_tup_read FROM pg_stat_user_tables WHERE relname = 'punctual_task'");
                    boolean steady = now == last[0];
                    last[0] = now;
                    return steady;
                });
        return last[0];
    }
}
