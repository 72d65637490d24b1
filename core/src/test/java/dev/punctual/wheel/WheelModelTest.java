package dev.punctual.wheel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** Random operations on the wheel, compared with a sorted set. A failure names the seed. */
class WheelModelTest {

    private static final int RUNS = Integer.getInteger("punctual.wheel.runs", 4_000);
    private static final int STEPS = 60;

    @Test
    void everyAnswer_isThatOfASortedSet() {
        long first = Long.getLong("punctual.wheel.seed", new Random().nextLong());
        for (int i = 0; i < RUNS; i++) {
            run(first + i);
        }
    }

    private static void run(long seed) {
        TimerPool pool = new TimerPool();
        try {
            new WheelModel(seed, pool).run(STEPS);
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError("-Dpunctual.wheel.seed=" + seed + " -Dpunctual.wheel.runs=1: " + e, e);
        }
        assertThat(pool.timersInUse()).as("timers, seed %d", seed).isZero();
        assertThat(pool.blocksInUse()).as("blocks, seed %d", seed).isZero();
    }
}
