package dev.punctual.testing.simulation;

import dev.punctual.TimeSource;
import dev.punctual.testing.ManualTime;
import java.time.Duration;
import java.time.Instant;

/**
 * The clocks of one machine: its wall clock is wrong by minutes, its monotonic clock began at another time.
 * Thread-safe.
 */
final class SkewedTime implements TimeSource {

    private final ManualTime time;
    private final Duration wallAhead;
    private final long nanosAhead;

    SkewedTime(ManualTime time, Odds odds) {
        this.time = time;
        this.wallAhead = odds.between(Duration.ofMinutes(-10), Duration.ofMinutes(10));
        this.nanosAhead = odds.seed() >> 8;
    }

    @Override
    public Instant now() {
        return time.now().plus(wallAhead);
    }

    @Override
    public long nanoTime() {
        return time.nanoTime() + nanosAhead;
    }
}
