package dev.punctual.benchmarks;

import dev.punctual.benchmarks.Job.Stamp;
import dev.punctual.benchmarks.Report.Subject;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/** How late tasks run under an even load, scheduled one by one with delays of a few seconds. */
final class LatenessScenario implements Scenario {

    private Map<Peer, Integer> waiting = Map.of();
    private int runs;

    @Override
    public void run(Bench bench) throws Exception {
        Plan plan = bench.plan();
        int warmups = Math.min(plan.warmups(), 1);
        String detail = plan.rate() + " tasks/s for " + plan.span().toSeconds() + " s, delays " + plan.delays() + ", "
                + plan.pending() + " pending";
        bench.report().remark("lateness: " + detail);
        waiting = bench.prepare(plan.pending());
        bench.report()
                .print(
                        new Subject("lateness", detail, warmups),
                        new Rounds(warmups, plan.repetitions()).measure(bench.entries(peer -> late(bench, peer))));
    }

    private Measured late(Bench bench, Peer peer) throws Exception {
        Plan plan = bench.plan();
        int run = ++runs;
        int tasks = Math.toIntExact(Math.max(1, plan.rate() * plan.span().toMillis() / 1_000));
        Ledger ledger = new Ledger(run, tasks);
        CpuTime cpu = CpuTime.now(bench.server());
        peer.start(ledger);
        try {
            double accepted = schedule(peer, run, tasks, plan);
            ledger.await(plan.patience().plus(plan.delays().max()));
            CpuTime used = CpuTime.now(bench.server()).since(cpu);
            Promises.check(bench, peer, ledger);
            return measured(tasks, ledger, accepted, used).withPending(waiting.getOrDefault(peer, 0));
        } finally {
            peer.stop();
            if (ledger.missing() > 0) {
                // What is left would run in the next run, and slow it.
                bench.prepare(peer, plan.pending());
            }
        }
    }

    /** Schedules the tasks evenly in time; answers at how many a second it could. */
    private static double schedule(Peer peer, int run, int tasks, Plan plan) throws Exception {
        SplittableRandom random = new SplittableRandom(run);
        Plan.Range delays = plan.delays();
        long start = System.nanoTime();
        long end = start + plan.span().plus(plan.patience()).toNanos();
        for (int number = 0; number < tasks; number++) {
            if (System.nanoTime() > end) {
                throw new IllegalStateException(
                        "only " + number + " of " + tasks + " tasks were accepted in " + (end - start) / 1e9 + " s");
            }
            long at = start + number * 1_000_000_000L / plan.rate();
            while (System.nanoTime() < at) {
                LockSupport.parkNanos(at - System.nanoTime());
            }
            long due = System.currentTimeMillis() + random.nextInt(delays.minMillis(), delays.maxMillis() + 1);
            peer.schedule(Job.of(new Stamp(run, number, due), random));
        }
        return tasks * 1e9 / (System.nanoTime() - start);
    }

    private static Measured measured(int tasks, Ledger ledger, double accepted, CpuTime cpu) {
        double[] late = ledger.lateMillis();
        if (late.length == 0) {
            throw new IllegalStateException("none of the " + tasks + " tasks ran");
        }
        Map<String, Double> figures = new LinkedHashMap<>();
        figures.put("lateness_min_ms", Arrays.stream(late).min().orElseThrow());
        figures.put("lateness_p50_ms", Spread.percentile(late, 0.5));
        figures.put("lateness_p99_ms", Spread.percentile(late, 0.99));
        figures.put("lateness_max_ms", Arrays.stream(late).max().orElseThrow());
        figures.put("accepted_tasks_per_second", accepted);
        Promises.add(figures, ledger);
        return new Measured(tasks, figures, cpu, Map.of());
    }
}
