package dev.punctual.testing.simulation;

import org.jspecify.annotations.Nullable;

/**
 * An invariant did not hold in a simulation. The message tells which, the seed, the step, what happened before, and how
 * to repeat it. Immutable. Thread-safe.
 */
public final class SimulationFailure extends AssertionError {

    private static final long serialVersionUID = 1L;

    private final Invariant invariant;
    private final long seed;
    private final long step;

    SimulationFailure(Invariant invariant, long seed, long step, String words, @Nullable Throwable cause) {
        super(words, cause);
        this.invariant = invariant;
        this.seed = seed;
        this.step = step;
    }

    /** Returns what did not hold. */
    public Invariant invariant() {
        return invariant;
    }

    /** Returns the seed of the run. */
    public long seed() {
        return seed;
    }

    /** Returns the number of the step after which it was seen. */
    public long step() {
        return step;
    }
}
