package dev.punctual.suites;

import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.suites.PublishedSuite.Outcome;
import io.netty.util.HashedWheelTimer;
import org.apache.kafka.server.util.timer.SystemTimer;
import org.junit.jupiter.api.Test;

/**
 * Tests that others wrote for their timers, on our wheel. They compare real times with limits, which ours never do:
 * therefore a run that failed is repeated once. That a test ran counts, not only that none failed.
 */
class PublishedSuitesTest {

    @Test
    void nettysTimer_keepsItsPromisesOnOurWheel() {
        assertThat(isOurs(HashedWheelTimer.class)).isTrue();

        passes(new PublishedSuite("io.netty.util.HashedWheelTimerTest"), 14);
    }

    @Test
    void kafkasTimer_keepsItsPromisesOnOurWheel() {
        assertThat(isOurs(SystemTimer.class)).isTrue();

        passes(
                new PublishedSuite(
                        "org.apache.kafka.server.util.timer.TimerTest",
                        "org.apache.kafka.server.util.timer.SystemTimerReaperTest"),
                4);
    }

    private static void passes(PublishedSuite suite, int tests) {
        Outcome first = suite.run();
        Outcome last = first.failed() == 0 ? first : suite.run();

        assertThat(last.failed())
                .as("failed, twice: %s%s", first.failures(), last.failures())
                .isZero();
        assertThat(last.succeeded()).isEqualTo(tests);
    }

    /** Whether the class is the one that stands here, not the published one of that name. */
    private static boolean isOurs(Class<?> type) {
        return type.getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .equals(PublishedSuitesTest.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation());
    }
}
