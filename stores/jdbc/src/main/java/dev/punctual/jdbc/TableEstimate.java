package dev.punctual.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** How many rows the engine believes a table to have, without counting them. Thread-safe. */
final class TableEstimate {

    private final String query;
    private final String table;

    TableEstimate(Dialect dialect, String table) {
        this.table = table;
        this.query = switch (dialect) {
            case POSTGRESQL -> "SELECT CAST(reltuples AS BIGINT) FROM pg_class WHERE oid = to_regclass(?)";
            case MARIADB, MYSQL ->
                "SELECT table_rows FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name = ?";
            case H2 -> "SELECT row_count_estimate FROM information_schema.tables WHERE LOWER(table_name) = ?";
        };
    }

    long rows(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(query)) {
            new Parameters(statement).text(table);
            try (ResultSet rows = statement.executeQuery()) {
                return rows.next() ? rows.getLong(1) : 0;
            }
        }
    }
}
