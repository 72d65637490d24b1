package dev.punctual.jdbc;

import dev.punctual.StoreException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Transactions of the store's own on connections of the {@link DataSource}, READ COMMITTED whatever the pool's default
 * is: under REPEATABLE READ an empty poll of MariaDB was seen to block inserts. Thread-safe.
 */
final class OwnTransactions implements Session {

    /** How often a step that lost a deadlock or a race is repeated before the caller is told. */
    static final int REPEATS_MAX = 20;

    private static final Logger LOG = LoggerFactory.getLogger(OwnTransactions.class);

    private final DataSource dataSource;
    private final Trouble trouble;
    private final int timeoutMillis;
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile boolean setsIsolation = true;
    private volatile boolean setsTimeout = true;

    OwnTransactions(DataSource dataSource, Trouble trouble, Duration timeout) {
        this.dataSource = dataSource;
        this.trouble = trouble;
        this.timeoutMillis = Math.toIntExact(timeout.toMillis());
    }

    /** Says that the pool gives connections that are READ COMMITTED already, so that it need not be set each time. */
    void trustIsolation() {
        setsIsolation = false;
    }

    @Override
    public <T> T step(Work<T> work) {
        return repeated(work, false);
    }

    @Override
    public <T> T statement(Work<T> work) {
        return repeated(work, true);
    }

    private <T> T repeated(Work<T> work, boolean alone) {
        for (int repeat = 0; ; repeat++) {
            try {
                return once(work, alone);
            } catch (RepeatException e) {
                if (repeat >= REPEATS_MAX) {
                    throw trouble.unavailable("lost " + repeat + " races or deadlocks in a row", e.reason());
                }
            }
        }
    }

    private <T> T once(Work<T> work, boolean alone) {
        Connection connection = open();
        Settings before = null;
        try {
            before = prepare(connection, alone);
            return alone ? alone(work, connection) : committed(work, connection);
        } catch (SQLException e) {
            throw trouble.of(e);
        } finally {
            giveBack(connection, before);
        }
    }

    /** What the pool had set on a connection. */
    private record Settings(boolean automatic, int isolation) {}

    private Settings prepare(Connection connection, boolean alone) throws SQLException {
        Settings before = new Settings(
                connection.getAutoCommit(),
                setsIsolation ? connection.getTransactionIsolation() : Connection.TRANSACTION_READ_COMMITTED);
        if (before.isolation() != Connection.TRANSACTION_READ_COMMITTED) {
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
        }
        if (before.automatic() != alone) {
            connection.setAutoCommit(alone);
        }
        return before;
    }

    private Connection open() {
        if (closed.get()) {
            throw trouble.closed();
        }
        try {
            Connection connection = dataSource.getConnection();
            if (setsTimeout) {
                limitWaits(connection);
            }
            return connection;
        } catch (SQLException e) {
            throw trouble.unavailable("no connection", e);
        }
    }

    /** A link that is cut without a word must not hold a call for ever. */
    private void limitWaits(Connection connection) throws SQLException {
        try {
            connection.setNetworkTimeout(Runnable::run, timeoutMillis);
        } catch (SQLException e) {
            if (connection.isClosed()) {
                throw e;
            }
            setsTimeout = false;
            LOG.debug("The driver knows no network timeout; a cut link is found by the operating system only", e);
        }
    }

    private <T> T alone(Work<T> work, Connection connection) {
        try {
            return work.on(connection);
        } catch (SQLException e) {
            // The statement may have been carried out and only its answer lost.
            throw trouble.afterSending(e);
        }
    }

    private <T> T committed(Work<T> work, Connection connection) throws SQLException {
        T result;
        try {
            result = work.on(connection);
        } catch (SQLException e) {
            rollBack(connection);
            throw trouble.beforeCommit(e);
        } catch (Throwable e) {
            rollBack(connection);
            throw e;
        }
        try {
            connection.commit();
        } catch (SQLException e) {
            throw trouble.afterSending(e);
        }
        return result;
    }

    private void rollBack(Connection connection) {
        try {
            connection.rollback();
        } catch (SQLException e) {
            LOG.debug("A rollback failed; the pool throws the connection away and the server rolls back", e);
        }
    }

    /** The outcome of the work is known by now; whatever goes wrong here is only the pool's to deal with. */
    private static void giveBack(Connection connection, @Nullable Settings before) {
        try (connection) {
            if (before != null && !connection.isClosed()) {
                if (connection.getAutoCommit() != before.automatic()) {
                    connection.setAutoCommit(before.automatic());
                }
                if (before.isolation() != Connection.TRANSACTION_READ_COMMITTED) {
                    connection.setTransactionIsolation(before.isolation());
                }
            }
        } catch (SQLException e) {
            LOG.debug("A connection could not be given back as it was; the pool throws it away", e);
        }
    }

    void close() {
        closed.set(true);
    }

    /** Reads at least once what the caller asks; a failure means that nothing was done. */
    <T> T read(Work<T> work) {
        try {
            return statement(work);
        } catch (StoreException e) {
            throw e.outcomeUnknown() ? trouble.unavailable("a read failed", e) : e;
        }
    }
}
