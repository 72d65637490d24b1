package dev.punctual.jdbc;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import org.jspecify.annotations.Nullable;

/** Sets the parameters of a statement one after the other. Not thread-safe. */
final class Parameters {

    private final PreparedStatement statement;
    private int next = 1;

    Parameters(PreparedStatement statement) {
        this.statement = statement;
    }

    /** Begins again at the first parameter. */
    Parameters restart() {
        next = 1;
        return this;
    }

    Parameters number(long value) throws SQLException {
        statement.setLong(next++, value);
        return this;
    }

    Parameters integer(int value) throws SQLException {
        statement.setInt(next++, value);
        return this;
    }

    /** A zero is stored as NULL, which takes no room. */
    Parameters numberOrNull(long value) throws SQLException {
        if (value == 0) {
            statement.setNull(next++, Types.BIGINT);
            return this;
        }
        return number(value);
    }

    /** The usual value is stored as NULL, which takes no room. */
    Parameters integerUnless(int usual, int value) throws SQLException {
        if (value == usual) {
            statement.setNull(next++, Types.INTEGER);
            return this;
        }
        return integer(value);
    }

    Parameters text(@Nullable String value) throws SQLException {
        if (value == null) {
            statement.setNull(next++, Types.VARCHAR);
        } else {
            statement.setString(next++, value);
        }
        return this;
    }

    Parameters bytes(byte @Nullable [] value) throws SQLException {
        if (value == null) {
            statement.setNull(next++, Types.VARBINARY);
        } else {
            statement.setBytes(next++, value);
        }
        return this;
    }

    Parameters array(String type, Object[] values) throws SQLException {
        statement.setArray(next++, statement.getConnection().createArrayOf(type, values));
        return this;
    }
}
