package dev.punctual.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
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

    private final boolean keeps;
    private volatile int sizeClass = UNKNOWN;

    /**
     * Begins without knowing the size.
     *
     * @param dialect whose plans they are
     */
    Plans(Dialect dialect) {
        this.keeps = dialect == Dialect.POSTGRESQL;
    }

    /** Is told the size of the task table, in bytes. */
    void tableHas(long bytes) {
        sizeClass = Long.SIZE - Long.numberOfLeadingZeros(bytes >> SMALLEST_CLASS_BITS);
    }

    /** Prepares a statement whose plan may be kept while the table has about this size. */
    PreparedStatement kept(Connection connection, String text) throws SQLException {
        int size = sizeClass;
        if (!keeps) {
            return connection.prepareStatement(text);
        }
        if (size == UNKNOWN) {
            return fresh(connection.prepareStatement(text));
        }
        return connection.prepareStatement(text + " /* table below 2^" + (size + SMALLEST_CLASS_BITS) + " bytes */");
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
