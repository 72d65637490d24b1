package dev.punctual.benchmarks;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
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

    /**
     * Gives a peer so many tasks that are due in hours, or fewer, but one at least, if that takes longer than the plan
     * allows.
     *
     * @return how many it got
     */
    int fill(Peer peer, int tasks) throws Exception {
        return fill(peer, tasks, new SplittableRandom(3), jobs -> {});
    }

    /** The same; tells about each batch that was stored. */
    int fill(Peer peer, int tasks, SplittableRandom random, Consumer<List<Job>> stored) throws Exception {
        long end = System.nanoTime() + plan.longest().toNanos();
        int filled = 0;
        // Small steps at first: the slowest libraries need seconds for a thousand.
        for (int step = 1;
                filled < tasks && (filled == 0 || System.nanoTime() < end);
                step = Math.min(step * 2, FILL_BATCH)) {
            List<Job> jobs = Job.far(Math.min(tasks - filled, step), random);
            peer.scheduleAll(jobs);
            stored.accept(jobs);
            filled += jobs.size();
        }
        if (filled < tasks) {
            report.remark(peer.name() + " (" + peer.setting() + ") took " + filled + " of " + tasks + " tasks in "
                    + plan.longest().toSeconds() + " s and is measured with those");
        }
        return filled;
    }

    /**
     * Empties every peer and gives each so many tasks that are due in hours.
     *
     * @return how many each of them got
     */
    Map<Peer, Integer> prepare(int pending) throws Exception {
        Map<Peer, Integer> waiting = new HashMap<>();
        for (Peer peer : peers) {
            waiting.put(peer, prepare(peer, pending));
        }
        return waiting;
    }

    /** Does that with one peer. */
    int prepare(Peer peer, int pending) throws Exception {
        peer.clear();
        return fill(peer, pending);
    }
}
