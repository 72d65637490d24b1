package dev.punctual.benchmarks;

import dev.punctual.wheel.TimerPool;
import dev.punctual.wheel.TimingWheel;

final class WheelTimers implements Timers {

    private static final int BATCH = 256;

    private final TimerPool pool = new TimerPool();
    private final TimingWheel wheel = new TimingWheel(pool, System.currentTimeMillis());
    private final int[] timers;
    private final long[] sequences;
    private long fired;

    WheelTimers(int count) {
        timers = new int[count];
        sequences = new long[count];
    }

    @Override
    public void add(int number, long deadlineMillis) {
        int timer = wheel.add(deadlineMillis);
        timers[number] = timer;
        sequences[number] = pool.sequence(timer);
    }

    @Override
    public boolean cancel(int number) {
        return wheel.cancel(timers[number], sequences[number]);
    }

    @Override
    public void advance(long nowMillis) {
        while (wheel.behind(nowMillis)) {
            wheel.advance(nowMillis, BATCH, (timer, sequence, deadline) -> fired++);
        }
    }

    @Override
    public long fired() {
        return fired;
    }

    @Override
    public void close() {
        // It has no thread.
    }
}
