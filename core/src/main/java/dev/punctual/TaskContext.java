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

    /** Returns the client of the store the task came from, for scheduling what comes next. */
    TaskClient client();
}
