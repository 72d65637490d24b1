package dev.punctual;

/** The answer to removing one finished record. */
public enum DiscardResult {
    /** Removed. */
    OK,
    /** It has not finished: cancel it first. */
    LIVE,
    /** No record has this id. */
    NOT_FOUND
}
