package dev.punctual.jdbc;

import dev.punctual.RetryPolicy;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A retry policy as the text of a column: attempts, losses, first delay, factor, largest delay and jitter, such as
 * {@code 10 3 PT5S 2.0 PT1H 0.1}.
 */
final class RetryText {

    /** What is left out (NULL); part of the format, whatever the default of this build is. */
    private static final RetryPolicy LEFT_OUT =
            new RetryPolicy(10, 3, Duration.ofSeconds(5), 2, Duration.ofHours(1), 0.1);

    private RetryText() {}

    static @Nullable String write(RetryPolicy retry) {
        return retry.equals(LEFT_OUT)
                ? null
                : retry.maxAttempts() + " " + retry.maxLosses() + " " + retry.firstDelay() + " " + retry.factor() + " "
                        + retry.maxDelay() + " " + retry.jitter();
    }

    static RetryPolicy read(@Nullable String text) {
        if (text == null) {
            return LEFT_OUT;
        }
        String[] parts = text.split(" ", -1);
        if (parts.length != 6) {
            throw new IllegalArgumentException("the retry policy of a row must have 6 parts, is: " + text);
        }
        return new RetryPolicy(
                Integer.parseInt(parts[0]),
                Integer.parseInt(parts[1]),
                Duration.parse(parts[2]),
                Double.parseDouble(parts[3]),
                Duration.parse(parts[4]),
                Double.parseDouble(parts[5]));
    }
}
