package dev.punctual.cli;

import dev.punctual.httpapi.RetrySettings;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How often and when a failed run is tried again. Filled by picocli. */
final class RetryOptions {

    @Option(
            names = "--max-attempts",
            paramLabel = "N",
            converter = Numbers.OfCount.class,
            description = "Runs that may fail before the task is dead; 10 if not given.")
    private @Nullable Integer maxAttempts;

    @Option(
            names = "--max-losses",
            paramLabel = "N",
            converter = Numbers.OfCount.class,
            description = "Runs that may vanish with their worker before the task is dead; 3 if not given.")
    private @Nullable Integer maxLosses;

    @Option(
            names = "--first-delay",
            paramLabel = "SPAN",
            converter = DelayText.class,
            description = "The wait after the first failure; 5s if not given.")
    private @Nullable String firstDelay;

    @Option(
            names = "--factor",
            paramLabel = "X",
            converter = Numbers.OfFactor.class,
            description = "What each further wait is multiplied by; 2 if not given.")
    private @Nullable Double factor;

    @Option(
            names = "--max-delay",
            paramLabel = "SPAN",
            converter = DelayText.class,
            description = "The longest wait; 1h if not given.")
    private @Nullable String maxDelay;

    /** Returns the settings that were given, or null if none was. */
    @Nullable
    RetrySettings settings() {
        boolean none =
                maxAttempts == null && maxLosses == null && firstDelay == null && factor == null && maxDelay == null;
        return none ? null : new RetrySettings(maxAttempts, maxLosses, firstDelay, factor, maxDelay);
    }
}
