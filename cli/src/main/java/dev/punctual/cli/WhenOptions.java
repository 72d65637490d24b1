package dev.punctual.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** When a task is to be due: exactly one of a delay and an instant. Filled by picocli. */
final class WhenOptions {

    @Option(
            names = "--in",
            paramLabel = "DELAY",
            converter = DelayText.class,
            description =
                    "How long from now, counted by the server's clock: 90s, 30m, 2h, 7d, 500ms or PT30M; 0s is now.")
    private @Nullable String delay;

    @Option(
            names = "--at",
            paramLabel = "INSTANT",
            converter = InstantText.class,
            description = "The instant, with its zone: 2026-12-01T09:00:00Z or 2026-12-01T10:00:00+01:00.")
    private @Nullable String instant;

    /** Returns the delay as written, or null. */
    @Nullable
    String delay() {
        return delay;
    }

    /** Returns the instant as written, or null. */
    @Nullable
    String instant() {
        return instant;
    }
}
