package dev.punctual.benchmarks;

import dev.punctual.benchmarks.Report.Subject;
import java.util.ArrayList;
import java.util.List;

/** How many tasks a second are accepted: one by one from several threads, and in batches from one. */
final class ScheduleScenario implements Scenario {

    private static final String FIGURE = "accepted_tasks_per_second";

    @Override
    public void run(Bench bench) throws Exception {
        for (int callers : bench.plan().callers()) {
            measure(
                    bench,
                    (callers == 1 ? "1 caller" : callers + " callers") + ", one by one",
                    callers,
                    peer -> byCallers(bench, peer, callers));
        }
        for (int size : bench.plan().batches()) {
            measure(bench, "1 caller, batches of " + size, size, peer -> inBatches(bench, peer, size));
        }
    }

    private static void measure(Bench bench, String detail, int rawBatch, Bench.Run run) throws Exception {
        Plan plan = bench.plan();
        bench.report().remark("schedule: " + detail);
        List<Entry> entries = new ArrayList<>(bench.entries(run));
        RawLimit raw = bench.raw();
        if (raw != null) {
            entries.add(new Entry(Entry.RAW, "committed batches of " + rawBatch, () -> {
                raw.clear();
                // The first batch opens what clearing closed.
                raw.write(rawBatch, System.nanoTime() + 1);
                return bench.rate(FIGURE, () -> raw.write(rawBatch, end(plan)));
            }));
        }
        bench.report()
                .print(
                        new Subject("schedule", detail, plan.warmups()),
                        new Rounds(plan.warmups(), plan.repetitions()).measure(entries));
    }

    private static long end(Plan plan) {
        return System.nanoTime() + plan.step().toNanos();
    }

    private static Measured byCallers(Bench bench, Peer peer, int callers) throws Exception {
        peer.clear();
        return bench.rate(FIGURE, () -> {
            long end = end(bench.plan());
            return Callers.run(callers, (random, caller) -> {
                long done = 0;
                while (System.nanoTime() < end) {
                    peer.schedule(Job.far(random));
                    done++;
                }
                return done;
            });
        });
    }

    private static Measured inBatches(Bench bench, Peer peer, int size) throws Exception {
        peer.clear();
        return bench.rate(FIGURE, () -> {
            long end = end(bench.plan());
            return Callers.run(1, (random, caller) -> {
                long done = 0;
                while (System.nanoTime() < end) {
                    peer.scheduleAll(Job.far(size, random));
                    done += size;
                }
                return done;
            });
        });
    }
}
