package dev.punctual.benchmarks;

import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

final class ExecutorTimers implements Timers {

    private final ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(1);
    private final Future<?>[] futures;
    private volatile long fired;

    ExecutorTimers(int count) {
        executor.setRemoveOnCancelPolicy(true);
        executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        futures = new Future<?>[count];
    }

    /** Only the executor's one thread writes. */
    @SuppressWarnings("NonAtomicVolatileUpdate")
    private void fire() {
        fired++;
    }

    @Override
    public void add(int number, long deadlineMillis) {
        futures[number] =
                executor.schedule(this::fire, deadlineMillis - System.currentTimeMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public boolean cancel(int number) {
        return futures[number].cancel(false);
    }

    @Override
    public void advance(long nowMillis) {
        // Its own thread does.
    }

    @Override
    public long fired() {
        return fired;
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }
}
