package dev.punctual.benchmarks;

import dev.punctual.wheel.ShardedTimingWheel;

final class ShardedTimers implements Timers {

    private static final int BATCH = 256;

    private final ShardedTimingWheel wheel;
    private volatile long fired;

    ShardedTimers(int shardBits) {
        wheel = new ShardedTimingWheel(shardBits, System.currentTimeMillis());
    }

    @Override
    public void add(int number, long deadlineMillis) {
        wheel.add(number, deadlineMillis);
    }

    @Override
    public boolean cancel(int number) {
        return wheel.cancel(number);
    }

    @Override
    public void advance(long nowMillis) {
        fired += wheel.advance(nowMillis, BATCH, (id, deadline) -> {});
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
