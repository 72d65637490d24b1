package dev.punctual.jdbc;

import dev.punctual.TimeSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.postgresql.PGStatement;

/**
 * How long PostgreSQL keeps the plan of a statement. Planning costs more than taking one task, so the statements of the
 * hot path keep their plans; but a plan made while the table was small reads the whole table, and stays when the table
 * has grown, until statistics are gathered. So a plan is kept for one size class of the task table: within a factor of
 * two of the size it was made for. The class is part of the statement's text, by which the driver keeps what it has
 * prepared. Other engines plan well enough by themselves. Thread-safe.
 */
final class Plans {

    /** Below this even a plan that reads the whole table costs next to nothing. */
    static final int SMALLEST_CLASS_BITS = 19;

    private static final int UNKNOWN = -1;

    /** How long a size is good for; looks tell it much more often. */
    static final long KNOWN_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final boolean keeps;
    private final String readSize;
    private final TimeSource time;
    private volatile int sizeClass = UNKNOWN;
    private volatile long knownAt;

    /**
     * Begins without knowing the size.
     *
     * @param dialect whose plans they are
     * @param task the name of the task table
     */
    Plans(Dialect dialect, String task, TimeSource time) {
        this.keeps = dialect == Dialect.POSTGRESQL;
        this.readSize = "SELECT " + dialect.tableBytes(task);
        this.time = time;
    }

    /** Is told the size of the task table, in bytes. */
    void tableHas(long bytes) {
        knownAt = time.nanoTime();
        sizeClass = Long.SIZE - Long.numberOfLeadingZeros(bytes >> SMALLEST_CLASS_BITS);
    }

    /** Prepares a statement whose plan may be kept while the table has about this size. */
    PreparedStatement kept(Connection connection, String text) throws SQLException {
        if (!keeps) {
            return connection.prepareStatement(text);
        }
        // Only where no worker looks: a process that schedules and cancels.
        if (sizeClass == UNKNOWN || time.nanoTime() - knownAt > KNOWN_NANOS) {
            readSize(connection);
        }
        return connection.prepareStatement(
                text + " /* table below 2^" + (sizeClass + SMALLEST_CLASS_BITS) + " bytes */");
    }

    private void readSize(Connection connection) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(readSize);
                ResultSet rows = query.executeQuery()) {
            tableHas(rows.next() ? rows.getLong(1) : 0);
        }
    }

    /** Has PostgreSQL plan the statement at each execution, by the size that the tables have then. */
    static PreparedStatement fresh(PreparedStatement statement) throws SQLException {
        if (POSTGRESQL && statement.isWrapperFor(PGStatement.class)) {
            statement.unwrap(PGStatement.class).setPrepareThreshold(0);
        }
        return statement;
    }

    /** Whether the driver of PostgreSQL is there at all. */
    private static final boolean POSTGRESQL = present();

    private static boolean present() {
        try {
            return PGStatement.class.getName() != null;
        } catch (NoClassDefFoundError e) {
            return false;
        }
    }
}
