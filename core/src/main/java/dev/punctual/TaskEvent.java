package dev.punctual;

/**
 * Something that happened to a task, as a worker or a client saw it.
 *
 * @param kind what happened
 * @param id the task
 * @param type its type
 * @param queue its queue
 * @param token the token of the claim; 0 for {@link Kind#SCHEDULED}
 * @param attempt the number of the run; 0 for {@link Kind#SCHEDULED}
 * @param dueAt its due time, in epoch milliseconds
 * @param atMillis when it happened, in epoch milliseconds
 * @param error what went wrong; empty if nothing did
 */
public record TaskEvent(
        Kind kind,
        TaskId id,
        String type,
        String queue,
        long token,
        int attempt,
        long dueAt,
        long atMillis,
        String error) {

    /** What can happen. */
    public enum Kind {
        /** A client scheduled it. */
        SCHEDULED,
        /** A handler starts. */
        STARTED,
        /** A handler ended well. */
        COMPLETED,
        /** A handler failed; it is tried again if the budget allows. */
        RETRIED,
        /** It is given up for good. */
        BURIED,
        /** It is given back uncharged. */
        RELEASED,
        /** Its lease was lost while it ran. */
        LEASE_LOST,
        /** Its handler overran its time limit. */
        TIMED_OUT,
        /** It was taken back from a worker that was lost. */
        RECLAIMED
    }
}
