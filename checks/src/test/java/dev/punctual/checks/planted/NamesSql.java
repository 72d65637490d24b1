package dev.punctual.checks.planted;

import java.sql.Connection;

/** Has a foreign type in a public signature. */
final class NamesSql {
    public boolean isOpen(Connection connection) {
        return connection != null;
    }
}
