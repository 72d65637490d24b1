package dev.punctual.benchmarks;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What one run gave.
 *
 * @param tasks how many tasks it was about
 * @param figures name with its unit, to value
 * @param cpu the processor time it took
 */
record Measured(long tasks, Map<String, Double> figures, CpuTime cpu) {

    Measured {
        figures = new LinkedHashMap<>(figures);
    }

    /** Returns the run of one rate: so many tasks in that time. */
    static Measured rate(String figure, long tasks, long nanos, CpuTime cpu) {
        return new Measured(tasks, Map.of(figure, tasks * 1e9 / nanos), cpu);
    }
}
