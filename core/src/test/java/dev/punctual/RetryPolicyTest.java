package dev.punctual;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RetryPolicyTest {

    private static final long SECOND = 1_000;
    private static final long HOUR = 3_600_000;
    private static final RetryPolicy DOUBLING =
            new RetryPolicy(10, 3, Duration.ofSeconds(1), 2, Duration.ofHours(1), 0);

    @Test
    void A15_backoff_doublesUpToTheCapAndStaysThere() {
        long before = 0;
        for (int n = 0; n <= 200; n++) {
            long wait = DOUBLING.delayMillis(n, 0.5);
            long exact = n > 13 ? HOUR : Math.min(HOUR, SECOND << Math.max(0, n - 1));
            assertThat(wait).as("after %d failures", n).isEqualTo(exact).isGreaterThanOrEqualTo(before);
            before = wait;
        }
        assertThat(DOUBLING.delayMillis(Integer.MAX_VALUE, 0.5)).isEqualTo(HOUR);
        assertThat(DOUBLING.delayMillis(Integer.MIN_VALUE, 0.5)).isBetween(SECOND, HOUR);
    }

    @Test
    void A15_backoffWithJitter_staysNearItsPlainValueAndNeverBelowTheFirstDelay() {
        RetryPolicy jittered = DOUBLING.withJitter(0.25);
        Random random = new Random(15);
        for (int n = 0; n <= 200; n++) {
            assertJitter(jittered, n, random);
        }
        assertJitter(jittered, Integer.MAX_VALUE, random);
    }

    private static void assertJitter(RetryPolicy jittered, int n, Random random) {
        long plain = DOUBLING.delayMillis(n, 0.5);
        long low = Math.max(SECOND, plain * 3 / 4 - 1);
        for (double r : new double[] {0, Math.nextDown(1.0), 0.5, random.nextDouble(), random.nextDouble()}) {
            assertThat(jittered.delayMillis(n, r))
                    .as("after %d failures, %s", n, r)
                    .isBetween(low, plain * 5 / 4 + 1);
        }
    }

    @ParameterizedTest
    @CsvSource({"1,50", "0,50", "1,1", "0,0", "31536000000,31536000000"})
    void A15_anyPolicy_isMonotoneAndBounded(long first, long cap) {
        for (double factor : new double[] {1, 1.000001, 2, 10, 100}) {
            RetryPolicy policy =
                    new RetryPolicy(1_000_000, 1, Duration.ofMillis(first), factor, Duration.ofMillis(cap), 0);
            long before = 0;
            for (int n = 1; n <= 200; n++) {
                long wait = policy.delayMillis(n, 0.5);
                assertThat(wait).isBetween(Math.max(first, before), cap);
                before = wait;
            }
            assertThat(policy.delayMillis(Integer.MAX_VALUE, 0.5)).isBetween(before, cap);
            assertThat(policy.withJitter(1).delayMillis(200, 0)).isEqualTo(first);
            assertThat(policy.withJitter(1).delayMillis(200, Math.nextDown(1.0)))
                    .isLessThanOrEqualTo(RetryPolicy.DELAY_MAX.toMillis());
        }
    }

    @Test
    void longestWait_canBeReported() {
        RetryPolicy longest = new RetryPolicy(10, 3, RetryPolicy.DELAY_MAX, 1, RetryPolicy.DELAY_MAX, 1);
        long wait = longest.delayMillis(1, Math.nextDown(1.0));

        assertThat(Report.retry(TaskId.of("t"), 1, wait, "failed", RunHistory.EMPTY)
                        .delayMillis())
                .isEqualTo(RetryPolicy.DELAY_MAX.toMillis());
    }

    @Test
    void defaults_areThoseOfTheContract() {
        RetryPolicy policy = RetryPolicy.DEFAULT;
        assertThat(policy.maxAttempts()).isEqualTo(10);
        assertThat(policy.maxLosses()).isEqualTo(3);
        assertThat(policy.delayMillis(1, 0.5)).isEqualTo(5_000);
        assertThat(policy.delayMillis(2, 0.5)).isEqualTo(10_000);
        assertThat(policy.delayMillis(2, 0)).isEqualTo(9_000);
        assertThat(policy.delayMillis(100, 0.5)).isEqualTo(HOUR);
    }

    @ParameterizedTest
    @ValueSource(ints = {Integer.MIN_VALUE, -1, 0, 1_000_001, Integer.MAX_VALUE})
    void counts_outOfBounds_areRefused(int count) {
        assertRefused(
                () -> RetryPolicy.DEFAULT.withMaxAttempts(count),
                "retry.maxAttempts",
                "1 to 1000000",
                "" + count,
                "10");
        assertRefused(
                () -> RetryPolicy.DEFAULT.withMaxLosses(count), "retry.maxLosses", "1 to 1000000", "" + count, "3");
    }

    @Test
    void delays_outOfBounds_areRefused() {
        Duration year = RetryPolicy.DELAY_MAX;
        assertRefused(() -> delays(Duration.ofNanos(-1), 2, year), "retry.firstDelay", "0 to 365 days", "PT5S");
        assertRefused(() -> delays(year.plusNanos(1), 2, year), "retry.firstDelay", "0 to 365 days");
        assertRefused(() -> delays(year, 2, year.plusNanos(1)), "retry.maxDelay", "365 days", "PT1H");
        assertRefused(
                () -> delays(Duration.ofSeconds(2), 2, Duration.ofSeconds(1)), "retry.maxDelay", "firstDelay (PT2S)");
        assertThat(delays(year, 1, year).delayMillis(5, 0.5)).isEqualTo(year.toMillis());
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, 0.999, 100.001, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, -2})
    void factor_outOfBounds_isRefused(double factor) {
        assertRefused(
                () -> delays(Duration.ofSeconds(1), factor, Duration.ofHours(1)),
                "retry.factor",
                "1 to 100",
                "" + factor);
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, -0.001, 1.001, Double.POSITIVE_INFINITY})
    void jitter_outOfBounds_isRefused(double jitter) {
        assertRefused(() -> RetryPolicy.DEFAULT.withJitter(jitter), "retry.jitter", "0 to 1", "" + jitter, "0.1");
    }

    private static RetryPolicy delays(Duration first, double factor, Duration max) {
        return RetryPolicy.DEFAULT.withDelays(first, factor, max);
    }

    private static void assertRefused(org.assertj.core.api.ThrowableAssert.ThrowingCallable call, String... words) {
        assertThatThrownBy(call).isInstanceOf(InvalidTaskException.class).hasMessageContainingAll(words);
    }
}
