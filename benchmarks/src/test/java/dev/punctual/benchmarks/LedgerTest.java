package dev.punctual.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.benchmarks.Job.Stamp;
import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LedgerTest {

    private static final long HOUR_MILLIS = 3_600_000;

    private final Ledger ledger = new Ledger(7, 2);

    @Test
    void lateAndEarly_areTold() {
        ledger.ran(payload(7, 0, System.currentTimeMillis() - HOUR_MILLIS));
        ledger.ran(payload(7, 1, System.currentTimeMillis() + HOUR_MILLIS));

        assertThat(ledger.lateMillis()[0]).isBetween((double) HOUR_MILLIS, HOUR_MILLIS + 60_000.0);
        assertThat(ledger.lateMillis()[1]).isBetween(-HOUR_MILLIS - 1.0, -HOUR_MILLIS + 60_000.0);
    }

    @Test
    void allRan_endsTheWait() throws InterruptedException {
        ledger.ran(payload(7, 0, 0));
        assertThat(ledger.await(Duration.ZERO)).isFalse();
        assertThat(ledger.missing()).isEqualTo(1);

        ledger.ran(payload(7, 1, 0));

        assertThat(ledger.await(Duration.ZERO)).isTrue();
        assertThat(ledger.missing()).isZero();
    }

    @Test
    void secondRun_countsAsRepeatedOnly() throws InterruptedException {
        ledger.ran(payload(7, 0, 0));
        ledger.ran(payload(7, 0, 0));

        assertThat(ledger.repeated()).isEqualTo(1);
        assertThat(ledger.await(Duration.ZERO)).isFalse();
    }

    @Test
    void otherMeasurement_isNotCounted() {
        ledger.ran(payload(6, 0, 0));

        assertThat(ledger.missing()).isEqualTo(2);
        assertThat(ledger.lateMillis()).isEmpty();
    }

    private static byte[] payload(int run, int number, long dueMillis) {
        return Job.of(new Stamp(run, number, dueMillis), new SplittableRandom(1))
                .payload();
    }
}
