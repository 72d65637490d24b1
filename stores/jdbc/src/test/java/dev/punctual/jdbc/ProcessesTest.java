package dev.punctual.jdbc;

import static dev.punctual.jdbc.SomeTasks.claim;
import static dev.punctual.jdbc.SomeTasks.complete;
import static dev.punctual.jdbc.SomeTasks.due;
import static dev.punctual.jdbc.SomeTasks.find;
import static dev.punctual.jdbc.SomeTasks.task;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.punctual.Due;
import dev.punctual.NewTask;
import dev.punctual.Reclaim;
import dev.punctual.SettleResult;
import dev.punctual.TaskRecord;
import dev.punctual.TaskState;
import dev.punctual.TaskStore;
import dev.punctual.TimeSource;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Several processes on one database: each task runs once; what a killed or stopped one leaves is made good. */
@Tag("also-field")
class ProcessesTest {

    /** The profile {@code field} sets the whole size, which is 10,000. */
    private static final int TASKS = Integer.getInteger("punctual.field.tasks", 2_000);

    private static final Duration LONG = Duration.ofMinutes(2);

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "MARIADB"})
    void A06_fiveProcesses_threeMinutesApart_runEachOfManyTasksOnce_andNoneEarly(SqlServer server) throws Exception {
        List<ChildProcess> workers = new ArrayList<>();
        try (Database database = server.create();
                TaskStore store = JdbcTaskStore.builder(database.dataSource()).build()) {
            for (String wrong : List.of("0", "180", "-180", "0", "0")) {
                workers.add(ChildProcess.start("run", database, wrong));
            }
            await().atMost(LONG)
                    .until(() -> workers.stream()
                            .noneMatch(worker -> worker.lines("READY").isEmpty()));
            Instant second = TimeSource.system().now().plusSeconds(2);
            store.insert(IntStream.range(0, TASKS)
                    .mapToObj(i -> task("t" + i, Due.at(second.plusMillis(i % 1_000))))
                    .toList());

            await().atMost(LONG)
                    .untilAsserted(() -> assertThat(
                                    Sql.number(database, "SELECT count(*) FROM punctual_task WHERE state IN (1, 2)"))
                            .isZero());

            // What was printed may still be on its way here.
            await().atMost(LONG).until(() -> ran(workers).size() >= TASKS);
            List<String> ran = ran(workers);
            assertThat(ran).hasSize(TASKS);
            assertThat(ran.stream().map(line -> line.split(" ", -1)[0])).doesNotHaveDuplicates();
            ran.forEach(line -> assertThat(Long.parseLong(line.split(" ", -1)[1])
                            - Long.parseLong(line.split(" ", -1)[0].substring(1)) % 1_000)
                    .as("a start, less how late in the second its task was due")
                    .isGreaterThanOrEqualTo(second.toEpochMilli()));
            assertThat(workers).allSatisfy(worker -> {
                assertThat(worker.lines("EARLY")).isEmpty();
                assertThat(worker.lines("LARGE")).isEmpty();
                assertThat(worker.lines("TROUBLE")).isEmpty();
            });
            assertThat(Sql.number(
                            database,
                            "SELECT count(*) FROM punctual_task WHERE state = 3 AND failures IS NULL"
                                    + " AND losses IS NULL"))
                    .isEqualTo(TASKS);
        } finally {
            workers.forEach(ChildProcess::close);
        }
    }

    private static List<String> ran(List<ChildProcess> workers) {
        return workers.stream().flatMap(worker -> worker.lines("RAN").stream()).toList();
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "MARIADB"})
    void A09_processStoppedPastItsLease_isFencedWhenItGoesOn(SqlServer server) throws Exception {
        try (Database database = server.create();
                TaskStore store = JdbcTaskStore.builder(database.dataSource()).build()) {
            store.insert(List.of(due("a"), due("b"), due("c")));
            try (ChildProcess holder = ChildProcess.start("hold", database, "3")) {
                await().atMost(LONG).until(() -> holder.lines("CLAIMED").size() == 3);
                holder.suspend();
                await().atMost(LONG).until(() -> store.lapsed(10).size() == 3);
                List<Reclaim> seen = store.lapsed(10).stream().map(Reclaim::of).toList();
                assertThat(store.reclaim(seen)).containsExactly(true, true, true);
                List<TaskRecord> runs = claim(store, "other", 1, 10).claims();
                assertThat(runs).hasSize(3);
                assertThat(store.settle(List.of(complete(runs.get(0))))).containsExactly(SettleResult.OK);
                List<TaskRecord> before = records(store);

                holder.resume();
                holder.goOn();

                await().atMost(LONG)
                        .untilAsserted(() -> assertThat(holder.lines("SETTLED"))
                                .containsOnly("FENCED")
                                .hasSize(3));
                assertThat(records(store)).isEqualTo(before);
            }
        }
    }

    private static List<TaskRecord> records(TaskStore store) {
        return List.of(find(store, "a"), find(store, "b"), find(store, "c"));
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "MARIADB"})
    void processKilledWhileItCommits_losesNoTaskOfACommittedTransaction_andKeepsNoOther(SqlServer server)
            throws Exception {
        try (Database database = server.create();
                TaskStore store = JdbcTaskStore.builder(database.dataSource()).build()) {
            Sql.run(database, "CREATE TABLE effect (task VARCHAR(100))");
            try (ChildProcess client = ChildProcess.start("commit", database)) {
                await().atMost(LONG).until(() -> client.lines("COMMITTED").size() > 50);
                client.kill();
                List<String> committed = client.lines("COMMITTED");

                Set<String> stored = all(store);

                assertThat(stored).containsAll(committed);
                assertThat(stored).hasSizeBetween(committed.size(), committed.size() + 1);
                assertThat(Sql.number(database, "SELECT count(*) FROM effect")).isEqualTo(stored.size());
            }
        }
    }

    private static Set<String> all(TaskStore store) {
        return IntStream.rangeClosed(1, 1_000)
                .mapToObj(number -> claim(store, "w", number, 1_000).claims())
                .takeWhile(claims -> !claims.isEmpty())
                .flatMap(List::stream)
                .map(run -> run.id().value())
                .collect(Collectors.toSet());
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "MARIADB"})
    void processKilledInsideCompleteIn_leavesNeitherEffectNorEnd_andAnotherRunMakesBoth(SqlServer server)
            throws Exception {
        try (Database database = server.create();
                TaskStore store = JdbcTaskStore.builder(database.dataSource()).build()) {
            Sql.run(database, "CREATE TABLE effect (task VARCHAR(100))");
            NewTask only = due("only");
            store.insert(List.of(only));
            try (ChildProcess worker = ChildProcess.start("complete", database)) {
                await().atMost(LONG).until(() -> worker.lines("INSIDE").size() == 1);
                worker.kill();
            }
            await().atMost(LONG).until(() -> store.lapsed(10).size() == 1);
            assertThat(Sql.number(database, "SELECT count(*) FROM effect")).isZero();
            await().atMost(LONG)
                    .until(() -> store.reclaim(
                                    store.lapsed(10).stream().map(Reclaim::of).toList())
                            .equals(List.of(true)));
            TaskRecord run = claim(store, "other", 1, 1).claims().get(0);
            try (Connection connection = database.dataSource().getConnection()) {
                connection.setAutoCommit(false);
                StoreProcess.effect(connection, "only");
                assertThat(store.within(JdbcTransaction.of(connection)).settle(List.of(complete(run))))
                        .containsExactly(SettleResult.OK);
                connection.commit();
            }
            assertThat(find(store, "only").state()).isEqualTo(TaskState.SUCCEEDED);
            assertThat(Sql.number(database, "SELECT count(*) FROM effect")).isEqualTo(1);
        }
    }
}
