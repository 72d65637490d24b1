package dev.punctual.benchmarks;

/** A path that is measured. */
interface Scenario {

    /** Measures it and reports the figures. */
    void run(Bench bench) throws Exception;
}
