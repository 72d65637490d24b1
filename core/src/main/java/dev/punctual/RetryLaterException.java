package dev.punctual;

import java.time.Duration;

/** Thrown by a handler: this run failed, try again after this wait. Counts as a failure. */
public final class RetryLaterException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final Duration delay;

    /**
     * Makes the exception.
     *
     * @param delay 0 to {@link RetryPolicy#DELAY_MAX}
     * @throws IllegalArgumentException if the delay is out of bounds
     */
    public RetryLaterException(String message, Duration delay) {
        super(message);
        if (delay.isNegative() || delay.compareTo(RetryPolicy.DELAY_MAX) > 0) {
            throw new IllegalArgumentException("delay must be 0 to 365 days, was " + delay);
        }
        this.delay = delay;
    }

    /** Returns the wait asked for. */
    public Duration delay() {
        return delay;
    }

    /** Returns the wait asked for in milliseconds, rounded up. */
    public long delayMillis() {
        return Millis.ceil(delay);
    }
}
