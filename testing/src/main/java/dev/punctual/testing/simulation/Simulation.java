package dev.punctual.testing.simulation;

import dev.punctual.Limits;
import dev.punctual.TaskHandler;
import dev.punctual.TaskStore;
import dev.punctual.TimeSource;
import dev.punctual.testing.ManualTime;
import dev.punctual.testing.simulation.Ledger.Violation;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Simulates everything around a store with a seed: several workers that crash, pause, stop and come back, clients that
 * schedule, cancel and reschedule just when a task falls due, operators, clocks that are wrong and step, and a way to
 * the store that loses replies and requests, is slow, or is cut off. Handlers succeed, fail, throw errors, outlast
 * their lease and ignore interrupts. Time is moved by hand and one thing happens at a time, so the same seed gives the
 * same history, and a minute passes in milliseconds.
 *
 * <p>After every step, and at the end of every run, it checks the {@link Invariant invariants}. At the end faults stop,
 * and everything that was accepted must come to its end, or to its due time.
 *
 * <pre>{@code
 * Simulation.builder(time -> MyStore.open(StoreSettings.DEFAULT.withTime(time)))
 *         .repeatBy("mvn test -Dtest=MyStoreSimulationTest -Dseed=%d")
 *         .build()
 *         .run(1, 2_000);
 * }</pre>
 *
 * <p>The store is opened anew for each seed, must be empty then, and must go by the time it is given. What its callers
 * do comes from one thread at a time.
 *
 * <p><b>Caveats.</b> It finds mistakes in what is done in which order, not those of threads that run at the same time.
 * The same history for the same seed needs a store that draws nothing at random itself.
 *
 * <p>Immutable. Thread-safe; each run is one thread's.
 */
public final class Simulation {

    private final Settings settings;
    private final String repeatBy;

    private Simulation(Settings settings, String repeatBy) {
        this.settings = settings;
        this.repeatBy = repeatBy;
    }

    /**
     * Returns a builder of a simulation.
     *
     * @param store opens an empty store that goes by the given time; called once a seed; the simulation closes it
     */
    public static Builder builder(Function<ManualTime, TaskStore> store) {
        return new Builder(store);
    }

    /**
     * Runs with one seed.
     *
     * @throws SimulationFailure if an invariant does not hold
     */
    public SimulationReport run(long seed) {
        return run(seed, 1);
    }

    /**
     * Runs with so many seeds in a row.
     *
     * @throws SimulationFailure if an invariant does not hold
     */
    public SimulationReport run(long firstSeed, int count) {
        SimulationReport report = SimulationReport.NONE;
        try (Strand.Pool strands = new Strand.Pool()) {
            for (int i = 0; i < count; i++) {
                report = report.plus(run(new World(settings, firstSeed + i, strands), firstSeed + i));
            }
        }
        return report;
    }

    /** Runs with one seed and returns its whole history, to read, or to compare with another run of the same seed. */
    public List<String> history(long seed) {
        try (Strand.Pool strands = new Strand.Pool()) {
            World world = new World(settings, seed, strands);
            World.Tally unused = run(world, seed);
            return world.history.all();
        }
    }

    private World.Tally run(World world, long seed) {
        World.Tally tally;
        try {
            tally = world.run();
        } catch (RuntimeException e) {
            throw new SimulationFailure(
                    Invariant.I11_NOTHING_STAYS_BEHIND,
                    seed,
                    world.history.step(),
                    "it broke off: " + e + told(world, seed, null),
                    e);
        }
        Violation violation = world.ledger.violation();
        if (violation == null) {
            return tally;
        }
        String words = violation.invariant() + " does not hold: "
                + (violation.id() == null ? "" : "task " + violation.id() + " ")
                + violation.words()
                + told(world, seed, violation.id());
        throw new SimulationFailure(violation.invariant(), seed, world.history.step(), words, null);
    }

    private String told(World world, long seed, @Nullable String id) {
        return "\n  seed " + seed + ", step " + world.history.step() + "; repeat it by: "
                + repeatBy.replace("%d", Long.toString(seed)) + "\n" + world.history.trimmed(id);
    }

    /** Makes a {@link Simulation}. Not thread-safe. */
    public static final class Builder {

        private final Function<ManualTime, TaskStore> store;
        private int workers = 3;
        private int ids = 20;
        private Duration span = Duration.ofSeconds(40);
        private Duration lease = Limits.LEASE_MIN;
        private boolean clockSteps = true;
        private boolean slowSteps = true;
        private @Nullable TaskHandler<byte[]> handler;
        private UnaryOperator<TaskStore> through = reached -> reached;
        private UnaryOperator<TimeSource> clocks = time -> time;
        private String repeatBy = "simulation.run(%d)";

        private Builder(Function<ManualTime, TaskStore> store) {
            this.store = store;
        }

        /** Sets how many workers there are, at least 1; 3 by default. */
        public Builder workers(int value) {
            workers = require("workers", value);
            return this;
        }

        /** Sets how many ids the tasks have, at least 1; 20 by default: few, so that they meet. */
        public Builder ids(int value) {
            ids = require("ids", value);
            return this;
        }

        private static int require(String field, int value) {
            if (value < 1) {
                throw new IllegalArgumentException(field + " must be at least 1, was " + value + ", for example 3");
            }
            return value;
        }

        /** Sets for how long things go wrong; 40 s of simulated time by default. */
        public Builder span(Duration value) {
            span = value;
            return this;
        }

        /** Sets the workers' lease, 2 s to 1 h; 2 s by default, so that many run out. */
        public Builder lease(Duration value) {
            lease = value;
            return this;
        }

        /**
         * Sets whether the store's wall clock is stepped forward and back; true by default. Not for stores whose leases
         * go by the wall clock: a step would end them.
         */
        public Builder clockSteps(boolean value) {
            clockSteps = value;
            return this;
        }

        /** Sets whether the store may be slow, so that others act in the midst of a call; true by default. */
        public Builder slowSteps(boolean value) {
            slowSteps = value;
            return this;
        }

        /**
         * Sets what is called at the end of each run that is to end well; nothing by default. For looking at your own
         * code under all this: what it throws makes the run fail.
         */
        public Builder handler(TaskHandler<byte[]> value) {
            handler = value;
            return this;
        }

        /**
         * Sets what stands between each caller and the store, in front of all faults; nothing by default. For
         * decorators of your own, such as one that repeats calls; called once a client and a life of a worker.
         */
        public Builder through(UnaryOperator<TaskStore> value) {
            through = value;
            return this;
        }

        /** Sets the clocks of the workers, given those that the simulation made; these by default. */
        Builder clocks(UnaryOperator<TimeSource> value) {
            clocks = value;
            return this;
        }

        /**
         * Sets the command that repeats a seed, with {@code %d} in its place; it stands in the message of a failure.
         */
        public Builder repeatBy(String value) {
            repeatBy = value;
            return this;
        }

        /** Returns the simulation. */
        public Simulation build() {
            return new Simulation(
                    new Settings(store, workers, ids, span, lease, clockSteps, slowSteps, handler, through, clocks),
                    repeatBy);
        }
    }
}
