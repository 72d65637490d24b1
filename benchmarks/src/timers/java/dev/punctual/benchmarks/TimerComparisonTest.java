package dev.punctual.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import tools.jackson.databind.json.JsonMapper;

/**
 * Measures the bare wheel beside the other structures of timers, and writes one line of JSON a figure to
 * {@code target/timers.jsonl}. Takes minutes and a heap of 6 GiB; {@code mvn -pl benchmarks -am test -Ptimers}.
 */
class TimerComparisonTest {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Path RESULTS = Path.of("target", "timers.jsonl");
    private static final int MILLION = 1_000_000;
    private static final int HERD_RUNS = 5;

    private final Map<String, Object> conditions = conditions();
    private final List<String> lines = new ArrayList<>();

    private static Map<String, Object> conditions() {
        Map<String, Object> conditions = Conditions.of(List.of(), Map.of());
        conditions.put("command", "mvn -pl benchmarks -am test -Ptimers");
        return conditions;
    }

    private void figure(String contender, String detail, String figure, double value) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("scenario", "timers");
        line.put("contender", contender.toLowerCase(Locale.ROOT));
        line.put("detail", detail);
        line.put("figure", figure);
        line.put("value", value);
        line.put("conditions", conditions);
        lines.add(JSON.writeValueAsString(line));
    }

    private void write() throws IOException {
        Files.createDirectories(RESULTS.getParent());
        Files.write(RESULTS, lines);
    }

    @Test
    void compare() throws RunnerException, IOException, InterruptedException {
        benchmarks();
        for (Contender contender : Contender.values()) {
            figure(contender.name(), MILLION + " timers", "bytes_per_timer", TimerFigures.bytes(contender, MILLION));
        }
        for (int shardBits : new int[] {0, 2}) {
            String name = (shardBits == 0 ? Contender.WHEEL_LOCKED : Contender.WHEEL_SHARDED).name();
            for (int run = 0; run < HERD_RUNS; run++) {
                String detail = "adds while " + MILLION + " fall on one millisecond, run " + run;
                TimerFigures.addsDuringHerd(MILLION, shardBits)
                        .forEach((figure, value) -> figure(name, detail, figure, value));
            }
        }
        TimerFigures.hour(10 * MILLION)
                .forEach((figure, value) -> figure(
                        Contender.WHEEL.name(), 10 * MILLION + " timers, an hour in steps of 1 ms", figure, value));
        figure(
                Contender.WHEEL_LOCKED.name(),
                10 * MILLION + " timers",
                "bytes_per_timer",
                TimerFigures.bytes(Contender.WHEEL_LOCKED, 10 * MILLION));
        write();
        assertThat(lines).isNotEmpty();
    }

    private void benchmarks() throws RunnerException {
        for (RunResult result : new Runner(new OptionsBuilder()
                        .include(TimerBenchmark.class.getName())
                        .shouldFailOnError(false) // Agrona has no room for a million on one tick; its line is left out.
                        .build())
                .run()) {
            String contender = result.getParams().getParam("contender");
            String method = result.getParams().getBenchmark();
            String name = method.substring(method.lastIndexOf('.') + 1);
            String detail = name + ", " + MILLION + " timers";
            figure(
                    contender,
                    detail,
                    "nanos_per_timer",
                    result.getPrimaryResult().getScore());
            figure(
                    contender,
                    detail,
                    "nanos_min",
                    result.getPrimaryResult().getStatistics().getMin());
            figure(
                    contender,
                    detail,
                    "nanos_max",
                    result.getPrimaryResult().getStatistics().getMax());
        }
    }
}
