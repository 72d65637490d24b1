package dev.punctual.benchmarks;

import dev.punctual.benchmarks.Job.Stamp;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The handler of every peer: writes down when each task of one measurement ran, and does nothing else. Tasks of other
 * measurements are not counted. Thread-safe.
 */
final class Ledger implements PayloadHandler {

    /** The run of tasks that nobody waits for. */
    static final int NO_RUN = 0;

    private final int run;
    private final AtomicIntegerArray runs;
    private final AtomicLongArray lateMicros;
    private final AtomicInteger repeated = new AtomicInteger();
    private final AtomicInteger left;
    private final CountDownLatch done = new CountDownLatch(1);
    private volatile long endNanos;

    /**
     * Makes the ledger of a measurement.
     *
     * @param run its number, not {@link #NO_RUN}
     * @param tasks how many tasks it has, numbered from 0
     */
    Ledger(int run, int tasks) {
        this.run = run;
        this.runs = new AtomicIntegerArray(tasks);
        this.lateMicros = new AtomicLongArray(tasks);
        this.left = new AtomicInteger(tasks);
    }

    @Override
    public void ran(byte[] payload) {
        long micros = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
        Stamp stamp = Stamp.of(payload);
        if (stamp.run() != run) {
            return;
        }
        if (runs.getAndIncrement(stamp.number()) > 0) {
            repeated.incrementAndGet();
            return;
        }
        lateMicros.set(stamp.number(), micros - stamp.dueMillis() * 1_000);
        if (left.decrementAndGet() == 0) {
            endNanos = System.nanoTime();
            done.countDown();
        }
    }

    /** Waits until every task has run; answers whether they did. */
    boolean await(Duration longest) throws InterruptedException {
        return done.await(longest.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Returns when the last task ended, on the monotonic clock. Only after {@link #await} said yes. */
    long endNanos() {
        return endNanos;
    }

    /** Returns by how much each task that ran was late, in milliseconds; negative if it was early. */
    double[] lateMillis() {
        double[] late = new double[runs.length() - left.get()];
        int at = 0;
        for (int number = 0; number < runs.length() && at < late.length; number++) {
            if (runs.get(number) > 0) {
                late[at++] = lateMicros.get(number) / 1e3;
            }
        }
        return late;
    }

    int missing() {
        return left.get();
    }

    int repeated() {
        return repeated.get();
    }
}
