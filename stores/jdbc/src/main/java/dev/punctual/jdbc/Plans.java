package dev.punctual.jdbc;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.postgresql.PGStatement;

/** How a statement is planned. */
final class Plans {

    private Plans() {}

    /**
     * Has PostgreSQL plan the statement at each execution, by the size the tables have then: a plan kept from the time
     * when they were small reads them from end to end, until statistics are gathered. Other engines have no such thing.
     */
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
