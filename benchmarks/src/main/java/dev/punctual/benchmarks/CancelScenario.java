package dev.punctual.benchmarks;

import dev.punctual.benchmarks.Report.Subject;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;

/** How many waiting tasks a second are cancelled by id: one by one from several threads, and in batches. */
final class CancelScenario implements Scenario {

    private static final String FIGURE = "cancelled_tasks_per_second";

    private final Map<Peer, List<String>> waiting = new HashMap<>();
    private final Map<Peer, Integer> filled = new HashMap<>();
    private final SplittableRandom random = new SplittableRandom(5);

    @Override
    public void run(Bench bench) throws Exception {
        Plan plan = bench.plan();
        bench.report().remark("cancel: filling, " + plan.pending() + " each");
        for (Peer peer : bench.peers()) {
            peer.clear();
            List<String> ids = waiting.computeIfAbsent(peer, key -> new ArrayList<>());
            topUp(bench, peer, ids, plan.pending());
            filled.put(peer, ids.size());
        }
        for (int callers : plan.callers()) {
            measure(
                    bench,
                    (callers == 1 ? "1 caller" : callers + " callers") + ", one by one",
                    peer -> byCallers(bench, peer, callers));
        }
        for (int size : plan.batches()) {
            measure(bench, "1 caller, batches of " + size, peer -> inBatches(bench, peer, size));
        }
    }

    private static void measure(Bench bench, String detail, Bench.Run run) throws Exception {
        Plan plan = bench.plan();
        String whole = detail + ", " + plan.pending() + " pending";
        bench.report().remark("cancel: " + whole);
        bench.report()
                .print(
                        new Subject("cancel", whole, plan.warmups()),
                        new Rounds(plan.warmups(), plan.repetitions()).measure(bench.entries(run)));
    }

    private void topUp(Bench bench, Peer peer, List<String> ids, int pending) throws Exception {
        bench.fill(peer, pending - ids.size(), random, jobs -> jobs.forEach(job -> ids.add(job.id())));
        Collections.shuffle(ids, new Random(5));
    }

    private Measured byCallers(Bench bench, Peer peer, int callers) throws Exception {
        return cancelSome(bench, peer, (victims, end) -> {
            AtomicInteger next = new AtomicInteger();
            Callers.run(callers, (seed, caller) -> {
                for (int at; System.nanoTime() < end && (at = next.getAndIncrement()) < victims.size(); ) {
                    require(peer.cancel(victims.get(at)) ? 1 : 0, 1);
                }
                return 0;
            });
            return Math.min(next.get(), victims.size());
        });
    }

    private Measured inBatches(Bench bench, Peer peer, int size) throws Exception {
        return cancelSome(bench, peer, (victims, end) -> {
            int done = 0;
            while (System.nanoTime() < end && done < victims.size()) {
                List<String> batch = victims.subList(done, Math.min(done + size, victims.size()));
                require(peer.cancelAll(batch), batch.size());
                done += batch.size();
            }
            return done;
        });
    }

    private static void require(int cancelled, int asked) {
        if (cancelled != asked) {
            throw new IllegalStateException("cancelled " + cancelled + " of " + asked + " waiting tasks");
        }
    }

    /** Cancels, from the first of the victims on, until a time of the monotonic clock; answers how many. */
    @FunctionalInterface
    private interface Cancelling {
        int run(List<String> victims, long endNanos) throws Exception;
    }

    private Measured cancelSome(Bench bench, Peer peer, Cancelling cancelling) throws Exception {
        Plan plan = bench.plan();
        List<String> ids = waiting.getOrDefault(peer, List.of());
        // Not up to what was asked for: who could not get there at first would try again each time.
        topUp(bench, peer, ids, filled.getOrDefault(peer, 0));
        int pending = ids.size();
        List<String> victims = ids.subList(0, Math.min(plan.cancels(), ids.size()));
        int[] done = new int[1];
        Measured measured = bench.rate(FIGURE, () -> {
            done[0] = cancelling.run(victims, System.nanoTime() + plan.step().toNanos());
            return (long) done[0];
        });
        ids.subList(0, done[0]).clear();
        return measured.withPending(pending);
    }
}
