package dev.punctual;

/** The answer to one report of a worker. */
public enum SettleResult {
    /** Recorded, now or when it was first reported. */
    OK,
    /** The lease was lost: the report changed nothing. */
    FENCED,
    /** There is no record; after an earlier report without an answer this means it had arrived. */
    NOT_FOUND
}
