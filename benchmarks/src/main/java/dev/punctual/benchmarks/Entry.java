package dev.punctual.benchmarks;

import java.util.concurrent.Callable;

/**
 * One side of a comparison.
 *
 * @param peer its name
 * @param setting how it is set up
 * @param run measures it once
 */
record Entry(String peer, String setting, Callable<Measured> run) {

    /** The name of the side that goes to the engine itself, without any library. */
    static final String RAW = "raw engine";

    boolean isRaw() {
        return peer.equals(RAW);
    }
}
