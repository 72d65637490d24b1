package dev.punctual.benchmarks;

import java.util.concurrent.TimeUnit;
import org.agrona.DeadlineTimerWheel;

final class AgronaTimers implements Timers {

    private static final int TICKS = 4_096;
    private static final int BATCH = 256;

    private final DeadlineTimerWheel wheel =
            new DeadlineTimerWheel(TimeUnit.MILLISECONDS, System.currentTimeMillis(), 1, TICKS);
    private final long[] ids;
    private long fired;

    AgronaTimers(int count) {
        ids = new long[count];
    }

    @Override
    public void add(int number, long deadlineMillis) {
        ids[number] = wheel.scheduleTimer(deadlineMillis);
    }

    @Override
    public boolean cancel(int number) {
        return wheel.cancelTimer(ids[number]);
    }

    @Override
    public void advance(long nowMillis) {
        // It looks at one tick a call.
        while (wheel.timerCount() > 0 && wheel.currentTickTime() <= nowMillis) {
            fired += wheel.poll(nowMillis, (unit, now, id) -> true, BATCH);
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
