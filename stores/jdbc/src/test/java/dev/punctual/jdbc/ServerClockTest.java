package dev.punctual.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.testing.ManualTime;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ServerClockTest {

    private static Instant read(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT " + ServerClock.MICROS)) {
            assertThat(rows.next()).isTrue();
            return Instant.EPOCH.plus(rows.getLong(1), ChronoUnit.MICROS);
        }
    }

    @ParameterizedTest
    @EnumSource
    void clockOfTheDatabase_goesWithTheTimeOfTheTest(SqlServer server) throws SQLException {
        try (Database database = server.create();
                Connection connection = database.dataSource().getConnection()) {
            ManualTime time = ServerClock.in(database);
            assertThat(read(connection)).isEqualTo(ManualTime.START);

            time.advance(Duration.ofHours(1).plusNanos(2_999));
            assertThat(read(connection))
                    .isEqualTo(ManualTime.START.plusSeconds(3_600).plusNanos(2_000));

            time.stepWall(Duration.ofHours(-2));
            assertThat(read(connection)).isEqualTo(time.now().truncatedTo(ChronoUnit.MICROS));
        }
    }

    @ParameterizedTest
    @EnumSource
    void clockOfTheDatabase_isSeenInATransactionThatIsOpen(SqlServer server) throws SQLException {
        try (Database database = server.create();
                Connection connection = database.dataSource().getConnection()) {
            ManualTime time = ServerClock.in(database);
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            connection.setAutoCommit(false);
            assertThat(read(connection)).isEqualTo(ManualTime.START);

            time.advance(Duration.ofSeconds(1));

            assertThat(read(connection)).isEqualTo(ManualTime.START.plusSeconds(1));
            connection.rollback();
        }
    }

    @ParameterizedTest
    @EnumSource
    void clockOfTheDatabase_servesInStatementsThatWrite(SqlServer server) throws SQLException {
        try (Database database = server.create();
                Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            ServerClock.in(database);
            statement.execute("CREATE TABLE note (at_micros BIGINT NOT NULL)");
            statement.execute("INSERT INTO note VALUES (0)");

            assertThat(statement.executeUpdate("UPDATE note SET at_micros = " + ServerClock.MICROS
                            + " WHERE at_micros < " + ServerClock.MICROS))
                    .isEqualTo(1);
        }
    }
}
