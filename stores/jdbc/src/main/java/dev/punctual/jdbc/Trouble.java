package dev.punctual.jdbc;

import dev.punctual.StoreException;
import dev.punctual.StoreException.Kind;
import java.sql.BatchUpdateException;
import java.sql.SQLException;
import java.util.Set;

/** What an error of the database means for the caller, by its SQLSTATE and the numbers of MariaDB. Thread-safe. */
final class Trouble {

    /** Deadlock, serialization failure, and in H2 a row that another transaction has just changed. */
    private static final Set<String> REPEAT = Set.of("40001", "40P01", "90131");
    /** A lock, or the statement, took too long and was given up; nothing was done. */
    private static final Set<String> GIVEN_UP = Set.of("55P03", "57014", "HYT00", "70100");

    private static final int MARIADB_LOCK_WAIT = 1205;
    private static final int MARIADB_DEADLOCK = 1213;
    private static final int MARIADB_PACKET_TOO_LARGE = 1153;
    private static final int MARIADB_CHANGED_SINCE_READ = 1020;
    private static final int MARIADB_TABLE_FULL = 1114;
    private static final int MARIADB_READ_ONLY = 1290;
    private static final int MARIADB_STATEMENT_TIMEOUT = 1969;

    private static final int MARIADB_TABLE_ACCESS_DENIED = 1142;
    private static final int MARIADB_DATABASE_ACCESS_DENIED = 1044;
    private static final int H2_NOT_ENOUGH_RIGHTS = 90096;

    private final String store;

    Trouble(String store) {
        this.store = store;
    }

    StoreException closed() {
        return new StoreException(store, "the store is closed; nothing was done", Kind.FATAL, null);
    }

    StoreException unavailable(String what, Throwable cause) {
        return new StoreException(
                store, what + ": " + cause.getMessage() + "; nothing was done", Kind.UNAVAILABLE, cause);
    }

    /** The error came before the commit was sent: the transaction is rolled back. */
    RuntimeException beforeCommit(SQLException e) {
        if (repeats(e)) {
            return new RepeatException(e);
        }
        return of(e);
    }

    /** The error came when the work may have been done already. */
    RuntimeException afterSending(SQLException e) {
        if (repeats(e)) {
            return new RepeatException(e);
        }
        return lostLink(e)
                ? new StoreException(
                        store,
                        "the connection was lost before the answer came, so the outcome is unknown: " + e.getMessage(),
                        Kind.OUTCOME_UNKNOWN,
                        e)
                : of(e);
    }

    /** The error came in a transaction of the caller's. */
    StoreException inTransaction(SQLException e) {
        if (repeats(e)) {
            return new StoreException(
                    store,
                    "the database gave up the whole transaction (" + e.getMessage()
                            + "): roll it back and run it again",
                    Kind.UNAVAILABLE,
                    e);
        }
        return of(e);
    }

    /** Nothing was done. */
    StoreException of(SQLException e) {
        return new StoreException(store, e.getMessage() + "; nothing was done", kind(root(e)), e);
    }

    private static Kind kind(SQLException e) {
        String state = state(e);
        if (lostLink(e) || gaveUp(e)) {
            return Kind.UNAVAILABLE;
        }
        if (state.startsWith("53") || e.getErrorCode() == MARIADB_TABLE_FULL || state.equals("54000")) {
            return Kind.FULL;
        }
        if (state.startsWith("22") || state.startsWith("23") || e.getErrorCode() == MARIADB_PACKET_TOO_LARGE) {
            return Kind.REFUSED;
        }
        // A standby, or a server that is starting up or shutting down.
        if (state.startsWith("25") || state.startsWith("57") || e.getErrorCode() == MARIADB_READ_ONLY) {
            return Kind.UNAVAILABLE;
        }
        return state.startsWith("42") || state.startsWith("3F") || state.startsWith("28")
                ? Kind.FATAL
                : Kind.UNAVAILABLE;
    }

    static boolean repeats(SQLException error) {
        SQLException e = root(error);
        return REPEAT.contains(state(e))
                || e.getErrorCode() == MARIADB_DEADLOCK
                || e.getErrorCode() == MARIADB_CHANGED_SINCE_READ;
    }

    /** Returns whether a key exists already. */
    static boolean duplicate(SQLException error) {
        return state(root(error)).startsWith("23");
    }

    /** Returns whether the user lacks the right. */
    static boolean forbidden(SQLException error) {
        SQLException e = root(error);
        return state(e).equals("42501")
                || e.getErrorCode() == MARIADB_TABLE_ACCESS_DENIED
                || e.getErrorCode() == MARIADB_DATABASE_ACCESS_DENIED
                || e.getErrorCode() == H2_NOT_ENOUGH_RIGHTS;
    }

    /** Returns whether a lock was waited for in vain, as the reason of this trouble or of a part of it. */
    static boolean gaveUp(StoreException trouble) {
        for (Throwable cause = trouble.getCause(); cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException reason) {
                return gaveUp(reason);
            }
        }
        return false;
    }

    private static boolean gaveUp(SQLException error) {
        SQLException e = root(error);
        return GIVEN_UP.contains(state(e))
                || e.getErrorCode() == MARIADB_LOCK_WAIT
                || e.getErrorCode() == MARIADB_STATEMENT_TIMEOUT;
    }

    private static boolean lostLink(SQLException error) {
        SQLException e = root(error);
        return state(e).startsWith("08") || state(e).startsWith("57P") || state(e).isEmpty();
    }

    private static String state(SQLException e) {
        return e.getSQLState() == null ? "" : e.getSQLState();
    }

    /** Of a failed batch, the error of the statement that failed. */
    private static SQLException root(SQLException e) {
        return e instanceof BatchUpdateException && e.getNextException() != null ? e.getNextException() : e;
    }
}
