package dev.punctual.benchmarks;

import java.util.function.IntFunction;

/** What is measured. */
public enum Contender {
    /** Our wheel, one thread, no lock. */
    WHEEL(WheelTimers::new),
    /** Our wheel with ids and one lock. */
    WHEEL_LOCKED(count -> new ShardedTimers(0)),
    /** Our wheel with ids in four shards. */
    WHEEL_SHARDED(count -> new ShardedTimers(2)),
    /** {@link java.util.concurrent.ScheduledThreadPoolExecutor}, one thread. */
    EXECUTOR(ExecutorTimers::new),
    /** Netty's {@code HashedWheelTimer}, a tick each millisecond. */
    NETTY(NettyTimers::new),
    /** Kafka's {@code SystemTimer}, 1 ms by 20. */
    KAFKA(KafkaTimers::new),
    /** Agrona's {@code DeadlineTimerWheel}, 1 ms by 4,096. */
    AGRONA(AgronaTimers::new);

    private final IntFunction<Timers> maker;

    Contender(IntFunction<Timers> maker) {
        this.maker = maker;
    }

    /** Makes one with room for so many timers. */
    Timers make(int count) {
        return maker.apply(count);
    }
}
