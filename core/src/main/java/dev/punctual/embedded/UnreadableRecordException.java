package dev.punctual.embedded;

import dev.punctual.TaskId;

/** A stored record cannot be read by this build. It is left as it is, and holds up nothing else. */
public final class UnreadableRecordException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Makes the exception. */
    public UnreadableRecordException(TaskId id, Throwable cause) {
        super("the record of task " + id + " cannot be read by this build: " + cause.getMessage(), cause);
    }
}
