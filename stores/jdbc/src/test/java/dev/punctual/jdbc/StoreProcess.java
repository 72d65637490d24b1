package dev.punctual.jdbc;

import static java.util.Objects.requireNonNull;

import com.zaxxer.hikari.HikariDataSource;
import dev.punctual.ClaimRequest;
import dev.punctual.ClaimResult;
import dev.punctual.PayloadCodec;
import dev.punctual.SettleResult;
import dev.punctual.TaskContext;
import dev.punctual.TaskRecord;
import dev.punctual.TaskStore;
import dev.punctual.TaskType;
import dev.punctual.TimeSource;
import dev.punctual.worker.TaskWorker;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** What the processes do that tests start, stop and kill. Each line is printed after what it tells of has happened. */
final class StoreProcess {

    static final Duration LEASE = Duration.ofSeconds(2);
    static final TaskType<byte[]> SHIP = TaskType.of(SomeTasks.TYPE, PayloadCodec.bytes());

    private static final PrintStream OUT = System.out;

    private final HikariDataSource pool;
    private final TaskStore store;

    private StoreProcess(HikariDataSource pool, TaskStore store) {
        this.pool = pool;
        this.store = store;
    }

    public static void main(String[] arguments) throws Exception {
        try (HikariDataSource pool = Database.pool(arguments[1]);
                TaskStore store = JdbcTaskStore.builder(pool).build()) {
            StoreProcess process = new StoreProcess(pool, store);
            switch (arguments[0]) {
                case "run" -> process.run(Duration.ofSeconds(Long.parseLong(arguments[2])));
                case "hold" -> process.hold(Integer.parseInt(arguments[2]));
                case "commit" -> process.commit();
                case "complete" -> process.complete();
                default -> throw new IllegalArgumentException(arguments[0]);
            }
        }
    }

    private static void say(String line) {
        synchronized (OUT) {
            OUT.println(line);
            OUT.flush();
        }
    }

    private static void awaitGoOn() throws IOException {
        if (System.in.read() < 0) {
            throw new IOException("nobody is there any more");
        }
    }

    /** Runs tasks until told to go on; its clock is wrong by so much. */
    private void run(Duration wrong) throws IOException {
        TaskStore watched = watched(store);
        try (TaskWorker worker = TaskWorker.builder(watched)
                .handler(
                        SHIP,
                        (payload, context) -> say("RAN " + context.id() + " "
                                + TimeSource.system().now().toEpochMilli()))
                .time(new WrongTime(wrong))
                .slots(8)
                .build()
                .start()) {
            say("READY " + worker.status().slots());
            awaitGoOn();
        }
        say("DONE .");
    }

    private record WrongTime(Duration wrong) implements TimeSource {
        @Override
        public Instant now() {
            return TimeSource.system().now().plus(wrong);
        }

        @Override
        public long nanoTime() {
            return TimeSource.system().nanoTime();
        }
    }

    /** The store, which tells of each claim that is too large or too early. */
    private static TaskStore watched(TaskStore store) {
        return (TaskStore) Proxy.newProxyInstance(
                StoreProcess.class.getClassLoader(), new Class<?>[] {TaskStore.class}, (self, method, arguments) -> {
                    try {
                        Object answer = method.invoke(store, arguments);
                        if (answer instanceof ClaimResult claimed) {
                            check((ClaimRequest) arguments[0], claimed);
                        }
                        return answer;
                    } catch (InvocationTargetException e) {
                        say("TROUBLE " + e.getCause());
                        throw requireNonNull(e.getCause());
                    }
                });
    }

    private static void check(ClaimRequest request, ClaimResult claimed) {
        if (claimed.claims().size() > request.max()) {
            say("LARGE " + claimed.claims().size() + " of " + request.max());
        }
        for (TaskRecord run : claimed.claims()) {
            if (run.dueAt() > claimed.nowMillis()) {
                say("EARLY " + run.id() + " " + (run.dueAt() - claimed.nowMillis()));
            }
        }
    }

    /** Claims tasks with a short lease, and completes them when told to go on. */
    private void hold(int tasks) throws IOException {
        List<TaskRecord> runs = store.claimDue(new ClaimRequest("holder", 1, tasks, LEASE, SomeTasks.ALL))
                .claims();
        runs.forEach(run -> say("CLAIMED " + run.id()));
        awaitGoOn();
        List<SettleResult> results =
                store.settle(runs.stream().map(SomeTasks::complete).toList());
        results.forEach(result -> say("SETTLED " + result));
    }

    /** Writes a row and schedules a task in one transaction, again and again until killed. */
    private void commit() throws SQLException {
        try (Connection connection = pool.getConnection()) {
            connection.setAutoCommit(false);
            for (int i = 0; ; i++) {
                effect(connection, "row-" + i);
                SomeTasks.schedule(store.within(JdbcTransaction.of(connection)), SomeTasks.due("row-" + i));
                connection.commit();
                say("COMMITTED row-" + i);
            }
        }
    }

    /** Writes a row of the test's table. */
    static void effect(Connection connection, String task) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO effect VALUES (?)")) {
            insert.setString(1, task);
            insert.executeUpdate();
        }
    }

    /** Runs tasks whose effect and end are one transaction, which is never committed. */
    private void complete() throws IOException {
        try (TaskWorker worker = TaskWorker.builder(store)
                .handler(SHIP, (payload, context) -> completeIn(context))
                .lease(LEASE)
                .build()
                .start()) {
            say("READY " + worker.status().slots());
            awaitGoOn();
        }
    }

    private void completeIn(TaskContext context) throws SQLException, IOException {
        try (Connection connection = pool.getConnection()) {
            connection.setAutoCommit(false);
            effect(connection, context.id().value());
            context.completeIn(JdbcTransaction.of(connection));
            say("INSIDE " + context.id());
            awaitGoOn();
        }
    }
}
