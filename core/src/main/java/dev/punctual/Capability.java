package dev.punctual;

import java.util.Locale;

/** An ability that a store has or lacks. What it lacks it refuses by name ({@link UnsupportedByStoreException}). */
public enum Capability {
    /** A waiting task can be cancelled. */
    CANCEL,
    /** The due time of a waiting task can be changed. */
    RESCHEDULE,
    /** Among due tasks the higher priority goes first. */
    PRIORITY,
    /** Tasks can be listed, counted and forecast. */
    LIST,
    /** A claim answers the exact next due time. */
    EXACT_TIME,
    /** Equal due times are claimed in the order of their arrival. */
    ARRIVAL_ORDER,
    /**
     * Tasks can be scheduled, cancelled, rescheduled and completed inside the caller's own transaction
     * ({@link TaskStore#within}).
     */
    TRANSACTIONAL_INSERT,
    /** Tasks outlive the process. */
    DURABLE;

    String words() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
