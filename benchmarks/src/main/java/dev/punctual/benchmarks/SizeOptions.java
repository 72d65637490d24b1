package dev.punctual.benchmarks;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say how large the measurements are. Filled in by picocli. */
final class SizeOptions {

    private static final int DELAY_MAX_SECONDS = 3_600;

    @Option(names = "--warmups", paramLabel = "N", description = "Runs before those that count; 2 if not given.")
    private int warmups = 2;

    @Option(names = "--repetitions", paramLabel = "N", description = "Runs that count; 3 if not given.")
    private int repetitions = 3;

    @Option(
            names = "--seconds",
            paramLabel = "S",
            description = "How long a run of schedule and cancel lasts; 3 if not given.")
    private double seconds = 3;

    @Option(
            names = "--callers",
            split = ",",
            paramLabel = "N",
            description = "Numbers of threads that call one by one; 1,8,64 if not given.")
    private List<Integer> callers = new ArrayList<>();

    @Option(
            names = "--batches",
            split = ",",
            paramLabel = "N",
            description = "Sizes of batches; 100,1000 if not given (cancel: 100).")
    private List<Integer> batches = new ArrayList<>();

    @Option(names = "--n", paramLabel = "N", description = "Tasks of a drain; 20000 if not given.")
    private int tasks = 20_000;

    @Option(
            names = "--pending",
            paramLabel = "N",
            description = "Tasks that wait in the background; if not given 0 for drain and lateness, 100000 for cancel,"
                    + " 1000000 for pending (with peers: 100000).")
    private @Nullable Integer pending;

    @Option(names = "--cancels", paramLabel = "N", description = "Most tasks a run cancels; 20000 if not given.")
    private int cancels = 20_000;

    @Option(names = "--rate", paramLabel = "N", description = "Tasks a second of lateness; 200 if not given.")
    private int rate = 200;

    @Option(
            names = "--delays",
            split = ",",
            paramLabel = "S",
            description = "Shortest and longest delay of lateness, in seconds; 1,5 if not given.")
    private List<Double> delays = new ArrayList<>();

    @Option(
            names = "--lead",
            paramLabel = "S",
            description = "How many seconds ahead a drain begins, when all its tasks are there; 2 if not given.")
    private double lead = 2;

    @Option(
            names = "--span",
            paramLabel = "S",
            description = "For how many seconds lateness schedules; 20 if not given.")
    private double span = 20;

    @Option(
            names = "--patience",
            paramLabel = "S",
            description = "How many seconds to wait for tasks that do not run; 300 if not given (with peers: 60).")
    private @Nullable Double patience;

    @Option(
            names = "--longest",
            paramLabel = "S",
            description = "How many seconds it may take to give one side its tasks; it is then measured with those that"
                    + " it has. 3600 if not given (with peers: 60).")
    private @Nullable Double longest;

    @Option(names = "--slots", paramLabel = "N", description = "Slots of Punctual's worker; 128 if not given.")
    private int slots = 128;

    /**
     * What holds if nothing else is asked for.
     *
     * @param pending tasks that wait in the scenario of that name
     * @param patience how many seconds to wait for tasks that do not run
     * @param longest how many seconds filling may take
     */
    record Defaults(int pending, double patience, double longest) {}

    /** Returns how large a scenario is. */
    Plan plan(ScenarioName scenario, Defaults defaults) {
        check();
        return new Plan(
                warmups,
                repetitions,
                duration(seconds),
                callers.isEmpty() ? List.of(1, 8, 64) : callers,
                batches.isEmpty() ? scenario.batches() : batches,
                tasks,
                pending != null ? pending : scenario == ScenarioName.PENDING ? defaults.pending() : scenario.pending(),
                cancels,
                rate,
                range(),
                duration(lead),
                duration(span),
                duration(patience != null ? patience : defaults.patience()),
                duration(longest != null ? longest : defaults.longest()));
    }

    int slots() {
        return slots;
    }

    private void check() {
        require("--warmups", warmups, warmups >= 0);
        require("--repetitions", repetitions, repetitions >= 1);
        require("--seconds", seconds, seconds > 0);
        require("--callers", callers, callers.stream().allMatch(number -> number >= 1 && number <= 1_000));
        require("--batches", batches, batches.stream().allMatch(size -> size >= 1 && size <= 20_000));
        require("--n", tasks, tasks >= 1);
        require("--pending", String.valueOf(pending), pending == null || pending >= 0);
        require("--cancels", cancels, cancels >= 1);
        require("--rate", rate, rate >= 1);
        require("--delays", delays, delays.isEmpty() || isRange(delays));
        require("--lead", lead, lead >= 0);
        require("--span", span, span > 0);
        require("--patience", String.valueOf(patience), patience == null || patience > 0);
        require("--longest", String.valueOf(longest), longest == null || longest > 0);
        require("--slots", slots, slots >= 1 && slots <= 100_000);
    }

    private static void require(String option, Object value, boolean good) {
        if (!good) {
            throw BenchFailure.usage(option + ": " + value + " is out of bounds; leave it out for the default.");
        }
    }

    private static boolean isRange(List<Double> pair) {
        return pair.size() == 2 && 0 <= pair.get(0) && pair.get(0) <= pair.get(1) && pair.get(1) <= DELAY_MAX_SECONDS;
    }

    private Plan.Range range() {
        return delays.isEmpty()
                ? new Plan.Range(Duration.ofSeconds(1), Duration.ofSeconds(5))
                : new Plan.Range(duration(delays.get(0)), duration(delays.get(1)));
    }

    private static Duration duration(double inSeconds) {
        return Duration.ofNanos((long) (inSeconds * 1e9));
    }
}
