package dev.punctual;

import java.time.Duration;

/**
 * How a worker is doing, for health checks and metrics. Immutable. Thread-safe.
 *
 * @param name the worker's name for people
 * @param healthy whether due tasks are being claimed: it has been started and not closed, reaches its store, and has
 *     not used up the slots that replace stuck ones
 * @param slots how many tasks it runs at once
 * @param running how many slots are taken
 * @param stuck how many handlers overran their time limit and have not come back
 * @param queuedReports how many ended runs are not yet recorded in the store
 * @param sinceClaim how long ago the store last answered a claim; zero if it never was asked
 * @param lastError the latest trouble with the store; empty if there was none
 */
public record WorkerStatus(
        String name,
        boolean healthy,
        int slots,
        int running,
        int stuck,
        int queuedReports,
        Duration sinceClaim,
        String lastError) {}
