package dev.punctual;

/**
 * Thrown by {@link TaskContext#completeIn}: the claim belongs to somebody else by now, so the transaction must be
 * rolled back; otherwise its effect would be there without the claim, and perhaps twice.
 */
public final class LeaseLostException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Makes the exception of a task whose claim with this token was lost. */
    public LeaseLostException(TaskId id, long token) {
        super("task " + id + ": the lease of token " + token + " is lost and somebody else may run the task;"
                + " the transaction must be rolled back");
    }
}
