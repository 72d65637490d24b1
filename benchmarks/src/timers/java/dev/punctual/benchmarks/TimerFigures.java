package dev.punctual.benchmarks;

import dev.punctual.wheel.ShardedTimingWheel;
import dev.punctual.wheel.TimerPool;
import dev.punctual.wheel.TimingWheel;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;

/** What JMH does not measure: memory, and what others notice while a herd fires or an hour goes by. */
final class TimerFigures {

    private static final int SPAN_MILLIS = 3_600_000;
    private static final int BATCH = 256;
    private static final int COLLECTIONS = 3;

    private TimerFigures() {}

    /** Returns the live heap a timer, in bytes; the arrays in which the handles are kept are left out. */
    static double bytes(Contender contender, int count) {
        SplittableRandom random = new SplittableRandom(3);
        try (Timers timers = contender.make(count)) {
            long before = liveBytes();
            long now = System.currentTimeMillis();
            for (int i = 0; i < count; i++) {
                timers.add(i, now + SPAN_MILLIS + random.nextInt(SPAN_MILLIS));
            }
            double bytes = (liveBytes() - before) / (double) count;
            if (timers.fired() > 0) {
                throw new IllegalStateException("timers fired early");
            }
            return bytes;
        }
    }

    private static long liveBytes() {
        for (int i = 0; i < COLLECTIONS; i++) {
            System.gc();
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    /** Adds from one thread while another fires timers that all fall on one millisecond; milliseconds an add. */
    static Map<String, Double> addsDuringHerd(int herd, int shardBits) throws InterruptedException {
        long now = System.currentTimeMillis();
        ShardedTimingWheel wheel = new ShardedTimingWheel(shardBits, now);
        for (int i = 0; i < herd; i++) {
            wheel.add(i, now + 1);
        }
        AtomicBoolean fired = new AtomicBoolean();
        Thread driver = new Thread(() -> {
            int handed = wheel.advance(now + 1, BATCH, (id, deadline) -> {});
            if (handed != herd) {
                throw new IllegalStateException("handed out " + handed + " of " + herd);
            }
            fired.set(true);
        });
        long[] nanos = new long[20_000_000];
        int adds = 0;
        SplittableRandom random = new SplittableRandom(4);
        driver.start();
        while (!fired.get() && adds < nanos.length) {
            long begin = System.nanoTime();
            wheel.add(herd + adds, now + SPAN_MILLIS + random.nextInt(SPAN_MILLIS));
            nanos[adds++] = System.nanoTime() - begin;
        }
        driver.join();
        Arrays.sort(nanos, 0, adds);
        Map<String, Double> figures = new LinkedHashMap<>();
        figures.put("adds", (double) adds);
        figures.put("add_p50_ms", nanos[adds / 2] / 1e6);
        figures.put("add_p999_ms", nanos[(int) (adds * 0.999)] / 1e6);
        figures.put("add_max_ms", nanos[adds - 1] / 1e6);
        return figures;
    }

    /** Fires timers spread over an hour in steps of a millisecond of simulated time. */
    static Map<String, Double> hour(int count) {
        long now = 1_800_000_000_000L;
        TimerPool pool = new TimerPool();
        TimingWheel wheel = new TimingWheel(pool, now);
        SplittableRandom random = new SplittableRandom(5);
        for (int i = 0; i < count; i++) {
            wheel.add(now + random.nextInt(SPAN_MILLIS));
        }
        double bytes = pool.bytes() / (double) count;
        long worst = 0;
        long[] fired = {0};
        long begin = System.nanoTime();
        for (long time = now; time <= now + SPAN_MILLIS; time++) {
            while (wheel.behind(time)) {
                long step = System.nanoTime();
                wheel.advance(time, BATCH, (timer, sequence, deadline) -> fired[0]++);
                worst = Math.max(worst, System.nanoTime() - step);
            }
        }
        double nanos = (System.nanoTime() - begin) / (double) count;
        if (fired[0] != count) {
            throw new IllegalStateException("fired " + fired[0] + " of " + count);
        }
        Map<String, Double> figures = new LinkedHashMap<>();
        figures.put("bytes_per_timer", bytes);
        figures.put("nanos_per_timer", nanos);
        figures.put("worst_step_ms", worst / 1e6);
        return figures;
    }
}
