package dev.punctual.testing.simulation;

/**
 * How much happened in the runs of a simulation, to see that they were worth something. Immutable. Thread-safe.
 *
 * @param seeds how many seeds were run
 * @param steps how many things happened
 * @param starts how often a handler was called
 * @param faults how many calls to the store met a fault
 */
public record SimulationReport(long seeds, long steps, long starts, long faults) {

    /** Nothing happened yet. */
    public static final SimulationReport NONE = new SimulationReport(0, 0, 0, 0);

    /** Returns the sum of both. */
    public SimulationReport plus(SimulationReport other) {
        return new SimulationReport(
                seeds + other.seeds, steps + other.steps, starts + other.starts, faults + other.faults);
    }

    SimulationReport plus(World.Tally one) {
        return new SimulationReport(seeds + 1, steps + one.steps, starts + one.starts, faults + one.faults);
    }
}
