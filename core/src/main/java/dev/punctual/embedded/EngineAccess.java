package dev.punctual.embedded;

import java.util.function.Function;

/**
 * How an embedded store lets callers at its engine, one at a time, and how it commits what they change.
 *
 * <p>Implementations are thread-safe.
 */
public interface EngineAccess {

    /** How safely a change must be kept before its caller is answered. */
    enum Commit {
        /** Nothing is changed. */
        NONE,
        /** It survives the process as far as the store does; a power cut may forget it. Enough for claims. */
        QUICK,
        /** As safe as the store can keep it. */
        SAFE
    }

    /**
     * Runs an operation as one atomic step, commits it, sends the hints, and returns its answer.
     *
     * @throws dev.punctual.StoreException if the store is closed or in trouble
     */
    <R> R run(Commit commit, Function<TaskEngine, R> operation);

    /** Ends the store. Idempotent. */
    void close();
}
