package dev.punctual.benchmarks;

import dev.punctual.benchmarks.Job.Stamp;
import dev.punctual.benchmarks.Report.Subject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/** How fast many tasks run that are all due in one instant: from that instant to the end of the last. */
final class DrainScenario implements Scenario {

    private static final int BATCH = 1_000;
    /** Filling may take this many times as long as its beginning promised. */
    private static final double FILL_SLACK = 2;

    private int runs;

    @Override
    public void run(Bench bench) throws Exception {
        Plan plan = bench.plan();
        int warmups = Math.min(plan.warmups(), 1);
        String detail = plan.tasks() + " due in one instant, " + plan.pending() + " pending";
        bench.report().remark("drain: " + detail);
        bench.prepare(plan.pending());
        bench.report()
                .print(
                        new Subject("drain", detail, warmups),
                        new Rounds(warmups, plan.repetitions()).measure(bench.entries(peer -> drain(bench, peer))));
    }

    private Measured drain(Bench bench, Peer peer) throws Exception {
        Plan plan = bench.plan();
        int run = ++runs;
        long due = System.currentTimeMillis() + lead(bench, peer);
        fill(peer, run, plan.tasks(), due);
        if (System.currentTimeMillis() > due) {
            throw new IllegalStateException("filling took longer than its beginning promised; try again, or fewer --n");
        }
        Ledger ledger = new Ledger(run, plan.tasks());
        peer.start(ledger);
        try {
            long dueNanos = System.nanoTime() + (due - System.currentTimeMillis()) * 1_000_000;
            while (System.nanoTime() < dueNanos) {
                LockSupport.parkNanos(dueNanos - System.nanoTime());
            }
            CpuTime cpu = CpuTime.now(bench.server());
            boolean all = ledger.await(plan.patience());
            CpuTime used = CpuTime.now(bench.server()).since(cpu);
            Promises.check(bench, peer, ledger);
            return measured(
                    plan,
                    ledger,
                    all ? ledger.endNanos() - dueNanos : plan.patience().toNanos(),
                    used);
        } finally {
            peer.stop();
        }
    }

    private static Measured measured(Plan plan, Ledger ledger, long nanos, CpuTime cpu) {
        Map<String, Double> figures = new LinkedHashMap<>();
        figures.put("run_tasks_per_second", (plan.tasks() - ledger.missing()) * 1e9 / Math.max(1, nanos));
        Promises.add(figures, ledger);
        return new Measured(plan.tasks(), figures, cpu);
    }

    /** Tries out how fast tasks are accepted, and returns in how many milliseconds all can be there. */
    private static long lead(Bench bench, Peer peer) throws Exception {
        long begin = System.nanoTime();
        int sample = Math.min(BATCH, bench.plan().tasks());
        bench.fill(peer, sample);
        double nanosATask = (System.nanoTime() - begin) / (double) sample;
        return bench.plan().lead().toMillis()
                + (long) (FILL_SLACK * nanosATask * bench.plan().tasks() / 1e6);
    }

    private static void fill(Peer peer, int run, int tasks, long due) throws Exception {
        SplittableRandom random = new SplittableRandom(run);
        for (int from = 0; from < tasks; from += BATCH) {
            List<Job> jobs = new ArrayList<>();
            for (int number = from; number < Math.min(tasks, from + BATCH); number++) {
                jobs.add(Job.of(new Stamp(run, number, due), random));
            }
            peer.scheduleAll(jobs);
        }
    }
}
