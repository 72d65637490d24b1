package dev.punctual.benchmarks;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * One command line that was run within the tests.
 *
 * @param exit its exit code
 * @param out what it printed to standard output
 * @param err what it printed to standard error
 */
record BenchRun(int exit, String out, String err) {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    static BenchRun of(String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int exit = new BenchCommand(
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8))
                .execute(arguments);
        return new BenchRun(exit, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    /** Returns the lines of JSON. */
    List<JsonNode> lines() {
        return out.lines().map(JSON::readTree).toList();
    }

    /** Returns the names of the figures that a peer got. */
    List<String> figures(String peer) {
        return lines().stream()
                .filter(line -> line.path("peer").asString().equals(peer))
                .map(line -> line.path("scenario").asString() + " "
                        + line.path("figure").asString())
                .distinct()
                .toList();
    }
}
