package dev.punctual;

import java.time.Instant;

/** What a handler can know and do about its run. Implementations are thread-safe. */
public interface TaskContext {

    /** Returns the id of the task. */
    TaskId id();

    /** Returns the whole record as it was claimed. */
    TaskRecord record();

    /** Returns the number of this run: 1 for the first, one more for each failure and each loss. */
    int attempt();

    /** Returns the due time. */
    Instant dueAt();

    /**
     * Returns the fencing token of this run; it grows with every claim of the id, so that resources can refuse old
     * ones.
     */
    long token();

    /**
     * Returns whether the task may be given to somebody else by now: its lease was lost, or the run was given up for
     * its time limit or a stop of the worker.
     */
    boolean leaseLost();

    /** Returns whether somebody asked for the task to be cancelled; known within a third of the lease. */
    boolean cancelRequested();

    /**
     * Extends the lease now, as the worker does by itself every third of it.
     *
     * @return false if the lease is lost
     */
    boolean renew();

    /**
     * Records the success of this run inside a transaction of the handler's own, so that the effect and the completion
     * are there together or not at all. The transaction must end before the handler returns.
     *
     * <p>From here on the lease is not renewed any more (the record is locked by the transaction), so the transaction
     * should be short. When the handler returns, or throws, the worker only reads what became of the task: completed if
     * the transaction committed, and a failure like any other if it did not. What a handler throws after its
     * transaction has committed is logged and changes nothing. A run given up meanwhile (for its time limit or a stop
     * of the worker) whose transaction did not commit is left to the end of its lease.
     *
     * @throws LeaseLostException if the claim is lost; the transaction must be rolled back
     * @throws IllegalStateException if it was called in this run before
     * @throws UnsupportedByStoreException if the store lacks {@link Capability#TRANSACTIONAL_INSERT}
     * @throws IllegalArgumentException if the transaction is of a kind that the store does not know
     * @throws StoreException if the store is in trouble; the transaction must be rolled back
     */
    void completeIn(CallerTransaction transaction);

    /** Returns the client of the store the task came from, for scheduling what comes next. */
    TaskClient client();
}
