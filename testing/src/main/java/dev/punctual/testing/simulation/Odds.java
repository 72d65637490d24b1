package dev.punctual.testing.simulation;

import java.time.Duration;
import java.util.List;
import java.util.Random;

/** Draws what a seed decides. Not thread-safe. */
final class Odds {

    private final Random random;

    Odds(Random random) {
        this.random = random;
    }

    boolean percent(double chance) {
        return random.nextDouble() * 100 < chance;
    }

    int below(int bound) {
        return random.nextInt(bound);
    }

    long seed() {
        return random.nextLong();
    }

    <T> T pick(List<T> some) {
        return some.get(random.nextInt(some.size()));
    }

    /** Returns a span of 1 ms to twice so long. */
    Duration around(Duration mean) {
        return Duration.ofMillis(1 + (long) (random.nextDouble() * 2 * mean.toMillis()));
    }

    /** Returns a span between the two. */
    Duration between(Duration from, Duration to) {
        return Duration.ofMillis(from.toMillis() + (long) (random.nextDouble() * (to.toMillis() - from.toMillis())));
    }

    byte[] bytes(int most) {
        byte[] bytes = new byte[random.nextInt(most + 1)];
        random.nextBytes(bytes);
        return bytes;
    }
}
