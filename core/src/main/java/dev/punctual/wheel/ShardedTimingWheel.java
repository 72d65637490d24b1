package dev.punctual.wheel;

import java.util.concurrent.locks.ReentrantLock;

/**
 * Timers with ids of 64 bits for many threads: wheels chosen by a hash of the id, each under a lock of its own. It has
 * no thread and reads no clock: whoever drives it sleeps until {@link #nextEvent} and then calls {@link #advance}.
 *
 * <p>Within a shard timers come in order of (deadline, arrival), over all shards only roughly. Which shard an id falls
 * to depends on the id and the number of shards alone, so runs with one thread are repeatable.
 *
 * <p>Thread-safe.
 */
public final class ShardedTimingWheel {

    private static final int SHARD_BITS_MAX = 10;

    /** Receives timers that are due, outside of every lock. Called on the thread that advances. */
    public interface IdSink {
        /** Receives the timer of an id; it no longer waits. */
        void due(long id, long deadlineMillis);
    }

    private final int shardBits;
    private final Shard[] shards;

    /**
     * Makes an empty one.
     *
     * @param shardBits there are {@code 1 << shardBits} shards, 0 to {@value #SHARD_BITS_MAX}
     * @param nowMillis the time at which it stands, in epoch milliseconds
     */
    public ShardedTimingWheel(int shardBits, long nowMillis) {
        if (shardBits < 0 || shardBits > SHARD_BITS_MAX) {
            throw new IllegalArgumentException("shardBits must be 0 to " + SHARD_BITS_MAX + ", was " + shardBits);
        }
        this.shardBits = shardBits;
        shards = new Shard[1 << shardBits];
        for (int i = 0; i < shards.length; i++) {
            shards[i] = new Shard(nowMillis);
        }
    }

    private Shard shard(long id) {
        return shards[IdIndex.shard(id, shardBits)];
    }

    /**
     * Adds a timer.
     *
     * @return whether it was added; false if the id has one that waits
     */
    public boolean add(long id, long deadlineMillis) {
        return shard(id).add(id, deadlineMillis);
    }

    /**
     * Cancels the timer of an id.
     *
     * @return true: it will not be handed out; false: it was handed out before, or never added
     */
    public boolean cancel(long id) {
        return shard(id).cancel(id);
    }

    /** Returns a time before which nothing is due, {@link TimingWheel#NEVER} if nothing waits; without a lock. */
    public long nextEvent() {
        long next = TimingWheel.NEVER;
        for (Shard shard : shards) {
            next = Math.min(next, shard.nextEvent);
        }
        return next;
    }

    /**
     * Hands out what is due at that time, all of it. A lock is held for one batch at a time, so that others get in
     * between.
     *
     * @param batchMax how many timers may be handed out for each time a lock is taken
     * @return how many were handed out
     */
    public int advance(long nowMillis, int batchMax, IdSink sink) {
        int handed = 0;
        long[] batch = new long[2 * batchMax];
        for (Shard shard : shards) {
            while (shard.nextEvent <= nowMillis) {
                int count = shard.advance(nowMillis, batch);
                for (int i = 0; i < count; i++) {
                    sink.due(batch[2 * i], batch[2 * i + 1]);
                }
                handed += count;
            }
        }
        return handed;
    }

    /** Returns the number of timers that wait. */
    public int size() {
        int size = 0;
        for (Shard shard : shards) {
            size += shard.size();
        }
        return size;
    }

    /** Returns the number of bytes that timers and their index take. */
    public long bytes() {
        long bytes = 0;
        for (Shard shard : shards) {
            bytes += shard.bytes();
        }
        return bytes;
    }

    private static final class Shard {
        private final ReentrantLock lock = new ReentrantLock();
        private final TimerPool pool = new TimerPool();
        private final IdIndex index = new IdIndex();
        private final TimingWheel wheel;
        /** Written under the lock; never later than the first deadline. */
        private volatile long nextEvent = TimingWheel.NEVER;

        private int batched;

        Shard(long nowMillis) {
            wheel = new TimingWheel(pool, nowMillis);
        }

        boolean add(long id, long deadlineMillis) {
            lock.lock();
            try {
                if (index.find(id) != 0) {
                    return false;
                }
                int timer = wheel.add(deadlineMillis);
                index.put(id, timer);
                long deadline = pool.deadline(timer);
                if (deadline < nextEvent) {
                    nextEvent = deadline;
                }
                return true;
            } finally {
                lock.unlock();
            }
        }

        boolean cancel(long id) {
            lock.lock();
            try {
                int timer = index.find(id);
                if (timer == 0) {
                    return false;
                }
                index.remove(id);
                return wheel.cancel(timer, pool.sequence(timer));
            } finally {
                lock.unlock();
            }
        }

        /** Fills the batch with pairs of id and deadline; answers how many pairs. */
        int advance(long nowMillis, long[] batch) {
            lock.lock();
            try {
                batched = 0;
                wheel.advance(nowMillis, batch.length / 2, (timer, sequence, deadline) -> {
                    long id = index.id(timer);
                    index.remove(id);
                    batch[2 * batched] = id;
                    batch[2 * batched + 1] = deadline;
                    batched++;
                });
                nextEvent = wheel.behind(nowMillis) ? nowMillis : wheel.nextEvent();
                return batched;
            } finally {
                lock.unlock();
            }
        }

        int size() {
            lock.lock();
            try {
                return wheel.size();
            } finally {
                lock.unlock();
            }
        }

        long bytes() {
            lock.lock();
            try {
                return pool.bytes() + index.bytes();
            } finally {
                lock.unlock();
            }
        }
    }
}
