package dev.punctual.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is measured does what it is measured at. */
class TimersTest {

    private static final int COUNT = 1_000;
    private static final long HANG_NANOS = Duration.ofSeconds(60).toNanos();

    @ParameterizedTest
    @EnumSource(Contender.class)
    void everyTimer_firesOrIsCancelled(Contender contender) {
        try (Timers timers = contender.make(2 * COUNT)) {
            long now = System.currentTimeMillis();
            for (int i = 0; i < COUNT; i++) {
                timers.add(i, now + i % 200);
                timers.add(COUNT + i, now + 3_600_000 + i);
            }
            for (int i = 0; i < COUNT; i++) {
                assertThat(timers.cancel(COUNT + i)).isTrue();
            }
            long begin = System.nanoTime();
            while (timers.fired() < COUNT) {
                timers.advance(System.currentTimeMillis());
                assertThat(System.nanoTime() - begin).isLessThan(HANG_NANOS);
                Thread.onSpinWait();
            }
            assertThat(timers.fired()).isEqualTo(COUNT);
        }
    }
}
