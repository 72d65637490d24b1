package dev.punctual;

import java.time.Duration;
import java.time.Instant;

/**
 * What a store accepts at most. Every limit has a name and a default.
 *
 * @param payloadBytesMax largest payload, in bytes; 64 KiB by default, at most {@value #PAYLOAD_BYTES_HARD_MAX}
 * @param horizon how far ahead a task may be due; 3,650 days (10 years) by default
 * @param pendingMax how many tasks may wait or run at once before schedule is refused; 100 million by default
 */
public record Limits(int payloadBytesMax, Duration horizon, long pendingMax) {

    /** Largest payload that any store can be set to accept: 1 MiB. */
    public static final int PAYLOAD_BYTES_HARD_MAX = 1 << 20;
    /** Largest sum of the bytes of all header names and values: 8 KiB. */
    public static final int HEADERS_BYTES_MAX = 8 << 10;
    /** Longest error kept with a record, in bytes: 4 KiB. */
    public static final int ERROR_BYTES_MAX = 4 << 10;
    /** Longest content type, in characters. */
    public static final int CONTENT_TYPE_CHARS_MAX = 255;
    /** Longest address of a sink, in characters. */
    public static final int SINK_ADDRESS_CHARS_MAX = 2048;
    /** Most items one call of a store may carry; more are refused, callers send them in parts. */
    public static final int BATCH_MAX = 20_000;
    /** Most tasks one claim may ask for. */
    public static final int CLAIM_MAX = 1_000;
    /** Most records a page may hold. */
    public static final int PAGE_MAX = 1_000;
    /** Most records a page looks at before it answers with a cursor. */
    public static final int PAGE_EXAMINED_MAX = 10_000;
    /** Shortest lease. */
    public static final Duration LEASE_MIN = Duration.ofSeconds(2);
    /** Longest lease. */
    public static final Duration LEASE_MAX = Duration.ofHours(1);
    /** Earliest due time: a smaller one is most often seconds given as milliseconds. */
    public static final Instant DUE_MIN = Instant.parse("2000-01-01T00:00:00Z");
    /** Latest due time, whatever the horizon. */
    public static final Instant DUE_MAX = Instant.parse("9999-12-31T23:59:59.999Z");

    /** The defaults. */
    public static final Limits DEFAULT = new Limits(64 << 10, Duration.ofDays(3650), 100_000_000);

    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException if a limit is outside its own bounds
     */
    public Limits {
        if (payloadBytesMax < 0 || payloadBytesMax > PAYLOAD_BYTES_HARD_MAX) {
            throw new IllegalArgumentException(
                    "payloadBytesMax must be 0 to " + PAYLOAD_BYTES_HARD_MAX + ", was " + payloadBytesMax);
        }
        if (horizon.isNegative() || horizon.isZero()) {
            throw new IllegalArgumentException("horizon must be positive, was " + horizon);
        }
        if (pendingMax < 1) {
            throw new IllegalArgumentException("pendingMax must be at least 1, was " + pendingMax);
        }
    }

    /** Returns these limits with another largest payload, in bytes. */
    public Limits withPayloadBytesMax(int bytes) {
        return new Limits(bytes, horizon, pendingMax);
    }

    /** Returns these limits with another horizon. */
    public Limits withHorizon(Duration newHorizon) {
        return new Limits(payloadBytesMax, newHorizon, pendingMax);
    }

    /** Returns these limits with another largest number of waiting and running tasks. */
    public Limits withPendingMax(long tasks) {
        return new Limits(payloadBytesMax, horizon, tasks);
    }
}
