package dev.punctual.testing;

/** The calls of a store that a {@link FaultyStore} tells apart. Immutable. Thread-safe. */
public enum StoreCall {
    /** Tasks are scheduled. */
    INSERT,
    /** Due tasks are claimed. */
    CLAIM,
    /** Leases are extended. */
    RENEW,
    /** The ends of runs are reported. */
    SETTLE,
    /** Runs whose lease ran out are looked for. */
    LAPSED,
    /** Such runs are taken back. */
    RECLAIM,
    /** Tasks are cancelled. */
    CANCEL,
    /** Tasks are moved to another time. */
    RESCHEDULE,
    /** A worker says that it is alive. */
    BEAT,
    /** Somebody looks: find, page, counts, queues, forecast, workers. */
    READ,
    /** An operator commands: run now, redrive, discard, pause, resume. */
    OPERATE,
    /** Finished records are pruned. */
    PRUNE
}
