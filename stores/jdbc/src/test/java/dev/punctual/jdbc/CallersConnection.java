package dev.punctual.jdbc;

import dev.punctual.CallerTransaction;
import dev.punctual.contract.OpenTransaction;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * A transaction on a connection of the caller's. READ COMMITTED, or MariaDB would show it the hand-moved clock as it
 * stood at its begin.
 */
final class CallersConnection implements OpenTransaction {

    private final Connection connection;

    CallersConnection(Database database) {
        try {
            connection = database.dataSource().getConnection();
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            connection.setAutoCommit(false);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public CallerTransaction handle() {
        return JdbcTransaction.of(connection);
    }

    @Override
    public void commit() {
        try {
            connection.commit();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void rollback() {
        try {
            connection.rollback();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        try {
            connection.rollback();
            connection.close();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
