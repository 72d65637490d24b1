package dev.punctual.benchmarks;

import java.util.List;
import java.util.Locale;
import picocli.CommandLine.TypeConversionException;

/** The scenarios by the names that the command line knows. */
enum ScenarioName {
    /** Tasks accepted a second. */
    SCHEDULE,
    /** Tasks run a second that are due in one instant. */
    DRAIN,
    /** How late tasks run under an even load. */
    LATENESS,
    /** Bytes a waiting task, and the time of a claim. */
    PENDING,
    /** Tasks cancelled a second. */
    CANCEL;

    /** Returns the scenario of that name, in lower case; picocli calls this. */
    static ScenarioName parse(String name) {
        for (ScenarioName known : values()) {
            if (known.toString().equals(name)) {
                return known;
            }
        }
        throw new TypeConversionException("there is no scenario " + name + "; there are " + List.of(values()));
    }

    Scenario scenario() {
        return switch (this) {
            case SCHEDULE -> new ScheduleScenario();
            case DRAIN -> new DrainScenario();
            case LATENESS -> new LatenessScenario();
            case PENDING -> new PendingScenario();
            case CANCEL -> new CancelScenario();
        };
    }

    /** How many tasks wait in the background if nothing else is asked for. */
    int pending() {
        return switch (this) {
            case SCHEDULE, DRAIN, LATENESS -> 0;
            case PENDING, CANCEL -> 100_000;
        };
    }

    /** The sizes of batches if nothing else is asked for. */
    List<Integer> batches() {
        return this == CANCEL ? List.of(100) : List.of(100, 1_000);
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
