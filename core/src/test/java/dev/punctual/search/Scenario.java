package dev.punctual.search;

import java.util.EnumSet;
import java.util.Set;

/**
 * What may happen in one search, and its bounds. One search with everything in it would not end in seconds, so each
 * scenario leaves something out that another has.
 *
 * @param claimsMax how many claims the store grants at most
 * @param maxAttempts the budget of failures of the task
 * @param maxLosses its budget of losses
 * @param reportsKept how many reports, the latest, the network can still deliver; older ones are lost
 * @param powers what may happen beside the ordinary walk
 */
public record Scenario(int claimsMax, int maxAttempts, int maxLosses, int reportsKept, Set<Power> powers) {

    /** Something that may happen. */
    public enum Power {
        /** The client cancels, whenever and as often as it likes. */
        CANCEL,
        /** A second call schedules the same id and keeps what is there. */
        KEEP,
        /** A call replaces a waiting task. */
        REPLACE,
        /** A call uses the id of a finished task anew; that task expires if it is not run in time. */
        RESTART,
        /** The client moves the task to another time. */
        RESCHEDULE,
        /** The operator makes it due now. */
        RUN_NOW,
        /** The operator redrives it. */
        REDRIVE,
        /** The operator discards it, or it is pruned. */
        DISCARD,
        /** A worker's process ends without a word. */
        CRASH,
        /** A run is given up, for its time limit or a stop, while its handler is still at work. */
        GIVE_UP,
        /** The store's clock steps back once. */
        CLOCK_BACK
    }

    /** One life of a task, five claims deep. */
    public static final Scenario ONE_LIFE =
            new Scenario(5, 2, 2, 1, EnumSet.of(Power.CANCEL, Power.CRASH, Power.GIVE_UP));

    /** Several lives of a dead letter, and reports that overtake each other. */
    public static final Scenario REDRIVEN = new Scenario(4, 2, 2, 2, EnumSet.of(Power.CANCEL, Power.REDRIVE));

    /** An id that is moved, replaced, used anew, discarded. */
    public static final Scenario MANY_LIVES = new Scenario(
            3,
            2,
            2,
            1,
            EnumSet.of(
                    Power.CANCEL,
                    Power.KEEP,
                    Power.REPLACE,
                    Power.RESTART,
                    Power.RESCHEDULE,
                    Power.RUN_NOW,
                    Power.REDRIVE,
                    Power.DISCARD));

    /** A clock that steps back. */
    public static final Scenario CLOCK_STEPS =
            new Scenario(3, 2, 2, 1, EnumSet.of(Power.CANCEL, Power.RESTART, Power.DISCARD, Power.CLOCK_BACK));

    boolean has(Power power) {
        return powers.contains(power);
    }
}
