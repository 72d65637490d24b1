package dev.punctual.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Statements that tests run beside the store. */
final class Sql {

    private Sql() {}

    static void run(Database database, String statement) {
        try (Connection connection = database.dataSource().getConnection();
                Statement run = connection.createStatement()) {
            run.execute(statement);
        } catch (SQLException e) {
            throw new IllegalStateException(statement, e);
        }
    }

    static long number(Database database, String query) {
        try (Connection connection = database.dataSource().getConnection();
                Statement run = connection.createStatement();
                ResultSet rows = run.executeQuery(query)) {
            return rows.next() ? rows.getLong(1) : 0;
        } catch (SQLException e) {
            throw new IllegalStateException(query, e);
        }
    }
}
