package dev.punctual.jdbc;

import dev.punctual.StoreException;
import dev.punctual.StoreException.Kind;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Brings the tables to the version that this build knows. Of several processes that do so at once one works and the
 * others wait (PostgreSQL, MariaDB) or try again (H2, which has no locks of this kind). The version stands in the meta
 * table of the schema in which the tables are made; tables of the same name in other schemas mean nothing.
 */
final class Schema {

    /** How long another process may take to make the tables. */
    static final int LOCK_SECONDS = 20;

    /** The first half of the number of the lock in PostgreSQL. */
    private static final int LOCK_CLASS = 0x50_4e_43_54;

    /** What H2 says when another connection has made the same thing in between. */
    private static final Set<Integer> H2_RACES =
            Set.of(42_101, 42_111, 42_102, 23_505, 40_001, 50_200, 90_131, 90_007, 90_038, 90_045, 90_078);

    private final SchemaFiles files;

    Schema(SchemaFiles files) {
        this.files = files;
    }

    /** Runs the files that the database has not seen, as one step of a transaction; answers the version it had. */
    Integer bringUpToDate(LiveDatabase database) throws SQLException {
        requireSchema(database);
        switch (database.dialect()) {
            case POSTGRESQL -> {
                database.text(
                        "SELECT pg_advisory_xact_lock(" + LOCK_CLASS + ", hashtext(current_schema() || '.' || ?))",
                        files.prefix());
                return run(database);
            }
            case MARIADB, MYSQL -> {
                return runLocked(database);
            }
            default -> {
                return runUnlocked(database);
            }
        }
    }

    private int runLocked(LiveDatabase database) throws SQLException {
        String lock = "CONCAT('punctual-', MD5(CONCAT(DATABASE(), '.', ?)))";
        long got = database.number("SELECT GET_LOCK(" + lock + ", " + LOCK_SECONDS + ")", files.prefix());
        if (got != 1) {
            throw new StoreException(
                    "jdbc",
                    "another process has been making the tables of " + files.prefix() + " for " + LOCK_SECONDS + " s",
                    Kind.UNAVAILABLE,
                    null);
        }
        try {
            return run(database);
        } finally {
            database.number("SELECT RELEASE_LOCK(" + lock + ")", files.prefix());
        }
    }

    private int runUnlocked(LiveDatabase database) throws SQLException {
        try {
            return run(database);
        } catch (SQLException e) {
            // The session repeats the step, which then finds what the other one has made.
            if (H2_RACES.contains(e.getErrorCode())) {
                throw new RepeatException(e);
            }
            throw e;
        }
    }

    private int run(LiveDatabase database) throws SQLException {
        int version = version(database);
        requireNotNewer(version);
        for (int next = version + 1; next <= files.latest(); next++) {
            for (String statement : files.statements(next)) {
                execute(database.connection(), statement, next);
            }
        }
        return version;
    }

    private void execute(Connection connection, String statement, int version) throws SQLException {
        try (Statement run = connection.createStatement()) {
            run.execute(statement);
        } catch (SQLException e) {
            if (Trouble.forbidden(e)) {
                throw new StoreException(
                        "jdbc",
                        "the user of the database may not make the tables: " + e.getMessage()
                                + "; grant it the right to, or run " + file(version)
                                + " as another user and open the store with leaveTablesAlone()",
                        Kind.FATAL,
                        e);
            }
            throw e;
        }
    }

    /**
     * Requires that somebody else has brought the tables to the version of this build.
     *
     * @throws StoreException if not
     */
    void requireUpToDate(LiveDatabase database) throws SQLException {
        int version = version(database);
        requireNotNewer(version);
        if (version < files.latest()) {
            String missing = IntStream.rangeClosed(version + 1, files.latest())
                    .mapToObj(this::file)
                    .collect(Collectors.joining(", then "));
            throw new StoreException(
                    "jdbc",
                    (version == 0
                                    ? "there are no tables " + files.prefix() + "_*"
                                    : "the tables " + files.prefix() + "_* have version " + version + " of "
                                            + files.latest())
                            + " in " + database.schema() + ": run " + missing
                            + ", or open the store without leaveTablesAlone(), and it will",
                    Kind.FATAL,
                    null);
        }
    }

    private String file(int version) {
        return files.path(version) + " of punctual-store-jdbc with prefix=" + files.prefix();
    }

    private void requireNotNewer(int version) {
        if (version > files.latest()) {
            throw new StoreException(
                    "jdbc",
                    "the tables " + files.prefix() + "_* have version " + version + ", made by a newer Punctual; this"
                            + " one knows versions up to " + files.latest() + ": use the newer one",
                    Kind.FATAL,
                    null);
        }
    }

    /** Returns the version of the tables, or 0 if there are none, or not all of the first ones. */
    private int version(LiveDatabase database) throws SQLException {
        String schema = requireSchema(database);
        String meta = files.prefix() + "_meta";
        List<String> found = database.rows(
                "SELECT table_name FROM information_schema.tables WHERE table_schema = ? AND LOWER(table_name) = ?",
                row -> row.getString(1),
                schema,
                meta);
        return found.isEmpty() ? 0 : (int) database.number("SELECT schema_version FROM " + meta);
    }

    private static String requireSchema(LiveDatabase database) throws SQLException {
        String schema = database.schema();
        if (schema.isEmpty()) {
            throw new StoreException("jdbc", noSchema(database.dialect()), Kind.FATAL, null);
        }
        return schema;
    }

    private static String noSchema(Dialect dialect) {
        return dialect == Dialect.POSTGRESQL
                ? "no schema of the connection's search_path exists or may be used; create one (CREATE SCHEMA public),"
                        + " or name another with currentSchema=NAME in the URL"
                : "the URL names no database; put its name after the port: //host:port/NAME";
    }
}
