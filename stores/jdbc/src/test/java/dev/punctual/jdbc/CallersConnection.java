package dev.punctual.jdbc;

import dev.punctual.CallerTransaction;
import dev.punctual.contract.OpenTransaction;
import java.sql.Connection;
import java.sql.SQLException;

/** A transaction on a connection of the caller's, at the isolation that the database has by default. */
final class CallersConnection implements OpenTransaction {

    private final Connection connection;

    CallersConnection(Database database) {
        try {
            connection = database.dataSource().getConnection();
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
