package dev.punctual;

import java.time.Instant;

/**
 * The one place from which time comes: the wall clock for due times, a monotonic clock for leases and waits. Tests put
 * a clock here that they move by hand.
 *
 * <p>Implementations are thread-safe.
 */
public interface TimeSource {

    /** Returns the time of the wall clock; it may step in both directions. */
    Instant now();

    /** Returns a monotonic time in nanoseconds, meaningful only as a difference. */
    long nanoTime();

    /** Returns the clocks of this machine. */
    static TimeSource system() {
        return SystemTimeSource.INSTANCE;
    }
}
