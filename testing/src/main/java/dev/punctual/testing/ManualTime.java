package dev.punctual.testing;

import dev.punctual.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Time that moves only when told to: a wall clock and a monotonic clock that usually go together, and a wall clock that
 * can also be stepped alone, as an operator or a time server does it.
 *
 * <p>Thread-safe.
 */
public final class ManualTime implements TimeSource {

    /** Where the wall clock stands at first. */
    public static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final List<Consumer<Instant>> followers = new ArrayList<>();
    private Instant wall;
    private long nanos;

    /** Makes a time source whose wall clock stands at {@link #START}. */
    public ManualTime() {
        this(START);
    }

    /** Makes a time source whose wall clock stands at the given instant. */
    public ManualTime(Instant start) {
        wall = start;
    }

    @Override
    public synchronized Instant now() {
        return wall;
    }

    @Override
    public synchronized long nanoTime() {
        return nanos;
    }

    /**
     * Lets time pass: both clocks move on together.
     *
     * @param span not negative
     * @throws IllegalArgumentException if the span is negative
     */
    public synchronized void advance(Duration span) {
        if (span.isNegative()) {
            throw new IllegalArgumentException(
                    "span must not be negative, was " + span + "; stepWall moves the wall clock back");
        }
        wall = wall.plus(span);
        nanos = Math.addExact(nanos, span.toNanos());
        tell();
    }

    /** Steps the wall clock alone, forwards or (negative) backwards; the monotonic clock stays. */
    public synchronized void stepWall(Duration span) {
        wall = wall.plus(span);
        tell();
    }

    /**
     * Adds a clock that goes with this one, such as that of a server which a test sets by hand: it is told the new wall
     * time after every move, on the thread that moves and before the move returns. What it throws reaches the caller of
     * the move.
     */
    public synchronized void follow(Consumer<Instant> follower) {
        followers.add(follower);
    }

    private void tell() {
        for (Consumer<Instant> follower : followers) {
            follower.accept(wall);
        }
    }

    @Override
    public synchronized String toString() {
        return wall + " (monotonic " + Duration.ofNanos(nanos) + ")";
    }
}
