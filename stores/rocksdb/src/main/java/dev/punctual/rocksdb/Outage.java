package dev.punctual.rocksdb;

import dev.punctual.StoreException;
import java.util.concurrent.TimeUnit;

/**
 * The time after a failed commit until the database could be opened again.
 *
 * @param cause what failed last
 * @param retryNanos when to try again, by the monotonic clock
 * @param waitNanos how long that was waited for
 */
record Outage(Throwable cause, long retryNanos, long waitNanos) {

    /** First wait. */
    static final long WAIT_NANOS_MIN = TimeUnit.MILLISECONDS.toNanos(100);
    /** Longest wait; each is twice the one before. */
    static final long WAIT_NANOS_MAX = TimeUnit.SECONDS.toNanos(5);

    static Outage begins(Throwable cause, long nowNanos) {
        return new Outage(cause, nowNanos + WAIT_NANOS_MIN, WAIT_NANOS_MIN);
    }

    Outage goesOn(Throwable newCause, long nowNanos) {
        long wait = Math.min(waitNanos * 2, WAIT_NANOS_MAX);
        return new Outage(newCause, nowNanos + wait, wait);
    }

    boolean over(long nowNanos) {
        return nowNanos - retryNanos >= 0;
    }

    /** Returns what a call is told meanwhile. */
    StoreException refusal() {
        return new StoreException(
                Trouble.STORE,
                "the store is down since a write failed (" + Trouble.words(cause)
                        + "); nothing was done; what is there can be read, and it opens again by itself as soon as the"
                        + " disk allows",
                StoreException.Kind.UNAVAILABLE,
                cause);
    }
}
