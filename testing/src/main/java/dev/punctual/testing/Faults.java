package dev.punctual.testing;

import dev.punctual.testing.FaultProxy.Direction;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/** What a {@link FaultProxy} does to bytes at the moment, and how many it has let pass. Thread-safe. */
final class Faults {

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    private boolean stalled;
    private int answersToDrop;
    private final Map<Direction, Duration> delays = new EnumMap<>(Direction.class);
    private final Map<Direction, Long> untilReset = new EnumMap<>(Direction.class);
    private final Map<Direction, LongSupplier> untilResetOfEach = new EnumMap<>(Direction.class);
    private final Map<Direction, Long> forwarded = new EnumMap<>(Direction.class);

    void clear() {
        change(() -> {
            stalled = false;
            answersToDrop = 0;
            delays.clear();
            untilReset.clear();
            untilResetOfEach.clear();
        });
    }

    void stall(boolean on) {
        change(() -> stalled = on);
    }

    void dropAnswers(int count) {
        change(() -> answersToDrop = count);
    }

    void delay(Direction direction, Duration delay) {
        change(() -> delays.put(direction, delay));
    }

    void resetAfter(Direction direction, long bytes) {
        change(() -> untilReset.put(direction, bytes));
    }

    void resetEachAfter(Direction direction, LongSupplier bytes) {
        change(() -> untilResetOfEach.put(direction, bytes));
    }

    /** Lets those who wait look again. */
    void wake() {
        change(() -> {});
    }

    private void change(Runnable change) {
        lock.lock();
        try {
            change.run();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    long forwarded(Direction direction) {
        lock.lock();
        try {
            return forwarded.getOrDefault(direction, 0L);
        } finally {
            lock.unlock();
        }
    }

    /** Returns how many bytes a new connection may carry before it is reset. */
    long bytesOfNewConnection(Direction direction) {
        lock.lock();
        try {
            LongSupplier bytes = untilResetOfEach.get(direction);
            return bytes == null ? Long.MAX_VALUE : Math.max(0, bytes.getAsLong());
        } finally {
            lock.unlock();
        }
    }

    /** Waits out the delay and any stall; returns false, and early, when the connection is over. */
    boolean awaitPassage(Direction direction, BooleanSupplier over) {
        lock.lock();
        try {
            long left = delays.getOrDefault(direction, Duration.ZERO).toNanos();
            while (!over.getAsBoolean() && (stalled || left > 0)) {
                if (stalled) {
                    changed.await();
                } else {
                    left = changed.awaitNanos(left);
                }
            }
            return !over.getAsBoolean();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Decides about bytes that have come, and counts those that may pass.
     *
     * @param own how many bytes this connection may carry in this direction before it is reset
     */
    Passage pass(Direction direction, int bytes, long own) {
        lock.lock();
        try {
            if (direction == Direction.TO_CLIENT && answersToDrop > 0) {
                answersToDrop -= answersToDrop == Integer.MAX_VALUE ? 0 : 1;
                return new Passage(0, true);
            }
            long left = untilReset.getOrDefault(direction, Long.MAX_VALUE);
            int passing = (int) Math.min(bytes, Math.min(left, own));
            countDown(direction, left, passing);
            forwarded.merge(direction, (long) passing, Long::sum);
            return new Passage(passing, passing == left || passing == own);
        } finally {
            lock.unlock();
        }
    }

    private void countDown(Direction direction, long left, int passing) {
        if (left == passing) {
            untilReset.remove(direction);
        } else if (left != Long.MAX_VALUE) {
            untilReset.put(direction, left - passing);
        }
    }

    /**
     * How many of the bytes at hand may pass, and whether the connection is reset after them.
     *
     * @param bytes 0 or more
     * @param thenReset whether none may follow
     */
    record Passage(int bytes, boolean thenReset) {}
}
