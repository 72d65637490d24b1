package dev.punctual.testing;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Decides for each call what goes wrong with it, and counts. Thread-safe. */
final class FaultPlan {

    private final Map<StoreCall, Deque<Fault>> scripted = new EnumMap<>(StoreCall.class);
    private final List<Chance> chances = new ArrayList<>();
    private final Map<StoreCall, Long> calls = new EnumMap<>(StoreCall.class);
    private final Map<StoreCall, Long> faults = new EnumMap<>(StoreCall.class);
    private long seed;
    private Random random = new Random(0);
    private double hintsLost;
    private @Nullable Fault lasting;
    private @Nullable BooleanSupplier lasts;
    private BiConsumer<StoreCall, Fault> told = (call, fault) -> {};

    /** A fault that meets some of the calls. */
    private record Chance(Set<StoreCall> calls, double probability, Fault fault) {}

    synchronized void seed(long newSeed) {
        seed = newSeed;
        random = new Random(newSeed);
    }

    synchronized void next(StoreCall call, List<Fault> some) {
        scripted.computeIfAbsent(call, unused -> new ArrayDeque<>()).addAll(some);
    }

    synchronized void sometimes(Set<StoreCall> some, double probability, Fault fault) {
        requireProbability(probability);
        chances.add(new Chance(Set.copyOf(some), probability, fault));
    }

    synchronized void tell(BiConsumer<StoreCall, Fault> listener) {
        told = listener;
    }

    synchronized void loseHints(double probability) {
        requireProbability(probability);
        hintsLost = probability;
    }

    private static void requireProbability(double probability) {
        if (!(probability >= 0 && probability <= 1)) {
            throw new IllegalArgumentException("probability must be 0 to 1, was " + probability + ", for example 0.05");
        }
    }

    /** Every call meets the fault as long as that is so. */
    synchronized void last(Fault fault, BooleanSupplier asLongAs) {
        lasting = fault;
        lasts = asLongAs;
    }

    synchronized void restore() {
        scripted.clear();
        chances.clear();
        hintsLost = 0;
        lasting = null;
        lasts = null;
    }

    /** Counts a call and returns what goes wrong with it. */
    synchronized Fault draw(StoreCall call) {
        calls.merge(call, 1L, Long::sum);
        Fault fault = choose(call);
        if (!fault.equals(Fault.none())) {
            faults.merge(call, 1L, Long::sum);
            told.accept(call, fault);
        }
        return fault;
    }

    private Fault choose(StoreCall call) {
        if (lasting != null && lasts != null) {
            if (lasts.getAsBoolean()) {
                return lasting;
            }
            lasting = null;
        }
        Deque<Fault> script = scripted.get(call);
        if (script != null && !script.isEmpty()) {
            return script.removeFirst();
        }
        for (Chance chance : chances) {
            if (chance.calls().contains(call) && random.nextDouble() < chance.probability()) {
                return chance.fault();
            }
        }
        return Fault.none();
    }

    synchronized boolean losesHint() {
        return hintsLost > 0 && random.nextDouble() < hintsLost;
    }

    synchronized long calls(StoreCall call) {
        return calls.getOrDefault(call, 0L);
    }

    synchronized long faults(StoreCall call) {
        return faults.getOrDefault(call, 0L);
    }

    @Override
    public synchronized String toString() {
        return "seed " + seed + ", faults " + faults + " in calls " + calls;
    }
}
