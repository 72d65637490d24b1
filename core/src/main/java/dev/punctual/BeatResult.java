package dev.punctual;

import java.util.Set;

/**
 * The answer to a worker's beat.
 *
 * @param nowMillis the store's clock, in epoch milliseconds
 * @param pausedQueues the queues that are paused
 */
public record BeatResult(long nowMillis, Set<String> pausedQueues) {

    /** Copies the set. */
    public BeatResult {
        pausedQueues = Set.copyOf(pausedQueues);
    }
}
