package dev.punctual;

import java.time.Duration;

/**
 * How long finished records are kept.
 *
 * @param finished how long a succeeded, cancelled or expired record is kept whole; 1 hour by default
 * @param finishedMax how many of them are kept whole at most, the newest; 100,000 by default
 * @param stub how long at least a record is kept, though perhaps without payload, headers, last error and history; 60
 *     seconds by default. It is what makes a repeated call or a late cancel find its answer.
 * @param dead how long a dead record is kept whole; 30 days by default
 */
public record Retention(Duration finished, int finishedMax, Duration stub, Duration dead) {

    /** Longest time that a record can be kept: 36,500 days. */
    public static final Duration SPAN_MAX = Duration.ofDays(36_500);

    /** The defaults. */
    public static final Retention DEFAULT =
            new Retention(Duration.ofHours(1), 100_000, Duration.ofSeconds(60), Duration.ofDays(30));

    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException if a span is negative, or {@code finished} or {@code dead} shorter than
     *     {@code stub}
     */
    public Retention {
        if (stub.isNegative() || finished.compareTo(stub) < 0 || dead.compareTo(stub) < 0) {
            throw new IllegalArgumentException("retention must be 0 <= stub <= finished, dead; was stub " + stub
                    + ", finished " + finished + ", dead " + dead);
        }
        if (finished.compareTo(SPAN_MAX) > 0 || dead.compareTo(SPAN_MAX) > 0) {
            throw new IllegalArgumentException("retention must be at most " + SPAN_MAX.toDays() + " days, was finished "
                    + finished + ", dead " + dead);
        }
        if (finishedMax < 0) {
            throw new IllegalArgumentException("finishedMax must not be negative, was " + finishedMax);
        }
    }
}
