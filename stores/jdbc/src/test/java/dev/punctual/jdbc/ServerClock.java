package dev.punctual.jdbc;

import dev.punctual.testing.ManualTime;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import javax.sql.DataSource;

/**
 * A database's clock that is moved by hand: a table of one row, which every move of a {@link ManualTime} sets before
 * the move returns.
 *
 * <p>Thread-safe: {@code ManualTime} moves once at a time.
 */
final class ServerClock {

    /** SQL for the microseconds since the epoch, in place of what a store asks its database. */
    static final String MICROS = "(SELECT micros FROM test_clock)";

    private final DataSource source;

    private ServerClock(DataSource source) {
        this.source = source;
    }

    /** Makes the clock of a database, and returns the time that moves it; it stands at {@link ManualTime#START}. */
    static ManualTime in(Database database) {
        ServerClock clock = new ServerClock(database.dataSource());
        ManualTime time = new ManualTime();
        clock.create(micros(time.now()));
        time.follow(clock::set);
        return time;
    }

    private void create(long micros) {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE test_clock (micros BIGINT NOT NULL)");
            statement.execute("INSERT INTO test_clock VALUES (" + micros + ")");
        } catch (SQLException e) {
            throw new IllegalStateException("no clock in the database", e);
        }
    }

    private void set(Instant now) {
        try (Connection connection = source.getConnection();
                PreparedStatement statement = connection.prepareStatement("UPDATE test_clock SET micros = ?")) {
            statement.setLong(1, micros(now));
            statement.executeUpdate();
        } catch (SQLException e) {
            throw new IllegalStateException("the clock in the database does not move", e);
        }
    }

    private static long micros(Instant instant) {
        // Not ChronoUnit.MICROS, which counts in nanoseconds and overflows in the year 2262.
        return Math.addExact(Math.multiplyExact(instant.getEpochSecond(), 1_000_000L), instant.getNano() / 1_000);
    }
}
