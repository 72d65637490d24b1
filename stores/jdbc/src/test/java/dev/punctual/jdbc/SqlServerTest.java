package dev.punctual.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The servers that the other tests stand on do what those believe. */
class SqlServerTest {

    @ParameterizedTest
    @EnumSource
    void create_givesAnEmptyDatabaseThatKeepsWhatIsWritten(SqlServer server) throws SQLException {
        try (Database one = server.create();
                Database other = server.create()) {
            execute(one.dataSource(), "CREATE TABLE note (word VARCHAR(20))");
            execute(one.dataSource(), "INSERT INTO note VALUES ('kept')");
            execute(other.dataSource(), "CREATE TABLE note (word VARCHAR(20))");

            assertThat(read(one.dataSource(), "SELECT word FROM note")).isEqualTo("kept");
            assertThat(read(other.dataSource(), "SELECT count(*) FROM note")).isEqualTo("0");
            try (Connection connection = DriverManager.getConnection(one.url())) {
                assertThat(read(connection, "SELECT word FROM note")).isEqualTo("kept");
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "MARIADB"})
    void drop_worksWhileSomeoneIsConnected_andTheNextDatabaseIsAnotherOne(SqlServer server) throws SQLException {
        Database dropped = server.create();
        try (Connection connection = DriverManager.getConnection(dropped.url())) {
            dropped.drop();

            assertThatThrownBy(() -> execute(connection, "CREATE TABLE note (word VARCHAR(20))"))
                    .isInstanceOf(SQLException.class);
        }
        try (Database next = server.create()) {
            assertThat(next.url()).isNotEqualTo(dropped.url());
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "MARIADB"})
    void restart_afterKill_keepsCommittedRowsAndForgetsOthers(SqlServer kind) throws SQLException {
        Path folder;
        try (DatabaseServer server = kind.own();
                Database database = server.create()) {
            folder = server.folder();
            execute(database.dataSource(), "CREATE TABLE note (word VARCHAR(20))");
            execute(database.dataSource(), "INSERT INTO note VALUES ('kept')");
            long pid = server.pid();
            try (Connection open = database.dataSource().getConnection()) {
                open.setAutoCommit(false);
                execute(open, "INSERT INTO note VALUES ('not committed')");
                server.kill9();
                assertThatThrownBy(open::commit).isInstanceOf(SQLException.class);
            }
            assertThatThrownBy(() -> DriverManager.getConnection(database.url()))
                    .isInstanceOf(SQLException.class);
            assertThat(ProcessHandle.of(pid)).isEmpty();

            server.restart();

            assertThat(server.pid()).isNotEqualTo(pid);
            assertThat(read(database.dataSource(), "SELECT word FROM note")).isEqualTo("kept");
            assertThat(read(database.dataSource(), "SELECT count(*) FROM note")).isEqualTo("1");
        }
        assertThat(Files.exists(folder)).isFalse();
    }

    @Test
    void close_ofAKilledServer_leavesNothing() {
        DatabaseServer server = SqlServer.POSTGRESQL.own();
        server.kill9();

        server.close();

        assertThat(Files.exists(server.folder())).isFalse();
    }

    @Test
    void postgres_syncsEveryCommitAndSortsLikePeople() throws SQLException {
        try (Database database = SqlServer.POSTGRESQL.create()) {
            assertThat(read(database.dataSource(), "SHOW fsync")).isEqualTo("on");
            assertThat(read(database.dataSource(), "SHOW synchronous_commit")).isEqualTo("on");
            assertThat(read(database.dataSource(), "SHOW full_page_writes")).isEqualTo("on");
            assertThat(read(database.dataSource(), "SELECT 'a' < 'B'")).isEqualTo("t");
        }
    }

    @Test
    void mariaDb_syncsEveryCommitAndStartsTransactionsAtItsDefaultIsolation() throws SQLException {
        try (Database database = SqlServer.MARIADB.create()) {
            assertThat(read(database.dataSource(), "SELECT @@innodb_flush_log_at_trx_commit"))
                    .isEqualTo("1");
            assertThat(read(database.dataSource(), "SELECT @@transaction_isolation"))
                    .isEqualTo("REPEATABLE-READ");
            assertThat(read(database.dataSource(), "SELECT @@max_allowed_packet"))
                    .isEqualTo("16777216");
            assertThat(read(database.dataSource(), "SELECT @@bind_address")).isEqualTo("127.0.0.1");
        }
    }

    @Test
    void h2InFiles_keepsWhatIsWritten(@TempDir Path folder) throws SQLException {
        try (Database database = Database.inFiles(folder)) {
            execute(database.dataSource(), "CREATE TABLE note (word VARCHAR(20))");
            execute(database.dataSource(), "INSERT INTO note VALUES ('kept')");
        }
        try (Database again = Database.inFiles(folder)) {
            assertThat(read(again.dataSource(), "SELECT word FROM note")).isEqualTo("kept");
        }
    }

    private static void execute(DataSource source, String sql) throws SQLException {
        try (Connection connection = source.getConnection()) {
            execute(connection, sql);
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static String read(DataSource source, String sql) throws SQLException {
        try (Connection connection = source.getConnection()) {
            return read(connection, sql);
        }
    }

    private static String read(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            assertThat(rows.next()).isTrue();
            return rows.getString(1);
        }
    }
}
