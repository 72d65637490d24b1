package dev.punctual.suites;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.punctual.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.LongStream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What stands between our wheel and the tests of others must be right itself. */
class WheelDriverTest {

    private static final Duration GUARD = Duration.ofSeconds(30);
    private static final long HOUR_NANOS = TimeUnit.HOURS.toNanos(1);

    private final TimeSource time = TimeSource.system();
    private final ConcurrentLinkedQueue<Integer> ran = new ConcurrentLinkedQueue<>();
    private final List<WheelDriver> drivers = new ArrayList<>();

    @AfterEach
    void stopAll() {
        drivers.forEach(WheelDriver::stop);
        assertThat(drivers).noneMatch(WheelDriver::alive);
    }

    private WheelDriver start(Executor executor, long pendingMax) {
        WheelDriver driver =
                new WheelDriver(action -> new Thread(action, "wheel-driver-test"), executor, time, pendingMax);
        drivers.add(driver);
        driver.start();
        return driver;
    }

    private WheelDriver start() {
        return start(Runnable::run, 0);
    }

    private static WheelTimer add(WheelDriver driver, long delayNanos, Runnable action) {
        WheelTimer timer = driver.timer(action);
        driver.add(timer, delayNanos);
        return timer;
    }

    private static ConditionFactory soon() {
        return Awaitility.await().atMost(GUARD).pollInterval(Duration.ofMillis(5));
    }

    /** Whoever reads the clock before adding and inside the action must see the whole delay between. */
    @Test
    void noDelayIsCutShort_aroundTheBordersOfSlots() {
        WheelDriver driver = start();
        ConcurrentLinkedQueue<String> early = new ConcurrentLinkedQueue<>();
        long[] delays = LongStream.concat(LongStream.rangeClosed(0, 600), LongStream.of(4095, 4096, 4097))
                .toArray();

        for (long millis : delays) {
            long since = time.nanoTime();
            add(driver, TimeUnit.MILLISECONDS.toNanos(millis), () -> {
                long took = time.nanoTime() - since;
                if (took < TimeUnit.MILLISECONDS.toNanos(millis)) {
                    early.add(millis + " ms took only " + took + " ns");
                }
                ran.add((int) millis);
            });
        }

        soon().until(() -> ran.size() == delays.length);
        assertThat(early).isEmpty();
        assertThat(driver.pending()).isZero();
    }

    @Test
    void stopInsideAnAction_doesNotDeadlock_andCancelsTheRest() {
        WheelDriver driver = start();
        AtomicReference<List<WheelTimer>> left = new AtomicReference<>();
        WheelTimer far = add(driver, HOUR_NANOS, () -> ran.add(2));

        WheelTimer stopping = add(driver, 0, () -> left.set(driver.stop()));

        soon().until(() -> left.get() != null && !driver.alive());
        assertThat(left.get()).containsExactly(far);
        assertThat(far.isCancelled()).isTrue();
        assertThat(stopping.isExpired()).isTrue();
        assertThat(driver.stop()).isEmpty();
        assertThat(driver.pending()).isZero();
        assertThat(ran).isEmpty();
    }

    @Test
    void afterStop_nothingIsTaken() {
        WheelDriver driver = start();
        driver.stop();

        assertThatIllegalStateException().isThrownBy(() -> add(driver, 0, () -> ran.add(1)));
        assertThat(driver.pending()).isZero();
    }

    @Test
    void actionThatThrows_harmsNoOther() {
        WheelDriver driver = start();

        add(driver, 0, () -> {
            throw new AssertionError("planted");
        });
        soon().until(() -> driver.failure() != null);
        add(driver, 0, () -> ran.add(1));

        soon().until(() -> ran.size() == 1);
        assertThat(driver.failure()).hasMessage("planted");
        assertThat(driver.alive()).isTrue();
    }

    @Test
    void interruptLeftByAnAction_isNotTheNextOnesBusiness() {
        WheelDriver driver = start();
        AtomicInteger interrupted = new AtomicInteger();

        add(driver, 0, () -> {
            ran.add(1);
            Thread.currentThread().interrupt();
        });
        soon().until(() -> ran.size() == 1);
        add(driver, TimeUnit.MILLISECONDS.toNanos(20), () -> {
            if (Thread.currentThread().isInterrupted()) {
                interrupted.incrementAndGet();
            }
            ran.add(2);
        });

        soon().until(() -> ran.size() == 2);
        assertThat(interrupted).hasValue(0);
    }

    @Test
    void refusedExecution_isOfferedAgain_andLosesNothing() {
        AtomicInteger refusals = new AtomicInteger(50);
        WheelDriver driver = start(
                action -> {
                    if (refusals.getAndDecrement() > 0) {
                        throw new RejectedExecutionException("full");
                    }
                    action.run();
                },
                0);

        for (int i = 0; i < 100; i++) {
            int number = i;
            add(driver, TimeUnit.MILLISECONDS.toNanos(3), () -> ran.add(number));
        }

        soon().until(() -> ran.size() == 100);
        assertThat(refusals.get()).isEqualTo(-100);
        assertThat(ran).doesNotHaveDuplicates();
        assertThat(driver.pending()).isZero();
    }

    @Test
    void whatIsRefusedForEver_waits_canBeCancelled_andIsReturnedByStop() {
        AtomicInteger refusals = new AtomicInteger();
        WheelDriver driver = start(
                action -> {
                    refusals.incrementAndGet();
                    throw new RejectedExecutionException("full");
                },
                0);
        WheelTimer first = add(driver, 0, () -> ran.add(1));
        WheelTimer second = add(driver, 0, () -> ran.add(2));

        soon().until(() -> refusals.get() > 3);
        // While it is being offered it cannot be cancelled.
        soon().until(first::cancel);

        assertThat(driver.stop()).containsExactly(second);
        assertThat(driver.pending()).isZero();
        assertThat(ran).isEmpty();
    }

    @Test
    void cancelled_neverRuns_andMakesRoom() {
        WheelDriver driver = start(Runnable::run, 1);
        WheelTimer timer = add(driver, HOUR_NANOS, () -> ran.add(1));
        assertThatThrownBy(() -> add(driver, 0, () -> ran.add(2))).isInstanceOf(RejectedExecutionException.class);

        assertThat(timer.cancel()).isTrue();
        assertThat(timer.cancel()).isFalse();
        add(driver, 0, () -> ran.add(3));

        soon().until(() -> ran.size() == 1);
        assertThat(ran).containsExactly(3);
    }

    @Test
    void delayBeyondAllTime_waits() {
        WheelDriver driver = start();
        add(driver, Long.MAX_VALUE, () -> ran.add(1));
        add(driver, Long.MIN_VALUE, () -> ran.add(2));

        soon().until(() -> ran.size() == 1);

        assertThat(ran).containsExactly(2);
        assertThat(driver.pending()).isEqualTo(1);
    }

    /** A lost wake-up would leave one of them asleep for an hour. */
    @Test
    void whoeverAddsWhileTheThreadFallsAsleep_wakesIt() {
        WheelDriver driver = start();
        add(driver, HOUR_NANOS, () -> ran.add(-1));
        AtomicInteger done = new AtomicInteger();

        for (int round = 1; round <= 2_000; round++) {
            int expected = round;
            add(driver, 0, done::incrementAndGet);
            long since = time.nanoTime();
            while (done.get() < expected && time.nanoTime() - since < GUARD.toNanos()) {
                Thread.onSpinWait();
            }
            assertThat(done.get()).as("round %s", round).isEqualTo(expected);
        }
    }
}
