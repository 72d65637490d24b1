package dev.punctual;

/** The answer to cancelling one task. */
public enum CancelResult {
    /** It is cancelled: no handler of it starts from now on, nor is one still running. */
    CANCELLED,
    /** It is cancelled, but the end of an earlier run is not known: its handler may still be running somewhere. */
    CANCELLED_AFTER_LOSS,
    /** It is running; the handler is told ({@link TaskContext#cancelRequested()}), and it will not be retried. */
    RUNNING,
    /** It had already finished in another way. */
    FINISHED,
    /** No record has this id. */
    NOT_FOUND
}
