package dev.punctual.examples;

import static dev.punctual.IfExists.RESTART;
import static java.time.Duration.ofSeconds;

import com.zaxxer.hikari.HikariDataSource;
import dev.punctual.ClaimRequest;
import dev.punctual.ClaimRequest.Wanted;
import dev.punctual.PayloadCodec;
import dev.punctual.RetryPolicy;
import dev.punctual.Selector;
import dev.punctual.StoreSettings;
import dev.punctual.TaskClient;
import dev.punctual.TaskContext;
import dev.punctual.TaskStore;
import dev.punctual.TaskType;
import dev.punctual.jdbc.JdbcTaskStore;
import dev.punctual.worker.TaskWorker;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;

/**
 * The classic job table, done right: a timer from outside (cron, a serverless platform) calls {@code runDue} and
 * {@code recover} from time to time; the worker has no thread of its own. After each call the states are read in SQL,
 * beside the words that hand-made tables use: INIT, PROCESS, FINISH.
 *
 * <p>Of three mails one is sent, one fails once, and one is taken by a process that dies with it. In a hand-made table
 * the last would stay in PROCESS for ever; here its lease runs out and {@code recover} takes it back.
 */
public final class ExternalTrigger {

    private static final TaskType<String> SEND_MAIL = TaskType.of("mail.send", PayloadCodec.text())
            .queue("example-mails")
            .retry(RetryPolicy.DEFAULT.withDelays(ofSeconds(3), 2, ofSeconds(30)));
    private static final Duration SHORTEST_LEASE = ofSeconds(2);
    private static final int TICK_MILLIS = 500;
    private static final int TASKS_A_TICK = 100;

    private final DataSource dataSource;

    private ExternalTrigger(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /** Runs the example; the first argument is a JDBC URL, H2 in memory if not given. */
    public static void main(String[] args) throws SQLException, InterruptedException {
        String url = args.length > 0 ? args[0] : "jdbc:h2:mem:mails";
        try (HikariDataSource dataSource = Sql.pool(url);
                TaskStore store = JdbcTaskStore.open(dataSource, StoreSettings.DEFAULT)) {
            new ExternalTrigger(dataSource).run(store);
        }
    }

    private void run(TaskStore store) throws SQLException, InterruptedException {
        TaskClient client = TaskClient.of(store);
        client.schedule(SEND_MAIL.now("lost with its process").id("mail:3").ifExists(RESTART));
        takeAndDie(store);
        client.schedule(SEND_MAIL.now("sent").id("mail:1").ifExists(RESTART));
        client.schedule(SEND_MAIL.now("fails once").id("mail:2").ifExists(RESTART));
        print("before the first call");
        try (TaskWorker worker = TaskWorker.builder(store)
                .queues(Selector.of("example-mails"))
                .handler(SEND_MAIL, this::send)
                .build()) {
            for (int call = 1; unfinished() > 0; call++) {
                int ran = worker.runDue(TASKS_A_TICK);
                int takenBack = worker.recover();
                print("call " + call + ": ran " + ran + ", took back " + takenBack);
                TimeUnit.MILLISECONDS.sleep(TICK_MILLIS);
            }
        }
    }

    private void send(String mail, TaskContext context) throws SQLException {
        if (mail.equals("sent")) {
            print("while " + context.id() + " runs");
        }
        if (mail.equals("fails once") && context.attempt() == 1) {
            throw new IllegalStateException("the mail server does not answer");
        }
    }

    /** Takes the task as a worker does, and is never heard of again. */
    private static void takeAndDie(TaskStore store) {
        Wanted wanted = new Wanted(Selector.of("example-mails"), Selector.of("mail.send"), Selector.any(), 1);
        store.claimDue(new ClaimRequest(UUID.randomUUID().toString(), 1, 1, SHORTEST_LEASE, wanted));
    }

    private void print(String when) throws SQLException {
        System.out.println(when);
        try (Connection connection = dataSource.getConnection();
                Statement query = connection.createStatement();
                ResultSet rows = query.executeQuery("SELECT id, state,"
                        + " CASE state WHEN 'SCHEDULED' THEN 'INIT' WHEN 'RUNNING' THEN 'PROCESS' ELSE 'FINISH' END,"
                        + " failures, losses FROM punctual_tasks WHERE queue = 'example-mails' ORDER BY id")) {
            while (rows.next()) {
                System.out.printf(
                        "  %s  %-9s  %-7s  failures %d, losses %d%n",
                        rows.getString(1), rows.getString(2), rows.getString(3), rows.getInt(4), rows.getInt(5));
            }
        }
    }

    private int unfinished() throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement query = connection.createStatement();
                ResultSet rows = query.executeQuery("SELECT count(*) FROM punctual_tasks"
                        + " WHERE queue = 'example-mails' AND state IN ('SCHEDULED', 'RUNNING')")) {
            return rows.next() ? rows.getInt(1) : 0;
        }
    }
}
