package dev.punctual;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MillisTest {

    private static final BigInteger MIN = BigInteger.valueOf(Long.MIN_VALUE);
    private static final BigInteger MAX = BigInteger.valueOf(Long.MAX_VALUE);

    @Test
    void add_saturates() {
        long[] values = {Long.MIN_VALUE, Long.MIN_VALUE + 1, -1, 0, 1, Long.MAX_VALUE - 1, Long.MAX_VALUE};
        for (long a : values) {
            for (long b : values) {
                BigInteger exact = BigInteger.valueOf(a).add(BigInteger.valueOf(b));
                assertThat(Millis.add(a, b)).isEqualTo(exact.max(MIN).min(MAX).longValueExact());
            }
        }
    }

    @Test
    void ceil_roundsUpAndSaturates_forAnySpan() {
        Random random = new Random(7);
        for (int i = 0; i < 20_000; i++) {
            long seconds = random.nextLong() >> random.nextInt(64);
            int nanos = random.nextInt(1_000_000_000);
            assertThat(Millis.ceil(Duration.ofSeconds(seconds, nanos)))
                    .as("%d s %d ns", seconds, nanos)
                    .isEqualTo(exact(seconds, nanos));
        }
        assertThat(Millis.ceil(Duration.ofSeconds(Long.MAX_VALUE, 999_999_999))).isEqualTo(Long.MAX_VALUE);
        assertThat(Millis.ceil(Duration.ofSeconds(Long.MIN_VALUE))).isEqualTo(Long.MIN_VALUE);
        assertThat(Millis.ceil(Duration.ofMillis(Long.MAX_VALUE))).isEqualTo(Long.MAX_VALUE);
        assertThat(Millis.ceil(Duration.ofMillis(Long.MAX_VALUE).plusNanos(1))).isEqualTo(Long.MAX_VALUE);
        assertThat(Millis.ceil(Duration.ofNanos(-500_000))).isZero();
    }

    @Test
    void ceil_roundsUpAndSaturates_forAnyInstant() {
        assertThat(Millis.ceil(Instant.MAX)).isEqualTo(exact(Instant.MAX.getEpochSecond(), 999_999_999));
        assertThat(Millis.ceil(Instant.MIN)).isEqualTo(exact(Instant.MIN.getEpochSecond(), 0));
        assertThat(Millis.ceil(Instant.ofEpochSecond(-1, 999_000_001))).isZero();
        assertThat(Millis.ceil(Instant.ofEpochSecond(-1, 999_000_000))).isEqualTo(-1);
    }

    private static long exact(long seconds, int nanos) {
        BigInteger millis = BigDecimal.valueOf(seconds)
                .multiply(BigDecimal.valueOf(1_000))
                .add(BigDecimal.valueOf(nanos, 6))
                .setScale(0, RoundingMode.CEILING)
                .toBigIntegerExact();
        return millis.max(MIN).min(MAX).longValueExact();
    }
}
