package dev.punctual.jdbc;

import java.sql.SQLException;

/**
 * The database gave this step up for another one (deadlock, serialization, a lost race): nothing was done, repeat it.
 */
final class RepeatException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final SQLException reason;

    RepeatException(SQLException reason) {
        super(reason.getMessage(), reason, false, false);
        this.reason = reason;
    }

    SQLException reason() {
        return reason;
    }
}
