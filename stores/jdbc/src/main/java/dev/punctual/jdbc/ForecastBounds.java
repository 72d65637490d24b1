package dev.punctual.jdbc;

import dev.punctual.Limits;
import dev.punctual.TaskQueries;
import java.time.Duration;
import java.time.Instant;

/** What window and steps a forecast may have. */
final class ForecastBounds {

    private ForecastBounds() {}

    /** Returns the number of steps that the window is cut into. */
    static int steps(TaskQueries.Window window, Duration step) {
        if (window.from().isBefore(Instant.EPOCH)
                || window.to().isAfter(Limits.DUE_MAX)
                || step.compareTo(TaskQueries.STEP_MAX) > 0) {
            throw Refusals.invalid(
                    "window",
                    "must lie between 1970 and " + Limits.DUE_MAX + " and have steps of at most "
                            + TaskQueries.STEP_MAX.toDays() + " days, was " + window.from() + " to " + window.to()
                            + " in steps of " + step,
                    "the next 24 hours in steps of PT1H");
        }
        long from = window.from().toEpochMilli();
        long to = window.to().toEpochMilli();
        long stepMillis = step.toMillis();
        if (stepMillis < 1 || to <= from || (to - from - 1) / stepMillis + 1 > Tallies.FORECAST_STEPS_MAX) {
            throw Refusals.invalid(
                    "step",
                    "must be at least 1 ms and cut the window into 1 to " + Tallies.FORECAST_STEPS_MAX + " steps, was "
                            + step + " for " + window.from() + " to " + window.to(),
                    "PT1M");
        }
        return (int) ((to - from - 1) / stepMillis + 1);
    }
}
