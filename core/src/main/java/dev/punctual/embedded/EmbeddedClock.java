package dev.punctual.embedded;

import dev.punctual.TaskStateMachine.Moment;
import dev.punctual.TimeSource;

/**
 * The clock of an embedded store: the wall clock for due times, the monotonic clock for leases, and a watch for steps
 * of the wall clock. Not thread-safe.
 */
final class EmbeddedClock {

    /** A wall clock that fell back by more than this against the monotonic clock has stepped. */
    static final long STEP_MILLIS = 1_000;

    private final TimeSource time;
    private Moment now;
    private long nanos;

    EmbeddedClock(TimeSource time) {
        this.time = time;
        this.now = Moment.of(time.now());
        this.nanos = time.nanoTime();
    }

    /**
     * Reads the clocks.
     *
     * @return the time before a step back, in epoch milliseconds, if there was one since the last reading; else 0
     */
    long tick() {
        Moment next = Moment.of(time.now());
        long nextNanos = time.nanoTime();
        long expected = now.millis() + (nextNanos - nanos) / 1_000_000;
        long before = next.millis() < expected - STEP_MILLIS ? Math.max(now.millis(), expected) : 0;
        now = next;
        nanos = nextNanos;
        return before;
    }

    Moment now() {
        return now;
    }

    long millis() {
        return now.millis();
    }

    long nanos() {
        return nanos;
    }

    /** Returns the wall time at which the monotonic deadline will be reached, in epoch milliseconds, rounded down. */
    long wallMillis(long deadlineNanos) {
        return now.millis() + Math.floorDiv(deadlineNanos - nanos, 1_000_000L);
    }
}
