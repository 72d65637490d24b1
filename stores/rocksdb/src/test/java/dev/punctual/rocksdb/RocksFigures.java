package dev.punctual.rocksdb;

import com.sun.management.OperatingSystemMXBean;
import dev.punctual.ClaimRequest;
import dev.punctual.ClaimRequest.Wanted;
import dev.punctual.ClaimResult;
import dev.punctual.Due;
import dev.punctual.NewTask;
import dev.punctual.Payload;
import dev.punctual.Report;
import dev.punctual.Selector;
import dev.punctual.StoreSettings;
import dev.punctual.TaskId;
import dev.punctual.TaskRecord;
import dev.punctual.TaskSpec;
import dev.punctual.TaskStore;
import dev.punctual.TimeSource;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;

/**
 * Measures the store against the engine below it, in one run and interleaved: `RocksFigures [rounds] [millis a step]
 * [parts]`, the parts being any of schedule,drain,bytes. Not a test; run it by hand.
 *
 * <p>"raw" writes batches of the same size with the same keys and bytes (record, due entry, one counter a batch),
 * encoded beforehand, synced, into a database with the same settings.
 */
final class RocksFigures {

    private static final int PAYLOAD_BYTES = 100;
    private static final int DRAIN_TASKS = 20_000;
    private static final int CLAIM_TASKS = 100;
    private static final TimeSource TIME = TimeSource.system();
    private static final OperatingSystemMXBean CPU =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private final PrintStream out = System.out;
    private final SplittableRandom random = new SplittableRandom(7);
    private final int rounds;
    private final long stepNanos;

    private RocksFigures(int rounds, long stepMillis) {
        this.rounds = rounds;
        this.stepNanos = Duration.ofMillis(stepMillis).toNanos();
    }

    public static void main(String[] arguments) throws Exception {
        int rounds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 3;
        long stepMillis = arguments.length > 1 ? Long.parseLong(arguments[1]) : 2_000;
        String parts = arguments.length > 2 ? arguments[2] : "schedule,drain,bytes";
        RocksFigures figures = new RocksFigures(rounds, stepMillis);
        if (parts.contains("schedule")) {
            figures.schedule();
        }
        if (parts.contains("drain")) {
            figures.drain();
        }
        if (parts.contains("bytes")) {
            figures.pendingBytes();
        }
    }

    private interface Step {
        long run(long untilNanos) throws Exception;
    }

    private void schedule() throws Exception {
        for (int[] shape : new int[][] {{1, 1}, {8, 1}, {64, 1}, {1, 100}, {1, 1_000}}) {
            int threads = shape[0];
            int batch = shape[1];
            Path ours = Directories.create();
            Path raw = Directories.create();
            List<Rate> rawRates = new ArrayList<>();
            List<Rate> ourRates = new ArrayList<>();
            try (RocksDatabase database = new RocksOpener(raw, "punctual").open();
                    TaskStore store = RocksTaskStore.open(ours, StoreSettings.DEFAULT)) {
                rate(until -> scheduleAll(store, threads, batch, until));
                for (int round = 0; round < rounds; round++) {
                    rawRates.add(rate(until -> raw(database, threads * batch, until)));
                    ourRates.add(rate(until -> scheduleAll(store, threads, batch, until)));
                }
            } finally {
                Directories.delete(ours);
                Directories.delete(raw);
            }
            out.printf(
                    Locale.ROOT,
                    "schedule %2d threads x %4d: ours %s  raw batches of %d %s  share %.2f%n",
                    threads,
                    batch,
                    words(ourRates),
                    threads * batch,
                    words(rawRates),
                    median(ourRates) / median(rawRates));
        }
    }

    /** Runs a step; answers tasks a second and microseconds of the process's CPU time a task. */
    private Rate rate(Step step) throws Exception {
        long cpu = CPU.getProcessCpuTime();
        long start = TIME.nanoTime();
        long done = step.run(start + stepNanos);
        return new Rate(done * 1e9 / (TIME.nanoTime() - start), (CPU.getProcessCpuTime() - cpu) / 1e3 / done);
    }

    private record Rate(double perSecond, double cpuMicros) {}

    private static double median(List<Rate> rates) {
        return median(rates.stream().mapToDouble(Rate::perSecond).toArray());
    }

    private static double median(double[] rates) {
        double[] sorted = rates.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    private static String words(List<Rate> rates) {
        double[] sorted = rates.stream().mapToDouble(Rate::perSecond).sorted().toArray();
        return String.format(
                Locale.ROOT,
                "%.0f/s (%.0f-%.0f, CPU %.1f us)",
                median(rates),
                sorted[0],
                sorted[sorted.length - 1],
                median(rates.stream().mapToDouble(Rate::cpuMicros).toArray()));
    }

    private NewTask task(SplittableRandom bits, Due due) {
        byte[] payload = new byte[PAYLOAD_BYTES];
        bits.nextBytes(payload);
        return NewTask.of(TaskId.generate(TIME), TaskSpec.of("ship", new Payload(payload, Payload.OCTETS, 1)), due);
    }

    private long scheduleAll(TaskStore store, int threads, int batch, long until) throws InterruptedException {
        AtomicLong done = new AtomicLong();
        CountDownLatch ended = new CountDownLatch(threads);
        for (int i = 0; i < threads; i++) {
            SplittableRandom bits = random.split();
            new Thread(() -> {
                        while (TIME.nanoTime() < until) {
                            List<NewTask> tasks = new ArrayList<>(batch);
                            for (int item = 0; item < batch; item++) {
                                tasks.add(task(bits, Due.after(Duration.ofSeconds(3_600 + bits.nextInt(3_600)))));
                            }
                            store.insert(tasks);
                            done.addAndGet(batch);
                        }
                        ended.countDown();
                    })
                    .start();
        }
        ended.await();
        return done.get();
    }

    private long raw(RocksDatabase database, int size, long until) throws RocksDBException {
        long done = 0;
        byte[] record = new byte[233];
        byte[] due = Arrays.copyOf("default/ship//n/4/".getBytes(StandardCharsets.US_ASCII), 18 + 8 + 36);
        byte[] counter = "count/default/ship".getBytes(StandardCharsets.US_ASCII);
        while (TIME.nanoTime() < until) {
            try (WriteBatch batch = new WriteBatch()) {
                for (int i = 0; i < size; i++) {
                    byte[] id = TaskId.generate(TIME).utf8();
                    random.nextBytes(record);
                    ByteBuffer.wrap(due)
                            .putLong(18, Long.MIN_VALUE + TIME.now().toEpochMilli() + random.nextInt(3_600_000))
                            .position(26)
                            .put(id);
                    batch.put(database.handle(Family.TASKS), id, record);
                    batch.put(database.handle(Family.DUE), due, DiskFormat.EMPTY);
                }
                batch.put(database.handle(Family.VALUES), counter, new byte[48]);
                database.write(batch, true);
            }
            done += size;
        }
        return done;
    }

    private void drain() throws Exception {
        List<Rate> rates = new ArrayList<>();
        double[] claims = new double[rounds];
        Path directory = Directories.create();
        try (TaskStore store = RocksTaskStore.open(directory, StoreSettings.DEFAULT)) {
            for (int round = 0; round < rounds; round++) {
                fill(store, DRAIN_TASKS, Due.now());
                String worker = "worker-" + round;
                long[] claiming = new long[1];
                rates.add(rate(until -> {
                    claiming[0] = drainAll(store, worker);
                    return DRAIN_TASKS;
                }));
                claims[round] = claiming[0] / 1e6 / (DRAIN_TASKS / CLAIM_TASKS);
            }
        } finally {
            Directories.delete(directory);
        }
        out.printf(
                Locale.ROOT,
                "claim %d + settle %d, one thread, %d tasks: %s; a claim takes %.2f ms%n",
                CLAIM_TASKS,
                CLAIM_TASKS,
                DRAIN_TASKS,
                words(rates),
                median(claims));
    }

    private void fill(TaskStore store, int tasks, Due due) {
        for (int i = 0; i < tasks; i += 1_000) {
            List<NewTask> batch = new ArrayList<>();
            for (int item = 0; item < 1_000; item++) {
                batch.add(task(random, due));
            }
            store.insert(batch);
        }
    }

    private static long drainAll(TaskStore store, String worker) {
        Wanted all = new Wanted(Selector.any(), Selector.any(), Selector.any(), 1);
        long claiming = 0;
        for (long number = 1; ; number++) {
            long begun = TIME.nanoTime();
            ClaimResult result =
                    store.claimDue(new ClaimRequest(worker, number, CLAIM_TASKS, Duration.ofSeconds(30), all));
            claiming += TIME.nanoTime() - begun;
            if (result.claims().isEmpty()) {
                return claiming;
            }
            List<Report> reports = new ArrayList<>();
            for (TaskRecord run : result.claims()) {
                reports.add(Report.complete(run.id(), run.token(), run.history()));
            }
            store.settle(reports);
        }
    }

    private void pendingBytes() throws Exception {
        int tasks = 500_000;
        Path directory = Directories.create();
        try {
            try (TaskStore store = RocksTaskStore.open(directory, StoreSettings.DEFAULT)) {
                fill(store, tasks, Due.at(Instant.now().plus(Duration.ofDays(1))));
            }
            long start = TIME.nanoTime();
            try (TaskStore store = RocksTaskStore.open(directory, StoreSettings.DEFAULT)) {
                store.queries().counts();
                out.printf(Locale.ROOT, "open with %d pending: %.0f ms%n", tasks, (TIME.nanoTime() - start) / 1e6);
            }
            out.printf(
                    Locale.ROOT, "bytes on disk a pending task: %.0f%n", (double) Directories.bytes(directory) / tasks);
        } finally {
            Directories.delete(directory);
        }
    }
}
