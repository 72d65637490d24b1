package dev.punctual.benchmarks;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Runs the sides of a comparison by turns, so that whatever else the machine does meets all of them: first the warm-up
 * rounds, then those that count. Each round begins with another side. Not thread-safe.
 */
final class Rounds {

    private final int warmups;
    private final int repetitions;

    Rounds(int warmups, int repetitions) {
        this.warmups = warmups;
        this.repetitions = repetitions;
    }

    /**
     * What a side gave.
     *
     * @param entry the side
     * @param runs the runs that count; fewer than asked for after a failure
     * @param failure why it was given up; null if it was not
     */
    record Outcome(
            Entry entry, List<Measured> runs, @Nullable Exception failure) {}

    /** Measures all sides. A side that fails is given up, the others go on. */
    List<Outcome> measure(List<Entry> entries) throws InterruptedException {
        List<List<Measured>> runs = new ArrayList<>();
        List<@Nullable Exception> failures = new ArrayList<>();
        entries.forEach(entry -> {
            runs.add(new ArrayList<>());
            failures.add(null);
        });
        for (int round = 0; round < warmups + repetitions; round++) {
            for (int turn = 0; turn < entries.size(); turn++) {
                int side = (round + turn) % entries.size();
                if (failures.get(side) == null) {
                    failures.set(side, run(entries.get(side), round >= warmups ? runs.get(side) : new ArrayList<>()));
                }
            }
        }
        List<Outcome> outcomes = new ArrayList<>();
        for (int side = 0; side < entries.size(); side++) {
            outcomes.add(new Outcome(entries.get(side), List.copyOf(runs.get(side)), failures.get(side)));
        }
        return outcomes;
    }

    private static @Nullable Exception run(Entry entry, List<Measured> into) throws InterruptedException {
        try {
            into.add(entry.run().call());
            return null;
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            return e;
        }
    }
}
