package dev.punctual.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.punctual.StoreSettings;
import dev.punctual.TaskStore;
import dev.punctual.jdbc.JdbcTaskStore;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples that take a JDBC URL, on PostgreSQL; each twice on one database. */
final class OnPostgresTest {

    private static final Duration START_MAX = Duration.ofSeconds(60);

    @TempDir
    static Path folder;

    private static EmbeddedPostgres postgres;

    @BeforeAll
    static void start() throws IOException {
        postgres = EmbeddedPostgres.builder()
                .setOverrideWorkingDirectory(folder.resolve("program").toFile())
                .setDataDirectory(folder.resolve("data"))
                .setCleanDataDirectory(true)
                .setPGStartupWait(START_MAX)
                .setServerConfig("listen_addresses", "127.0.0.1")
                .setOutputRedirector(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    @AfterAll
    static void stop() throws IOException {
        postgres.close();
    }

    private static String url() {
        return "jdbc:postgresql://127.0.0.1:" + postgres.getPort() + "/postgres?user=postgres";
    }

    @Test
    void orderInOneTransaction() throws Exception {
        OrderInOneTransactionTest.assertOrders(Printed.by(OrderInOneTransaction::main, url()));
        OrderInOneTransactionTest.assertOrders(Printed.by(OrderInOneTransaction::main, url()));
    }

    @Test
    void externalTrigger() throws Exception {
        ExternalTriggerTest.assertStates(Printed.by(ExternalTrigger::main, url()));
        ExternalTriggerTest.assertStates(Printed.by(ExternalTrigger::main, url()));
    }

    @Test
    void moveJobTable_byTwoAtOnce_oneOfThemKilledInTheMiddle_andThenAgain() throws Exception {
        try (HikariDataSource dataSource = Sql.pool(url());
                TaskStore store = JdbcTaskStore.open(dataSource, StoreSettings.DEFAULT);
                Connection one = dataSource.getConnection();
                Connection other = dataSource.getConnection()) {
            MoveJobTableTest.create(dataSource);
            MoveJobTableTest.insertMany(dataSource);
            one.setAutoCommit(false);
            other.setAutoCommit(false);
            MoveJobTable table = new MoveJobTable(dataSource, store);
            MoveJobTable.Batch ours = table.moveBatch(one, Long.MIN_VALUE);
            MoveJobTable.Batch theirs = table.moveBatch(other, Long.MIN_VALUE);
            assertThat(ours).isEqualTo(new MoveJobTable.Batch(500, 500, 500));
            assertThat(theirs).isEqualTo(new MoveJobTable.Batch(500, 1_000, 500));
            kill(other, one);
            assertThatThrownBy(other::commit).isInstanceOf(SQLException.class);
            one.commit();
        }
        assertThat(Printed.by(MoveJobTable::main, url()).lines())
                .containsExactly("moved 700 jobs", "moved 0 when run again");
    }

    /** Ends the server's side of a connection, as if its process had died. */
    private static void kill(Connection victim, Connection by) throws SQLException {
        try (Statement ask = victim.createStatement();
                ResultSet pid = ask.executeQuery("SELECT pg_backend_pid()");
                Statement kill = by.createStatement()) {
            assertThat(pid.next()).isTrue();
            kill.execute("SELECT pg_terminate_backend(" + pid.getInt(1) + ")");
        }
    }
}
