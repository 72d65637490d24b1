package dev.punctual;

import java.time.Duration;

/**
 * How often a task is tried and how long it waits between tries: exponential backoff with a cap and jitter. Stored with
 * the task. The delay never overflows, grows up to the cap and stays there, and jitter never takes it below the first
 * delay.
 *
 * @param maxAttempts how many runs may end in an error before the task is dead, 1 to {@value #ATTEMPTS_MAX}; 10 by
 *     default
 * @param maxLosses how many runs may be lost with their worker before the task is dead, 1 to {@value #ATTEMPTS_MAX}; 3
 *     by default
 * @param firstDelay the wait after the first failure, 0 to 365 days; 5 s by default
 * @param factor by how much each further wait is longer, 1 to 100; 2 by default
 * @param maxDelay the cap, {@code firstDelay} to 365 days; 1 h by default
 * @param jitter the random part of a wait, 0 to 1; 0.1 (plus or minus 10 %) by default
 */
public record RetryPolicy(
        int maxAttempts, int maxLosses, Duration firstDelay, double factor, Duration maxDelay, double jitter) {

    /** Largest number of attempts and of losses. */
    public static final int ATTEMPTS_MAX = 1_000_000;
    /** Longest delay. */
    public static final Duration DELAY_MAX = Duration.ofDays(365);
    /** Largest factor. */
    public static final double FACTOR_MAX = 100;

    /** 10 attempts, 3 losses, waits of 5 s, 10 s, 20 s ... 1 h, each plus or minus 10 %. */
    public static final RetryPolicy DEFAULT =
            new RetryPolicy(10, 3, Duration.ofSeconds(5), 2, Duration.ofHours(1), 0.1);

    /**
     * Checks the values.
     *
     * @throws InvalidTaskException if a value is outside its bounds
     */
    public RetryPolicy {
        requireCount("retry.maxAttempts", maxAttempts, "10");
        requireCount("retry.maxLosses", maxLosses, "3");
        if (firstDelay.isNegative() || firstDelay.compareTo(DELAY_MAX) > 0) {
            throw new InvalidTaskException(
                    Refusal.invalid("retry.firstDelay", "must be 0 to 365 days, was " + firstDelay, "PT5S"));
        }
        if (!(factor >= 1 && factor <= FACTOR_MAX)) {
            throw new InvalidTaskException(
                    Refusal.invalid("retry.factor", "must be 1 to " + FACTOR_MAX + ", was " + factor, "2"));
        }
        if (maxDelay.compareTo(firstDelay) < 0 || maxDelay.compareTo(DELAY_MAX) > 0) {
            throw new InvalidTaskException(Refusal.invalid(
                    "retry.maxDelay", "must be firstDelay (" + firstDelay + ") to 365 days, was " + maxDelay, "PT1H"));
        }
        if (!(jitter >= 0 && jitter <= 1)) {
            throw new InvalidTaskException(Refusal.invalid("retry.jitter", "must be 0 to 1, was " + jitter, "0.1"));
        }
    }

    private static void requireCount(String field, int count, String example) {
        if (count < 1 || count > ATTEMPTS_MAX) {
            throw new InvalidTaskException(
                    Refusal.invalid(field, "must be 1 to " + ATTEMPTS_MAX + ", was " + count, example));
        }
    }

    /** Returns this policy with another number of attempts. */
    public RetryPolicy withMaxAttempts(int attempts) {
        return new RetryPolicy(attempts, maxLosses, firstDelay, factor, maxDelay, jitter);
    }

    /** Returns this policy with another number of losses. */
    public RetryPolicy withMaxLosses(int losses) {
        return new RetryPolicy(maxAttempts, losses, firstDelay, factor, maxDelay, jitter);
    }

    /** Returns this policy with other waits: the first, by how much each is longer, and the cap. */
    public RetryPolicy withDelays(Duration first, double newFactor, Duration max) {
        return new RetryPolicy(maxAttempts, maxLosses, first, newFactor, max, jitter);
    }

    /** Returns this policy with another random part, 0 to 1. */
    public RetryPolicy withJitter(double newJitter) {
        return new RetryPolicy(maxAttempts, maxLosses, firstDelay, factor, maxDelay, newJitter);
    }

    /**
     * Returns the wait after so many failures, in milliseconds, at most {@link #DELAY_MAX}.
     *
     * @param failures 1 after the first failure; any larger number is safe
     * @param random 0 (inclusive) to 1 (exclusive), decides the jitter
     */
    public long delayMillis(int failures, double random) {
        double first = Millis.ceil(firstDelay);
        double cap = Millis.ceil(maxDelay);
        // In double arithmetic the power saturates at infinity instead of wrapping, so the cap always holds.
        double plain = Math.min(cap, first * Math.pow(factor, Math.max(0, failures - 1)));
        double jittered = plain * (1 + jitter * (2 * random - 1));
        long wait = Math.round(Math.max(first, Double.isNaN(jittered) ? first : jittered));
        return Math.min(wait, DELAY_MAX.toMillis());
    }
}
