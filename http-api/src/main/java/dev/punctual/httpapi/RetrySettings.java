package dev.punctual.httpapi;

import org.jspecify.annotations.Nullable;

/**
 * How often a task is tried and how long it waits in between. In a request every value may be left out.
 *
 * <p>Immutable. Thread-safe.
 *
 * @param maxAttempts how many runs may end in an error; 10 if not given
 * @param maxLosses how many runs may be lost with their worker; 3 if not given
 * @param firstDelay the wait after the first failure, such as {@code 5s} or {@code PT5S}; 5 s if not given
 * @param factor by how much each further wait is longer; 2 if not given
 * @param maxDelay the longest wait; 1 h if not given
 */
public record RetrySettings(
        @Nullable Integer maxAttempts,
        @Nullable Integer maxLosses,
        @Nullable String firstDelay,
        @Nullable Double factor,
        @Nullable String maxDelay) {}
