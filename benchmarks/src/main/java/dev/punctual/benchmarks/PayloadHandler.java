package dev.punctual.benchmarks;

/** What a peer calls when a task of the benchmark runs. Implementations are thread-safe. */
@FunctionalInterface
interface PayloadHandler {

    /** Is given the payload of the task that runs. */
    void ran(byte[] payload);
}
