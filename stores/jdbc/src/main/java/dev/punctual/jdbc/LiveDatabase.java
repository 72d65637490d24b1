package dev.punctual.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A database asked for what it says of itself. Used by one thread, like its connection. */
final class LiveDatabase {

    private final Connection connection;
    private final Dialect dialect;

    LiveDatabase(Connection connection, Dialect dialect) {
        this.connection = connection;
        this.dialect = dialect;
    }

    Dialect dialect() {
        return dialect;
    }

    Connection connection() {
        return connection;
    }

    /** Makes a value of a row. */
    interface Row<T> {
        T read(ResultSet row) throws SQLException;
    }

    /** Returns what the rows of a query give. */
    <T> List<T> rows(String query, Row<T> row, String... parameters) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(query)) {
            Parameters places = new Parameters(statement);
            for (String parameter : parameters) {
                places.text(parameter);
            }
            try (ResultSet found = statement.executeQuery()) {
                List<T> rows = new ArrayList<>();
                while (found.next()) {
                    rows.add(row.read(found));
                }
                return rows;
            }
        }
    }

    /** Returns the first value of a query as text; empty if there is none or it is null. */
    String text(String query, String... parameters) throws SQLException {
        List<String> rows = rows(query, LiveDatabase::textOrEmpty, parameters);
        return rows.isEmpty() ? "" : rows.get(0);
    }

    private static String textOrEmpty(ResultSet row) throws SQLException {
        @Nullable String text = row.getString(1);
        return text == null ? "" : text;
    }

    /** Returns the first value of a query as a number; 0 if there is none. */
    long number(String query, String... parameters) throws SQLException {
        List<Long> rows = rows(query, row -> row.getLong(1), parameters);
        return rows.isEmpty() ? 0 : rows.get(0);
    }

    /** Returns the schema (MariaDB: the database) in which tables without a schema of their own are made. */
    String schema() throws SQLException {
        return text(
                switch (dialect) {
                    case POSTGRESQL -> "SELECT current_schema()";
                    case MARIADB, MYSQL -> "SELECT DATABASE()";
                    case H2 -> "SELECT CURRENT_SCHEMA";
                });
    }
}
