package dev.punctual.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;

/**
 * The caller's own transaction: never committed, rolled back or closed here. A savepoint before each step keeps a step
 * that fails from spoiling the rest of the transaction. Used by one thread at a time, like the connection.
 */
final class JoinedTransaction implements Session {

    private final Connection connection;
    private final Trouble trouble;

    JoinedTransaction(Connection connection, Trouble trouble) {
        this.connection = connection;
        this.trouble = trouble;
    }

    @Override
    public <T> T step(Work<T> work) {
        try {
            if (connection.getAutoCommit()) {
                throw new IllegalArgumentException("the connection commits by itself, so there is no transaction to"
                        + " take part in; call connection.setAutoCommit(false) first");
            }
            for (int repeat = 0; ; repeat++) {
                try {
                    return once(work);
                } catch (RepeatException e) {
                    if (repeat >= OwnTransactions.REPEATS_MAX) {
                        throw trouble.unavailable("lost " + repeat + " races in a row", e.reason());
                    }
                }
            }
        } catch (SQLException e) {
            throw trouble.inTransaction(e);
        }
    }

    private <T> T once(Work<T> work) throws SQLException {
        Savepoint before = connection.setSavepoint();
        try {
            T result = work.on(connection);
            connection.releaseSavepoint(before);
            return result;
        } catch (RuntimeException | SQLException | Error e) {
            rollBackTo(before, e);
            throw e;
        }
    }

    private void rollBackTo(Savepoint before, Throwable reason) {
        try {
            connection.rollback(before);
        } catch (SQLException e) {
            reason.addSuppressed(e);
        }
    }

    @Override
    public <T> T statement(Work<T> work) {
        return step(work);
    }
}
