package dev.punctual.benchmarks;

import dev.punctual.benchmarks.Rounds.Outcome;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import tools.jackson.databind.json.JsonMapper;

/**
 * Prints one line of JSON a figure, with everything one needs to judge it, and remembers what went wrong. Not
 * thread-safe.
 */
final class Report {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final PrintStream out;
    private final PrintStream err;
    private final String store;
    private final Map<String, Object> conditions;
    private boolean broken;
    private boolean failed;

    /**
     * Makes a report.
     *
     * @param out where the lines go
     * @param err where remarks go
     * @param store the kind of store, such as {@code rocksdb}
     * @param conditions what all lines end with
     */
    Report(PrintStream out, PrintStream err, String store, Map<String, Object> conditions) {
        this.out = out;
        this.err = err;
        this.store = store;
        this.conditions = new LinkedHashMap<>(conditions);
    }

    /**
     * What was measured.
     *
     * @param scenario which path
     * @param detail what of it, for example {@code 8 callers, one by one}
     * @param warmups how many runs came before those that count
     */
    record Subject(String scenario, String detail, int warmups) {}

    /** Says on standard error what is being done. */
    void remark(String words) {
        err.println(words);
    }

    /** Prints the figures of every side. */
    void print(Subject subject, List<Outcome> outcomes) {
        for (Outcome outcome : outcomes) {
            Exception failure = outcome.failure();
            if (failure != null) {
                failed = true;
                Map<String, Object> line = head(subject, outcome.entry());
                line.put("failure", String.valueOf(failure));
                finish(line);
            } else {
                figures(outcome).forEach(figure -> printFigure(subject, outcome, figure, rawMedian(outcomes, figure)));
            }
        }
    }

    /** Notes that Punctual broke a promise. */
    void promiseBroken(String words) {
        broken = true;
        err.println("promise broken: " + words);
    }

    /** Returns the exit code that follows from all that was reported. */
    int exitCode() {
        return broken ? ExitCode.BROKEN : failed ? ExitCode.TROUBLE : ExitCode.OK;
    }

    private static List<String> figures(Outcome outcome) {
        return new ArrayList<>(outcome.runs().get(0).figures().keySet());
    }

    private static Spread spread(Outcome outcome, String figure) {
        return Spread.of(outcome.runs().stream()
                .map(run -> Optional.ofNullable(run.figures().get(figure)).orElse(Double.NaN))
                .toList());
    }

    private static OptionalDouble rawMedian(List<Outcome> outcomes, String figure) {
        return outcomes.stream()
                .filter(outcome -> outcome.entry().isRaw()
                        && outcome.failure() == null
                        && figures(outcome).contains(figure))
                .mapToDouble(outcome -> spread(outcome, figure).median())
                .findFirst();
    }

    private void printFigure(Subject subject, Outcome outcome, String figure, OptionalDouble raw) {
        Spread spread = spread(outcome, figure);
        Map<String, Object> line = head(subject, outcome.entry());
        line.put("figure", figure);
        line.put("median", rounded(spread.median()));
        line.put("min", rounded(spread.min()));
        line.put("max", rounded(spread.max()));
        line.put("runs", spread.runs().stream().map(Report::rounded).toList());
        line.put("n", outcome.runs().stream().mapToLong(Measured::tasks).sum());
        line.put("warmups", subject.warmups());
        line.put("repetitions", outcome.runs().size());
        Map<String, Integer> sizes =
                outcome.runs().get(outcome.runs().size() - 1).sizes();
        if (!sizes.isEmpty()) {
            line.put("sizes", sizes);
        }
        line.put("cpu_us_per_task", rounded(ownCpu(outcome)));
        serverCpu(outcome).ifPresent(cpu -> line.put("server_cpu_us_per_task", rounded(cpu)));
        // The engine writes our rows; what share of that others reach says nothing.
        if (raw.isPresent() && outcome.entry().peer().equals(PunctualPeer.NAME)) {
            line.put("share_of_raw", rounded(spread.median() / raw.getAsDouble()));
        }
        finish(line);
    }

    private Map<String, Object> head(Subject subject, Entry entry) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("scenario", subject.scenario());
        line.put("detail", subject.detail());
        line.put("store", store);
        line.put("peer", entry.peer());
        line.put("setting", entry.setting());
        return line;
    }

    private void finish(Map<String, Object> line) {
        line.put("conditions", conditions);
        out.println(JSON.writeValueAsString(line));
        out.flush();
    }

    private static double ownCpu(Outcome outcome) {
        return Spread.of(outcome.runs().stream()
                        .map(run -> micros(run.cpu().own(), run.tasks()))
                        .toList())
                .median();
    }

    private static OptionalDouble serverCpu(Outcome outcome) {
        List<Double> known = outcome.runs().stream()
                .filter(run -> run.cpu().server().isPresent())
                .map(run -> micros(run.cpu().server().orElseThrow(), run.tasks()))
                .toList();
        return known.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(Spread.of(known).median());
    }

    private static double micros(long nanos, long tasks) {
        return nanos / 1e3 / Math.max(1, tasks);
    }

    /** Keeps three decimals: more would only look exact. */
    private static double rounded(double value) {
        return Math.abs(value) >= 1_000 ? Math.rint(value) : Math.rint(value * 1_000) / 1_000;
    }
}
