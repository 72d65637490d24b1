package dev.punctual;

import java.time.Duration;
import java.time.Instant;

/** Arithmetic on 64-bit milliseconds that rounds up and saturates instead of overflowing. Thread-safe. */
final class Millis {

    private Millis() {}

    /** Returns the instant in epoch milliseconds, rounded up; saturates. */
    static long ceil(Instant instant) {
        return ceil(instant.getEpochSecond(), instant.getNano());
    }

    /** Returns the span in milliseconds, rounded up; saturates. */
    static long ceil(Duration span) {
        return ceil(span.getSeconds(), span.getNano());
    }

    private static long ceil(long seconds, int nanos) {
        long high = Math.multiplyHigh(seconds, 1000L);
        long low = seconds * 1000L;
        if (high != low >> 63) { // the product does not fit 64 bits
            return seconds < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
        return add(low, (nanos + 999_999) / 1_000_000);
    }

    /** Returns a + b, or the nearest long if it overflows. */
    static long add(long a, long b) {
        long sum = a + b;
        boolean overflows = ((a ^ sum) & (b ^ sum)) < 0;
        return overflows ? (a < 0 ? Long.MIN_VALUE : Long.MAX_VALUE) : sum;
    }
}
