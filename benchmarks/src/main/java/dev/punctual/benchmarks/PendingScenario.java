package dev.punctual.benchmarks;

import dev.punctual.ClaimRequest;
import dev.punctual.ClaimRequest.Wanted;
import dev.punctual.ClaimResult;
import dev.punctual.Due;
import dev.punctual.NewTask;
import dev.punctual.Selector;
import dev.punctual.TaskId;
import dev.punctual.TaskSpec;
import dev.punctual.TaskStore;
import dev.punctual.benchmarks.Job.Stamp;
import dev.punctual.benchmarks.Report.Subject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.UUID;

/** What waiting tasks cost: bytes each, and the time of a claim while they wait. */
final class PendingScenario implements Scenario {

    private static final String FIGURE = "bytes_per_pending_task";
    /** Parts with fewer bytes a task are left out. */
    private static final double LEAST_TOLD = 0.5;

    private static final int CLAIMS = 200;
    private static final int CLAIM_TASKS = 100;
    private static final Duration LEASE = Duration.ofSeconds(30);

    @Override
    public void run(Bench bench) throws Exception {
        int pending = bench.plan().pending();
        bench.report().remark("pending: bytes of " + pending);
        Subject bytes = new Subject("pending", pending + " pending", 0);
        bench.report().print(bytes, new Rounds(0, 1).measure(bench.entries(peer -> bytes(bench, peer))));
        for (Peer peer : bench.peers()) {
            if (peer instanceof PunctualPeer punctual) {
                claims(bench, punctual);
            }
        }
    }

    private static Measured bytes(Bench bench, Peer peer) throws Exception {
        int pending = bench.plan().pending();
        peer.clear();
        Map<String, Long> before = peer.storedBytes();
        CpuTime cpu = CpuTime.now(bench.server());
        int filled = bench.fill(peer, pending);
        CpuTime used = CpuTime.now(bench.server()).since(cpu);
        return new Measured(filled, eachTask(before, peer.storedBytes(), filled), used, Map.of("pending", filled));
    }

    /**
     * The bytes that came with the tasks, for each of them: of all together, and of every part if there are several.
     */
    private static Map<String, Double> eachTask(Map<String, Long> before, Map<String, Long> after, int tasks) {
        Map<String, Double> parts = new LinkedHashMap<>();
        double sum = 0;
        for (Map.Entry<String, Long> part : after.entrySet()) {
            double each = (part.getValue() - before.getOrDefault(part.getKey(), 0L)) / (double) tasks;
            sum += each;
            if (after.size() > 1 && each >= LEAST_TOLD) {
                parts.put(FIGURE + " of " + part.getKey(), each);
            }
        }
        Map<String, Double> figures = new LinkedHashMap<>();
        figures.put(FIGURE, sum);
        figures.putAll(parts);
        return figures;
    }

    private static void claims(Bench bench, PunctualPeer peer) throws Exception {
        Plan plan = bench.plan();
        bench.report().remark("pending: claims");
        List<Entry> entries =
                List.of(new Entry(peer.name(), peer.setting(), () -> new Claiming(bench, peer.store()).run()));
        bench.report()
                .print(
                        new Subject(
                                "pending",
                                "claims of " + CLAIM_TASKS + ", " + plan.pending() + " pending",
                                plan.warmups()),
                        new Rounds(plan.warmups(), plan.repetitions()).measure(entries));
    }

    /** One series of claims, by one worker. */
    private static final class Claiming {
        private static final Wanted ALL = new Wanted(Selector.any(), Selector.any(), Selector.any(), 1);

        private final Bench bench;
        private final TaskStore store;
        private final String worker = UUID.randomUUID().toString();
        private final SplittableRandom random = new SplittableRandom(9);
        private long number;

        Claiming(Bench bench, TaskStore store) {
            this.bench = bench;
            this.store = store;
        }

        Measured run() {
            double[] full = new double[CLAIMS];
            double[] empty = new double[CLAIMS];
            CpuTime cpu = CpuTime.now(bench.server());
            for (int i = 0; i < CLAIMS; i++) {
                insertDue();
                full[i] = claim(CLAIM_TASKS);
                empty[i] = claim(0);
            }
            CpuTime used = CpuTime.now(bench.server()).since(cpu);
            Map<String, Double> figures = new LinkedHashMap<>();
            figures.put("claim_p50_ms", Spread.percentile(full, 0.5));
            figures.put("claim_p99_ms", Spread.percentile(full, 0.99));
            figures.put("empty_claim_p50_ms", Spread.percentile(empty, 0.5));
            figures.put("empty_claim_p99_ms", Spread.percentile(empty, 0.99));
            return new Measured((long) CLAIMS * CLAIM_TASKS, figures, used, Map.of());
        }

        private void insertDue() {
            List<NewTask> tasks = new ArrayList<>();
            for (int i = 0; i < CLAIM_TASKS; i++) {
                Job job = Job.of(new Stamp(Ledger.NO_RUN, 0, System.currentTimeMillis()), random);
                tasks.add(NewTask.of(
                        TaskId.of(job.id()),
                        TaskSpec.of("bench", PunctualPeer.TYPE.codec().encode(job.payload())),
                        Due.now()));
            }
            store.insert(tasks);
        }

        /** Claims, expecting so many tasks, and completes them; answers how long the claim took, in milliseconds. */
        private double claim(int expected) {
            long begin = System.nanoTime();
            ClaimResult result = store.claimDue(new ClaimRequest(worker, ++number, CLAIM_TASKS, LEASE, ALL));
            double millis = (System.nanoTime() - begin) / 1e6;
            if (result.claims().size() != expected) {
                throw new IllegalStateException("claimed " + result.claims().size() + " tasks, not " + expected);
            }
            store.settle(result.claims().stream()
                    .map(run -> dev.punctual.Report.complete(run.id(), run.token(), run.history()))
                    .toList());
            return millis;
        }
    }
}
