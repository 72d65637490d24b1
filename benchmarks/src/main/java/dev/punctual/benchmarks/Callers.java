package dev.punctual.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Threads that call a peer at the same time. */
final class Callers {

    private Callers() {}

    /** What one thread does: answers how many tasks it got done. */
    @FunctionalInterface
    interface Work {
        long run(SplittableRandom random, int caller) throws Exception;
    }

    /**
     * Runs the work on so many threads and waits for all.
     *
     * @return the sum of what they answer
     * @throws Exception what the first of them threw that failed
     */
    static long run(int threads, Work work) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            SplittableRandom seeds = new SplittableRandom(7);
            List<Callable<Long>> all = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                SplittableRandom random = seeds.split();
                int caller = i;
                all.add(() -> work.run(random, caller));
            }
            long done = 0;
            for (Future<Long> one : pool.invokeAll(all)) {
                done += one.get();
            }
            return done;
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        } finally {
            pool.shutdownNow();
        }
    }
}
