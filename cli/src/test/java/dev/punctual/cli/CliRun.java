package dev.punctual.cli;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.List;

/**
 * What one command line printed, and its exit code.
 *
 * @param exitCode the exit code
 * @param out standard output
 * @param err standard error
 */
record CliRun(int exitCode, String out, String err) {

    /** The time at which the command lines of tests run; in Berlin it is winter. */
    static final Instant NOW = Instant.parse("2026-12-01T09:00:00Z");

    /** Runs a command against this server. */
    static CliRun of(String server, String... args) {
        return run(server, "", false, args);
    }

    /** Runs a command against this server, with that on standard input. */
    static CliRun withInput(String server, String input, String... args) {
        return run(server, input, false, args);
    }

    /** Runs a command against this server, in colours. */
    static CliRun inColours(String server, String... args) {
        return run(server, "", true, args);
    }

    private static CliRun run(String server, String input, boolean colours, String... args) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Shell shell = new Shell(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
                name -> "PUNCTUAL_SERVER".equals(name) ? server : null,
                InstantSource.fixed(NOW),
                ZoneId.of("Europe/Berlin"),
                colours);
        int exitCode = new PunctualCli(shell).execute(args);
        return new CliRun(exitCode, text(out), text(err));
    }

    private static String text(ByteArrayOutputStream bytes) {
        return bytes.toString(StandardCharsets.UTF_8);
    }

    List<String> lines() {
        return out.lines().toList();
    }
}
