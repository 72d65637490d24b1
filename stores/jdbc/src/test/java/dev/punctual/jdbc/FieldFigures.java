package dev.punctual.jdbc;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Figures of one test on one server: a line of JSON each, printed and added to {@code target/field-figures.jsonl}. Not
 * thread-safe.
 */
final class FieldFigures {

    private static final PrintStream OUT = System.out;
    private static final Path KEPT = Path.of("target", "field-figures.jsonl");
    private static final double NANOS_PER_MILLI = 1e6;

    private final String test;
    private final SqlServer server;

    FieldFigures(Class<?> test, SqlServer server) {
        this.test = test.getSimpleName();
        this.server = server;
    }

    /** Prints and keeps a figure, and returns it. */
    double keep(String figure, String unit, double value) {
        String line = String.format(
                Locale.ROOT,
                "{\"test\": \"%s\", \"server\": \"%s\", \"figure\": \"%s\", \"unit\": \"%s\", \"value\": %.3f}",
                test,
                server,
                figure,
                unit,
                value);
        OUT.println(line);
        try {
            Files.createDirectories(KEPT.getParent());
            Files.writeString(
                    KEPT, line + System.lineSeparator(), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new IllegalStateException("the figure cannot be kept: " + line, e);
        }
        return value;
    }

    /** How long the call takes, in milliseconds. */
    static double millis(Runnable call) {
        long start = System.nanoTime();
        call.run();
        return (System.nanoTime() - start) / NANOS_PER_MILLI;
    }

    /**
     * What the given share of so many measurements does not exceed, by the nearest rank.
     *
     * @param share above 0, at most 1: 0.5 for the median
     */
    static double quantile(double share, int count, Supplier<Double> measurement) {
        double[] sorted = IntStream.range(0, count)
                .mapToDouble(i -> measurement.get())
                .sorted()
                .toArray();
        return sorted[(int) Math.ceil(share * count) - 1];
    }
}
