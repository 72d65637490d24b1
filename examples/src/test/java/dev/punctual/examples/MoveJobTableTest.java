package dev.punctual.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.punctual.StoreSettings;
import dev.punctual.TaskId;
import dev.punctual.TaskRecord;
import dev.punctual.TaskState;
import dev.punctual.TaskStore;
import dev.punctual.jdbc.JdbcTaskStore;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class MoveJobTableTest {

    private final HikariDataSource dataSource = Sql.pool("jdbc:h2:mem:" + UUID.randomUUID());
    private final TaskStore store = JdbcTaskStore.open(dataSource, StoreSettings.DEFAULT);
    private final MoveJobTable table = new MoveJobTable(dataSource, store);

    @AfterEach
    void close() {
        store.close();
        dataSource.close();
    }

    @Test
    void example_movesItsJobs() throws Exception {
        assertThat(Printed.by(MoveJobTable::main).lines()).containsExactly("moved 1210 jobs", "moved 0 when run again");
    }

    @Test
    void jobs_keepTypePayloadTimeAndWhatIsLeftOfTheirRetries() throws SQLException {
        create(dataSource);
        insert(7, "mail.send", "INIT", "2031-05-06 07:08:09.123+02:00", 3);
        assertThat(table.moveAll()).isEqualTo(1);
        TaskRecord task = store.queries().find(TaskId.of("job:7")).orElseThrow();
        assertThat(task.state()).isEqualTo(TaskState.SCHEDULED);
        assertThat(task.spec().type()).isEqualTo("mail.send");
        assertThat(task.spec().payload().bytes()).asString().isEqualTo("payload");
        assertThat(Instant.ofEpochMilli(task.dueAt())).isEqualTo("2031-05-06T05:08:09.123Z");
        assertThat(task.spec().retry().maxAttempts()).isEqualTo(7);
        assertThat(count("job WHERE status = 'MOVED'")).isEqualTo(1);
    }

    @Test
    void onlyWaitingAndAbandonedJobs_areMoved() throws SQLException {
        create(dataSource);
        insert(1, "mail.send", "FINISH", "2020-01-01 00:00:00Z", 0);
        insert(2, "mail.send", "PROCESS", "2020-01-01 00:00:00Z", 0);
        insert(3, "mail.send", "PROCESS", "2099-01-01 00:00:00Z", 0);
        insert(4, "mail.send", "INIT", "2020-01-01 00:00:00Z", 0);
        assertThat(table.moveAll()).isEqualTo(2);
        assertThat(count("punctual_tasks WHERE id IN ('job:2', 'job:4')")).isEqualTo(2);
        assertThat(count("punctual_tasks")).isEqualTo(2);
    }

    @Test
    void killInTheMiddle_losesAndDoublesNothing() throws SQLException {
        create(dataSource);
        insertMany(dataSource);
        Connection dying = dataSource.getConnection();
        dying.setAutoCommit(false);
        MoveJobTable.Batch first = table.moveBatch(dying, Long.MIN_VALUE);
        dying.commit();
        MoveJobTable.Batch second = table.moveBatch(dying, first.lastId());
        assertThat(second.moved()).isPositive();
        dying.rollback();
        dying.close();
        assertThat(count("punctual_tasks")).isEqualTo(first.moved());

        int rest = new MoveJobTable(dataSource, store).moveAll();

        assertThat(first.moved() + rest).isEqualTo(1_200);
        assertThat(count("punctual_tasks WHERE state = 'SCHEDULED'")).isEqualTo(1_200);
        assertThat(count("job WHERE status = 'MOVED'")).isEqualTo(1_200);
        assertThat(table.moveAll()).isZero();
    }

    @Test
    void aJobThatIsRefused_stays_andTheOthersMove() throws Exception {
        create(dataSource);
        insert(1, "not a name", "INIT", "2031-01-01 00:00:00Z", 0);
        insert(2, "mail.send", "INIT", "9999-12-31 00:00:00Z", 0);
        insert(3, "mail.send", "INIT", "2031-01-01 00:00:00Z", 0);
        String printed = Printed.by(args -> assertThat(table.moveAll()).isEqualTo(1));
        assertThat(printed.lines()).hasSize(2);
        assertThat(printed).contains("job 1 stays: type", "job 2 stays: dueAt");
        assertThat(count("job WHERE status = 'INIT'")).isEqualTo(2);
        assertThat(count("punctual_tasks")).isEqualTo(1);
    }

    @Test
    void aFailedTransaction_marksNothingMoved() throws SQLException {
        create(dataSource);
        insertMany(dataSource);
        assertThatThrownBy(() -> Sql.inTransaction(dataSource, connection -> {
                    table.moveBatch(connection, Long.MIN_VALUE);
                    throw new IllegalStateException("stopped");
                }))
                .hasMessage("stopped");
        assertThat(count("punctual_tasks")).isZero();
        assertThat(count("job WHERE status = 'INIT'")).isEqualTo(1_200);
    }

    static void create(HikariDataSource dataSource) throws SQLException {
        Sql.inTransaction(
                dataSource,
                connection -> Sql.update(
                        connection,
                        "CREATE TABLE job (id BIGINT PRIMARY KEY, type VARCHAR(100), payload VARCHAR(1000),"
                                + " run_at TIMESTAMP WITH TIME ZONE, status VARCHAR(10), retries INTEGER)"));
    }

    static void insertMany(HikariDataSource dataSource) throws SQLException {
        Sql.inTransaction(dataSource, connection -> {
            for (long id = 1; id <= 1_200; id++) {
                Sql.update(
                        connection,
                        "INSERT INTO job VALUES (?, 'mail.send', 'payload',"
                                + " CURRENT_TIMESTAMP + INTERVAL '1' DAY, 'INIT', 0)",
                        id);
            }
        });
    }

    private void insert(long id, String type, String status, String runAt, int retries) throws SQLException {
        Sql.inTransaction(
                dataSource,
                connection -> Sql.update(
                        connection,
                        "INSERT INTO job VALUES (?, ?, 'payload', CAST(? AS TIMESTAMP WITH TIME ZONE), ?, ?)",
                        id,
                        type,
                        runAt,
                        status,
                        retries));
    }

    private long count(String from) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement query = connection.createStatement();
                ResultSet rows = query.executeQuery("SELECT count(*) FROM " + from)) {
            return rows.next() ? rows.getLong(1) : -1;
        }
    }
}
