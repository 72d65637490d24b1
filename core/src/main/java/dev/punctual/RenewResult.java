package dev.punctual;

/** The answer to extending one lease. */
public enum RenewResult {
    /** Extended. */
    OK,
    /** Extended, and somebody asked for the task to be cancelled. */
    CANCEL_REQUESTED,
    /** Lost: another claim has the task, or it is no longer running. */
    FENCED
}
