package dev.punctual.benchmarks;

import java.time.Duration;
import java.util.List;

/**
 * How large a measurement is.
 *
 * @param warmups runs before those that count
 * @param repetitions runs that count
 * @param step how long a run lasts that is bounded by time
 * @param callers numbers of threads that schedule or cancel one by one
 * @param batches sizes of batches
 * @param tasks how many tasks a drain has
 * @param pending how many tasks wait in the background, in the scenarios that have any
 * @param cancels most tasks that one run cancels
 * @param rate tasks a second of the lateness
 * @param delays shortest and longest delay of the lateness
 * @param lead how far ahead of the end of filling a drain begins, at least
 * @param span for how long the lateness schedules
 * @param patience how long to wait for tasks that do not run
 * @param longest how long filling one side may take
 */
record Plan(
        int warmups,
        int repetitions,
        Duration step,
        List<Integer> callers,
        List<Integer> batches,
        int tasks,
        int pending,
        int cancels,
        int rate,
        Range delays,
        Duration lead,
        Duration span,
        Duration patience,
        Duration longest) {

    /** Copies the lists. */
    Plan {
        callers = List.copyOf(callers);
        batches = List.copyOf(batches);
    }

    /**
     * A range of delays.
     *
     * @param min the shortest
     * @param max the longest
     */
    record Range(Duration min, Duration max) {
        int minMillis() {
            return Math.toIntExact(min.toMillis());
        }

        int maxMillis() {
            return Math.toIntExact(max.toMillis());
        }

        @Override
        public String toString() {
            return min.toMillis() / 1e3 + " to " + max.toMillis() / 1e3 + " s";
        }
    }
}
