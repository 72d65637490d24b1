package dev.punctual.benchmarks;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What one run gave.
 *
 * @param tasks how many tasks it was about
 * @param figures name with its unit, to value
 * @param cpu the processor time it took
 * @param sizes what it was measured with, if a side may get less than the others: name to number
 */
record Measured(long tasks, Map<String, Double> figures, CpuTime cpu, Map<String, Integer> sizes) {

    /** Copies the maps, in their order. */
    Measured {
        figures = new LinkedHashMap<>(figures);
        sizes = new LinkedHashMap<>(sizes);
    }

    /** Returns the same, measured with so many tasks waiting. */
    Measured withPending(int pending) {
        Map<String, Integer> all = new LinkedHashMap<>(sizes);
        all.put("pending", pending);
        return new Measured(tasks, figures, cpu, all);
    }

    /** Returns the run of one rate: so many tasks in that time. */
    static Measured rate(String figure, long tasks, long nanos, CpuTime cpu) {
        return new Measured(tasks, Map.of(figure, tasks * 1e9 / nanos), cpu, Map.of());
    }
}
