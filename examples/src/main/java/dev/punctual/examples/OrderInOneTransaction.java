package dev.punctual.examples;

import static dev.punctual.IfExists.RESTART;

import com.zaxxer.hikari.HikariDataSource;
import dev.punctual.CancelResult;
import dev.punctual.PayloadCodec;
import dev.punctual.StoreSettings;
import dev.punctual.TaskClient;
import dev.punctual.TaskContext;
import dev.punctual.TaskId;
import dev.punctual.TaskStore;
import dev.punctual.TaskType;
import dev.punctual.jdbc.JdbcTaskStore;
import dev.punctual.jdbc.JdbcTransaction;
import dev.punctual.worker.TaskWorker;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;

/**
 * Orders and their tasks in one database, and in one transaction: an order and the task that cancels it commit
 * together, a payment cancels the task in the payment's own transaction, and the handler cancels the order and
 * completes the task together. At no moment, and after no crash, is there one without the other.
 *
 * <p>Each transaction writes the order's row first and the task's row second. Payment and handler so wait for one
 * another at the order, and neither deadlocks nor both win: {@code WHERE state = 'PLACED'} decides.
 */
public final class OrderInOneTransaction {

    private static final TaskType<String> CANCEL_ORDER = TaskType.of("order.cancel", PayloadCodec.text());
    private static final Duration TIME_TO_PAY = Duration.ofSeconds(1);
    private static final int LOOK_AGAIN_MILLIS = 50;

    private final DataSource dataSource;
    private final TaskClient client;

    OrderInOneTransaction(DataSource dataSource, TaskStore store) {
        this.dataSource = dataSource;
        this.client = TaskClient.of(store);
    }

    /** Runs the example; the first argument is a JDBC URL, H2 in memory if not given. */
    public static void main(String[] args) throws SQLException, InterruptedException {
        String url = args.length > 0 ? args[0] : "jdbc:h2:mem:orders";
        try (HikariDataSource dataSource = Sql.pool(url);
                TaskStore store = JdbcTaskStore.open(dataSource, StoreSettings.DEFAULT)) {
            OrderInOneTransaction orders = new OrderInOneTransaction(dataSource, store);
            orders.begin();
            try (TaskWorker worker = TaskWorker.builder(store)
                    .handler(CANCEL_ORDER, orders::cancelUnpaid)
                    .build()) {
                orders.run(worker);
            }
        }
    }

    private void begin() throws SQLException {
        Sql.inTransaction(
                dataSource,
                connection -> Sql.update(
                        connection,
                        "CREATE TABLE IF NOT EXISTS example_order (id VARCHAR(20) PRIMARY KEY, state VARCHAR(20))"));
        Sql.inTransaction(dataSource, connection -> Sql.update(connection, "DELETE FROM example_order"));
    }

    private void run(TaskWorker worker) throws SQLException, InterruptedException {
        place("41");
        place("42");
        System.out.println("order 41 was paid: its task is " + pay("41"));
        try {
            Sql.inTransaction(dataSource, connection -> {
                place(connection, "43");
                throw new IllegalStateException("the address is missing");
            });
        } catch (IllegalStateException e) {
            System.out.println("order 43 was not placed (" + e.getMessage() + "): its row is " + state("43")
                    + ", its task is " + (client.find(task("43")).isPresent() ? "there" : "not there"));
        }
        worker.start();
        while (!state("42").equals("CANCELLED")) {
            TimeUnit.MILLISECONDS.sleep(LOOK_AGAIN_MILLIS);
        }
        System.out.println("order 42 was not paid in time: its row is CANCELLED, its task is "
                + client.find(task("42")).orElseThrow().state());
        System.out.println("order 41 is " + state("41"));
    }

    private void place(String order) throws SQLException {
        Sql.inTransaction(dataSource, connection -> place(connection, order));
    }

    private void place(Connection connection, String order) throws SQLException {
        Sql.update(connection, "INSERT INTO example_order (id, state) VALUES (?, 'PLACED')", order);
        client.within(JdbcTransaction.of(connection))
                .schedule(CANCEL_ORDER.in(TIME_TO_PAY, order).id(task(order)).ifExists(RESTART));
    }

    /** Answers what became of the task. RUNNING would mean that its handler waits for this order, and finds it paid. */
    private CancelResult pay(String order) throws SQLException {
        CancelResult[] answer = new CancelResult[1];
        Sql.inTransaction(dataSource, connection -> {
            if (Sql.update(
                            connection,
                            "UPDATE example_order SET state = 'PAID' WHERE id = ? AND state = 'PLACED'",
                            order)
                    == 0) {
                throw new IllegalStateException("order " + order + " cannot be paid any more");
            }
            answer[0] = client.within(JdbcTransaction.of(connection)).cancel(task(order));
        });
        return answer[0];
    }

    private void cancelUnpaid(String order, TaskContext context) throws SQLException {
        Sql.inTransaction(dataSource, connection -> {
            Sql.update(
                    connection,
                    "UPDATE example_order SET state = 'CANCELLED' WHERE id = ? AND state = 'PLACED'",
                    order);
            context.completeIn(JdbcTransaction.of(connection));
        });
    }

    private static TaskId task(String order) {
        return TaskId.of("cancel:" + order);
    }

    private String state(String order) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement query = connection.prepareStatement("SELECT state FROM example_order WHERE id = ?")) {
            query.setString(1, order);
            try (ResultSet rows = query.executeQuery()) {
                return rows.next() ? rows.getString(1) : "not there";
            }
        }
    }
}
