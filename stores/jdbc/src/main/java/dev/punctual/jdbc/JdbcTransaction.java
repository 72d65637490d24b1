package dev.punctual.jdbc;

import dev.punctual.CallerTransaction;
import java.sql.Connection;
import java.util.Objects;

/**
 * A transaction on a JDBC connection of the caller's own, for {@code client.within(..)} and {@code ctx.completeIn(..)}:
 * what is done in it takes effect if and only if the caller commits.
 *
 * <p>The connection must lead to the database of the store, with auto-commit off. READ COMMITTED is recommended; a
 * stricter level works but may end in a serialization failure of the whole transaction.
 *
 * <p>As thread-safe as the connection: one thread at a time.
 */
public final class JdbcTransaction implements CallerTransaction {

    private final Connection connection;

    private JdbcTransaction(Connection connection) {
        this.connection = Objects.requireNonNull(connection, "connection");
    }

    /** Returns the transaction that is open on this connection. */
    public static JdbcTransaction of(Connection connection) {
        return new JdbcTransaction(connection);
    }

    Connection connection() {
        return connection;
    }
}
