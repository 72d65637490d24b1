package dev.punctual.testing.simulation;

import dev.punctual.testing.ManualTime;
import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * What will happen, and when. What is due at the same millisecond comes in an order that the seed decides. Not
 * thread-safe.
 */
final class Agenda {

    private static final long MILLI = 1_000_000;

    private final ManualTime time;
    private final Random random;
    private final PriorityQueue<Entry> entries =
            new PriorityQueue<>(Comparator.comparingLong(Entry::nanos).thenComparingLong(Entry::tie));

    /** Something that will happen. */
    private record Entry(long nanos, long tie, Runnable action) {}

    Agenda(ManualTime time, Random random) {
        this.time = time;
        this.random = random;
    }

    /** Does something after so long, to the next whole millisecond. */
    void in(Duration span, Runnable action) {
        at(time.nanoTime() + span.toNanos(), action);
    }

    /** Does something at that time of the monotonic clock, to the next whole millisecond. */
    void at(long nanos, Runnable action) {
        long whole = Math.floorDiv(Math.max(nanos, time.nanoTime()) + MILLI - 1, MILLI) * MILLI;
        entries.add(new Entry(whole, random.nextLong(), action));
    }

    /** Moves time to what comes next and does it; false if that lies beyond the end, which time is moved to then. */
    boolean next(long endNanos) {
        @Nullable Entry entry = entries.peek();
        long nanos = entry == null ? Long.MAX_VALUE : entry.nanos();
        long until = Math.min(nanos, endNanos);
        if (until > time.nanoTime()) {
            time.advance(Duration.ofNanos(until - time.nanoTime()));
        }
        if (entry == null || nanos > endNanos) {
            return false;
        }
        entries.poll();
        entry.action().run();
        return true;
    }
}
