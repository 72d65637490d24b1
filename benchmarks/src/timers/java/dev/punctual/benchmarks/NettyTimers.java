package dev.punctual.benchmarks;

import io.netty.util.HashedWheelTimer;
import io.netty.util.Timeout;
import java.util.concurrent.TimeUnit;

final class NettyTimers implements Timers {

    private final HashedWheelTimer timer = new HashedWheelTimer(1, TimeUnit.MILLISECONDS);
    private final Timeout[] timeouts;
    private volatile long fired;

    NettyTimers(int count) {
        timeouts = new Timeout[count];
    }

    /** Only the timer's one thread writes. */
    @SuppressWarnings("NonAtomicVolatileUpdate")
    private void fire(Timeout timeout) {
        fired++;
    }

    @Override
    public void add(int number, long deadlineMillis) {
        timeouts[number] =
                timer.newTimeout(this::fire, deadlineMillis - System.currentTimeMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public boolean cancel(int number) {
        return timeouts[number].cancel();
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
        timer.stop();
    }
}
