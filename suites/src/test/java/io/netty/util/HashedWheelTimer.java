package io.netty.util;

import dev.punctual.TimeSource;
import dev.punctual.suites.WheelDriver;
import dev.punctual.suites.WheelTimer;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/**
 * Stands before Netty's class of this name, for Netty's tests: the same face, our wheel behind it. Ticks and the size
 * of the wheel mean nothing here.
 */
public final class HashedWheelTimer implements Timer {

    private final WheelDriver driver;

    /** With 100 ms a tick. */
    public HashedWheelTimer() {
        this(100, TimeUnit.MILLISECONDS);
    }

    /** With threads of the JDK. */
    public HashedWheelTimer(long tick, TimeUnit unit) {
        this(Executors.defaultThreadFactory(), tick, unit, 512);
    }

    /** With any number of waiting timers. */
    public HashedWheelTimer(ThreadFactory threads, long tick, TimeUnit unit, int ticksPerWheel) {
        this(threads, tick, unit, ticksPerWheel, true, -1);
    }

    /** With tasks on its own thread. */
    public HashedWheelTimer(
            ThreadFactory threads, long tick, TimeUnit unit, int ticksPerWheel, boolean leaks, long pendingMax) {
        this(threads, tick, unit, ticksPerWheel, leaks, pendingMax, Runnable::run);
    }

    /** With tasks on an executor. */
    public HashedWheelTimer(
            ThreadFactory threads,
            long tick,
            TimeUnit unit,
            int ticksPerWheel,
            boolean leaks,
            long pendingMax,
            Executor executor) {
        driver = new WheelDriver(threads, executor, TimeSource.system(), pendingMax);
    }

    @Override
    public Timeout newTimeout(TimerTask task, long delay, TimeUnit unit) {
        driver.start();
        Face timeout = new Face(task);
        driver.add(timeout.waits, unit.toNanos(delay));
        return timeout;
    }

    @Override
    public Set<Timeout> stop() {
        Set<Timeout> left = new HashSet<>();
        for (WheelTimer timer : driver.stop()) {
            left.add((Face) timer.action());
        }
        return left;
    }

    /** Returns the number of timers that wait. */
    public long pendingTimeouts() {
        return driver.pending();
    }

    /** What Netty calls a timer. */
    private final class Face implements Timeout, Runnable {
        private final TimerTask task;
        private final WheelTimer waits = driver.timer(this);

        Face(TimerTask task) {
            this.task = task;
        }

        @Override
        public void run() {
            try {
                task.run(this);
            } catch (Exception e) {
                throw new IllegalStateException("the task failed", e);
            }
        }

        @Override
        public Timer timer() {
            return HashedWheelTimer.this;
        }

        @Override
        public TimerTask task() {
            return task;
        }

        @Override
        public boolean isExpired() {
            return waits.isExpired();
        }

        @Override
        public boolean isCancelled() {
            return waits.isCancelled();
        }

        @Override
        public boolean cancel() {
            return waits.cancel();
        }
    }
}
