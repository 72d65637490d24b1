package dev.punctual.jdbc;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.Locale;

/** What is written differently from database to database: words of SQL, no logic. */
enum Dialect {
    /** PostgreSQL 13 or newer. */
    POSTGRESQL("postgresql", "CAST(FLOOR(EXTRACT(EPOCH FROM clock_timestamp()) * 1000000) AS BIGINT)", "/", true, true),
    /** MariaDB 10.6 or newer. */
    MARIADB(
            "mariadb",
            "TIMESTAMPDIFF(MICROSECOND, TIMESTAMP '1970-01-01 00:00:00', UTC_TIMESTAMP(6))",
            "DIV",
            false,
            true),
    /** MySQL 8.0 or newer: written to its manual, not tested. */
    MYSQL("mysql", "TIMESTAMPDIFF(MICROSECOND, TIMESTAMP '1970-01-01 00:00:00', UTC_TIMESTAMP(6))", "DIV", false, true),
    /** H2 2.2 or newer, for tests and small uses. */
    H2("h2", "CAST(FLOOR(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP(9)) * 1000000) AS BIGINT)", "/", false, false);

    private final String folder;
    private final String clock;
    private final String divides;
    private final boolean returning;
    private final boolean orderedSkipLocked;

    Dialect(String folder, String clock, String divides, boolean returning, boolean orderedSkipLocked) {
        this.folder = folder;
        this.clock = clock;
        this.divides = divides;
        this.returning = returning;
        this.orderedSkipLocked = orderedSkipLocked;
    }

    /** Returns the folder of the schema files. */
    String folder() {
        return folder;
    }

    /**
     * Returns the expression of the server's clock in epoch microseconds: read anew by each statement (H2: each
     * transaction), and the same whatever zone the session or the server is set to.
     */
    String clock() {
        return clock;
    }

    /** Returns the operator that divides whole numbers and answers a whole number. */
    String divides() {
        return divides;
    }

    /** Returns the expression of a table's size in bytes; 0 where nothing depends on it. */
    String tableBytes(String table) {
        return this == POSTGRESQL ? "pg_relation_size(CAST('" + table + "' AS regclass))" : "0";
    }

    /** Returns whether data-changing statements can be parts of one statement and return rows. */
    boolean returning() {
        return returning;
    }

    /**
     * Returns whether {@code ORDER BY .. LIMIT n FOR UPDATE SKIP LOCKED} locks only n rows. In H2 it locks every row
     * that matches, so a second claimer would get nothing.
     */
    boolean orderedSkipLocked() {
        return orderedSkipLocked;
    }

    /**
     * Returns the dialect of a connection.
     *
     * @throws IllegalArgumentException if the database is none that is known
     */
    static Dialect of(Connection connection) throws SQLException {
        DatabaseMetaData metaData = connection.getMetaData();
        String product = metaData.getDatabaseProductName().toLowerCase(Locale.ROOT);
        String version = metaData.getDatabaseProductVersion().toLowerCase(Locale.ROOT);
        if (product.contains("mariadb") || version.contains("mariadb")) {
            return MARIADB;
        }
        return switch (product) {
            case "postgresql" -> POSTGRESQL;
            case "mysql" -> MYSQL;
            case "h2" -> H2;
            default ->
                throw new IllegalArgumentException("the JDBC store knows PostgreSQL, MariaDB, MySQL and H2, and this"
                        + " DataSource leads to " + metaData.getDatabaseProductName() + " "
                        + metaData.getDatabaseProductVersion());
        };
    }
}
