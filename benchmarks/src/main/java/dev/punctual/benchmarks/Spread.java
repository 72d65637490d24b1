package dev.punctual.benchmarks;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/**
 * The values of repeated measurements.
 *
 * @param median the middle one; of an even number, the mean of the two in the middle
 * @param min the smallest
 * @param max the largest
 * @param runs all, in the order in which they were measured
 */
record Spread(double median, double min, double max, List<Double> runs) {

    /**
     * Returns the spread of these values.
     *
     * @throws IllegalArgumentException if there is none
     */
    static Spread of(Collection<Double> values) {
        if (values.isEmpty()) {
            throw new IllegalArgumentException("a spread needs at least one value");
        }
        double[] sorted =
                values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        int middle = sorted.length / 2;
        double median = sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
        return new Spread(median, sorted[0], sorted[sorted.length - 1], List.copyOf(values));
    }

    /**
     * Returns the smallest of the values that at least this share of them does not exceed.
     *
     * @param share above 0, at most 1; 0.99 is the 99th percentile
     * @throws IllegalArgumentException if there is no value, or the share is out of bounds
     */
    static double percentile(double[] values, double share) {
        if (values.length == 0 || !(share > 0 && share <= 1)) {
            throw new IllegalArgumentException(
                    "a percentile needs a value and a share in (0, 1], had " + values.length + " values and " + share);
        }
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[(int) Math.ceil(share * sorted.length) - 1];
    }
}
