package org.apache.kafka.server.util.timer;

import dev.punctual.TimeSource;
import dev.punctual.suites.WheelDriver;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Stands before Kafka's class of this name, for Kafka's tests: the same face, our wheel behind it. Its clock needs
 * nobody to advance it; who does so waits until something was due.
 */
public final class SystemTimer implements Timer {

    private static final long CLOSE_SECONDS_MAX = 5;

    private final ExecutorService executor;
    private final WheelDriver driver;
    /** One permit for each timer that was due. */
    private final Semaphore due = new Semaphore(0);

    private volatile boolean terminated;

    /** The name is that of its threads. */
    public SystemTimer(String name) {
        this(name, 1, 20, 0);
    }

    /** Ticks, the size of the wheel and its start mean nothing here. */
    public SystemTimer(String name, long tickMillis, int wheelSize, long startMillis) {
        executor = Executors.newSingleThreadExecutor(action -> new Thread(action, "executor-" + name));
        driver = new WheelDriver(action -> new Thread(action, "wheel-" + name), executor, TimeSource.system(), 0);
    }

    @Override
    public void add(TimerTask task) {
        driver.start();
        TimerTaskEntry entry = new TimerTaskEntry(task, task.delayMs);
        Runnable action = () -> {
            if (!entry.cancelled()) {
                task.run();
            }
            due.release();
        };
        driver.add(driver.timer(action), TimeUnit.MILLISECONDS.toNanos(task.delayMs));
    }

    @Override
    public boolean advanceClock(long timeoutMillis) throws InterruptedException {
        boolean any = due.tryAcquire(timeoutMillis, TimeUnit.MILLISECONDS);
        due.drainPermits();
        return any;
    }

    @Override
    public int size() {
        return (int) driver.pending();
    }

    @Override
    public void close() {
        driver.stop();
        executor.shutdown();
        try {
            terminated = executor.awaitTermination(CLOSE_SECONDS_MAX, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    boolean isTerminated() {
        return terminated;
    }
}
