package dev.punctual.examples;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import javax.sql.DataSource;

/** The little JDBC that the examples share. Thread-safe. */
final class Sql {

    private static final int CONNECTIONS_MAX = 5;

    private Sql() {}

    /** What is done in one transaction. */
    interface Work {
        void on(Connection connection) throws SQLException;
    }

    /** Opens a pool as the store likes it: a plain one, READ COMMITTED. */
    static HikariDataSource pool(String url) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setMaximumPoolSize(CONNECTIONS_MAX);
        config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
        return new HikariDataSource(config);
    }

    /** Commits what the work does, or rolls all of it back. */
    static void inTransaction(DataSource dataSource, Work work) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            try {
                work.on(connection);
                connection.commit();
            } catch (SQLException | RuntimeException | Error e) {
                connection.rollback();
                throw e;
            }
        }
    }

    /** Runs a statement; answers how many rows it changed. */
    static int update(Connection connection, String sql, Object... values) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                statement.setObject(i + 1, values[i]);
            }
            return statement.executeUpdate();
        }
    }
}
