package dev.punctual.wheel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;

/** A wheel beside a sorted set, driven by random operations; every answer of the wheel is compared. */
final class WheelModel {

    /** A timer as the sorted set knows it. */
    record Expected(long deadline, long sequence, int timer) implements Comparable<Expected> {
        private static final Comparator<Expected> ORDER =
                Comparator.comparingLong(Expected::deadline).thenComparingLong(Expected::sequence);

        @Override
        public int compareTo(Expected other) {
            return ORDER.compare(this, other);
        }
    }

    private final Random random;
    private final TimerPool pool;
    private final TimingWheel wheel;
    private final TreeSet<Expected> waiting = new TreeSet<>();
    private final List<Expected> gone = new ArrayList<>();
    private final List<Expected> handles = new ArrayList<>();
    private final long[] favourites = new long[4];
    private long now;

    WheelModel(long seed, TimerPool pool) {
        random = new Random(seed);
        this.pool = pool;
        now = beginning();
        wheel = new TimingWheel(pool, now);
        for (int i = 0; i < favourites.length; i++) {
            favourites[i] = deadline();
        }
    }

    private long beginning() {
        return switch (random.nextInt(6)) {
            case 0 -> 0;
            case 1 -> -5;
            case 2 -> TimingWheel.DEADLINE_MAX - random.nextInt(100_000);
            case 3 -> (1L << (6 * (1 + random.nextInt(7)))) - random.nextInt(3);
            case 4 -> random.nextLong() >>> (16 + random.nextInt(40));
            default -> 1_800_000_000_000L + random.nextInt(10_000);
        };
    }

    private long deadline() {
        int level = random.nextInt(8);
        long slot = 1L << (6 * level);
        return switch (random.nextInt(10)) {
            case 0 -> now + random.nextInt(3) - 1;
            case 1 -> now + random.nextInt(64);
            case 2 -> now + slot * random.nextInt(64) + random.nextInt(3) - 1;
            case 3 -> (now / slot + 1 + random.nextInt(3)) * slot + random.nextInt(3) - 1;
            case 4 -> now + random.nextInt(5_000);
            case 5 -> now - random.nextInt(5_000);
            case 6 -> random.nextBoolean() ? Long.MAX_VALUE - random.nextInt(3) : (1L << 48) + random.nextInt(3) - 1;
            case 7 -> random.nextBoolean() ? Long.MIN_VALUE : random.nextInt(5) - 3;
            case 8 -> now + random.nextInt(200);
            default -> favourites[random.nextInt(favourites.length)];
        };
    }

    void run(int steps) {
        for (int i = 0; i < steps; i++) {
            step();
            check();
        }
        while (!waiting.isEmpty()) {
            jump(wheel.nextEvent());
            check();
        }
        assertThat(wheel.nextEvent()).isEqualTo(TimingWheel.NEVER);
    }

    private void step() {
        switch (random.nextInt(12)) {
            case 0, 1, 2 -> add(deadline(), 1 + random.nextInt(40));
            case 3 -> add(deadline(), 1);
            case 4 -> addMany(1 + random.nextInt(200));
            case 5 -> cancelSome(1 + random.nextInt(20));
            case 6 -> cancelSome(random.nextInt(1 + 2 * waiting.size()));
            case 7 -> jump(now + random.nextInt(3));
            case 8 -> jump(now + (random.nextLong() >>> (20 + random.nextInt(43))));
            case 9 -> jump(wheel.nextEvent() == TimingWheel.NEVER ? now : wheel.nextEvent() - random.nextInt(2));
            case 10 -> now -= random.nextInt(random.nextBoolean() ? 50 : 1_000_000);
            default -> {
                if (random.nextInt(3) == 0) {
                    wheel.rewind(now);
                }
            }
        }
    }

    /** Adds timers with one deadline. */
    private void add(long deadline, int count) {
        for (int i = 0; i < count; i++) {
            int timer = wheel.add(deadline);
            long clamped = Math.max(0, Math.min(deadline, TimingWheel.DEADLINE_MAX));
            assertThat(pool.deadline(timer)).isEqualTo(clamped);
            Expected added = new Expected(clamped, pool.sequence(timer), timer);
            assertThat(waiting.add(added)).isTrue();
            handles.add(added);
        }
    }

    /** Adds timers of one stretch of time. */
    private void addMany(int count) {
        long from = deadline();
        int span = 1 << random.nextInt(20);
        for (int i = 0; i < count; i++) {
            add(from + random.nextInt(span), 1);
        }
    }

    private void cancelSome(int count) {
        for (int i = 0; i < count && !handles.isEmpty(); i++) {
            int at = random.nextInt(handles.size());
            Expected handle = handles.get(at);
            handles.set(at, handles.get(handles.size() - 1));
            handles.remove(handles.size() - 1);
            boolean waits = waiting.remove(handle);
            assertThat(wheel.cancel(handle.timer, handle.sequence)).isEqualTo(waits);
            gone.add(handle);
        }
        if (!gone.isEmpty()) {
            Expected old = gone.get(random.nextInt(gone.size()));
            assertThat(wheel.cancel(old.timer, old.sequence))
                    .as("cancelled twice")
                    .isFalse();
        }
    }

    /** Sets the time and hands out in small steps what is due, sometimes leaving some behind. */
    private void jump(long to) {
        now = Math.min(to, 1L << 50);
        int max = 1 + random.nextInt(random.nextBoolean() ? 3 : 300);
        boolean whole = random.nextInt(3) > 0;
        for (int i = 0; wheel.behind(now) && (whole || i < 3); i++) {
            wheel.advance(now, max, this::due);
            if (random.nextInt(8) == 0) {
                check();
                add(deadline(), 1);
                cancelSome(1);
            }
        }
        if (!wheel.behind(now) && !waiting.isEmpty()) {
            assertThat(waiting.first().deadline).isGreaterThan(now);
        }
    }

    private void due(int timer, long sequence, long deadline) {
        assertThat(deadline).as("never early").isLessThanOrEqualTo(now);
        assertThat(new Expected(deadline, sequence, timer)).as("order").isEqualTo(waiting.pollFirst());
    }

    private void check() {
        for (int level = 0; level < TimingWheel.LEVELS; level++) {
            int digit = (int) (wheel.elapsed() >>> (6 * level)) & 63;
            assertThat(wheel.occupied(level) << (63 - digit))
                    .as("slots of level %d that began before %d", level, wheel.elapsed())
                    .isZero();
        }
        assertThat(wheel.size()).isEqualTo(waiting.size());
        if (random.nextInt(4) == 0) {
            assertThat(wheel.nextEvent()).isEqualTo(waiting.isEmpty() ? TimingWheel.NEVER : waiting.first().deadline);
        }
        if (random.nextInt(8) == 0) {
            checkCursor();
        }
    }

    private void checkCursor() {
        long from = random.nextBoolean() ? Long.MIN_VALUE : deadline();
        long sequence = 0;
        if (!waiting.isEmpty() && random.nextBoolean()) {
            Expected place = random.nextBoolean() ? waiting.first() : waiting.last();
            from = place.deadline;
            sequence = place.sequence;
        }
        WheelCursor cursor = wheel.ascend(from, sequence);
        int left = random.nextInt(300);
        for (Expected expected : waiting.tailSet(new Expected(from, sequence, 0), false)) {
            if (left-- == 0) {
                return;
            }
            assertThat(cursor.valid()).isTrue();
            assertThat(cursor.deadline()).isEqualTo(expected.deadline);
            if (random.nextBoolean()) {
                assertThat(new Expected(cursor.deadline(), cursor.sequence(), cursor.timer()))
                        .isEqualTo(expected);
            }
            cursor.advance();
        }
        assertThat(cursor.valid()).isFalse();
    }
}
