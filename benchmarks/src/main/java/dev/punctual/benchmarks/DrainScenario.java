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

    private Map<Peer, Integer> waiting = Map.of();
    private int runs;

    @Override
    public void run(Bench bench) throws Exception {
        Plan plan = bench.plan();
        int warmups = Math.min(plan.warmups(), 1);
        String detail = plan.tasks() + " due in one instant, " + plan.pending() + " pending";
        bench.report().remark("drain: " + detail);
        waiting = bench.prepare(plan.pending());
        bench.report()
                .print(
                        new Subject("drain", detail, warmups),
                        new Rounds(warmups, plan.repetitions()).measure(bench.entries(peer -> drain(bench, peer))));
    }

    private Measured drain(Bench bench, Peer peer) throws Exception {
        Plan plan = bench.plan();
        int run = ++runs;
        double nanosATask = nanosATask(bench, peer);
        int tasks = (int) Math.max(1, Math.min(plan.tasks(), plan.longest().toNanos() / nanosATask));
        long due = System.currentTimeMillis() + plan.lead().toMillis() + (long) (FILL_SLACK * nanosATask * tasks / 1e6);
        fill(peer, run, tasks, due);
        if (System.currentTimeMillis() > due) {
            throw new IllegalStateException("filling took longer than its beginning promised; try again, or fewer --n");
        }
        Ledger ledger = new Ledger(run, tasks);
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
            long nanos = all ? ledger.endNanos() - dueNanos : plan.patience().toNanos();
            return measured(tasks, ledger, nanos, used, waiting.getOrDefault(peer, 0));
        } finally {
            peer.stop();
            if (ledger.missing() > 0) {
                // What is left would run in the next run, and slow it.
                bench.prepare(peer, plan.pending());
            }
        }
    }

    private static Measured measured(int tasks, Ledger ledger, long nanos, CpuTime cpu, int pending) {
        Map<String, Double> figures = new LinkedHashMap<>();
        figures.put("run_tasks_per_second", (tasks - ledger.missing()) * 1e9 / Math.max(1, nanos));
        Promises.add(figures, ledger);
        return new Measured(tasks, figures, cpu, Map.of("due", tasks)).withPending(pending);
    }

    /** Tries out how fast tasks are accepted. */
    private static double nanosATask(Bench bench, Peer peer) throws Exception {
        long begin = System.nanoTime();
        int sample = bench.fill(peer, Math.min(BATCH, bench.plan().tasks()));
        return (System.nanoTime() - begin) / (double) sample;
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
