package dev.punctual.benchmarks;

import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * What a scenario works with.
 *
 * @param plan how large it is
 * @param peers who is measured
 * @param raw the engine below, to be measured beside them; null if there is none
 * @param server whose processor time counts as well
 * @param report where the figures go
 */
record Bench(Plan plan, List<Peer> peers, @Nullable RawLimit raw, ServerCpu server, Report report) {

    private static final int FILL_BATCH = 1_000;

    /** Copies the list. */
    Bench {
        peers = List.copyOf(peers);
    }

    /** One run of a peer. */
    @FunctionalInterface
    interface Run {
        Measured of(Peer peer) throws Exception;
    }

    /** Returns the entries that measure every peer by that run. */
    List<Entry> entries(Run run) {
        return peers.stream()
                .map(peer -> new Entry(peer.name(), peer.setting(), () -> run.of(peer)))
                .toList();
    }

    /** Measures how many tasks a second the work gets done; tasks that it answers count. */
    Measured rate(String figure, Callable<Long> work) throws Exception {
        CpuTime cpu = CpuTime.now(server);
        long start = System.nanoTime();
        long done = work.call();
        return Measured.rate(
                figure, done, System.nanoTime() - start, CpuTime.now(server).since(cpu));
    }

    /** Gives a peer so many tasks that are due in hours. */
    void fill(Peer peer, int tasks) throws Exception {
        SplittableRandom random = new SplittableRandom(3);
        for (int left = tasks; left > 0; left -= FILL_BATCH) {
            peer.scheduleAll(Job.far(Math.min(left, FILL_BATCH), random));
        }
    }

    /** Empties every peer and gives each so many tasks that are due in hours. */
    void prepare(int pending) throws Exception {
        for (Peer peer : peers) {
            peer.clear();
            fill(peer, pending);
        }
    }
}
