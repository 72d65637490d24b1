package dev.punctual.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The one class that owns a thread. */
class RoleLoopTest {

    private static final Duration GUARD = Duration.ofSeconds(20);

    private final List<RoleLoop> started = new ArrayList<>();
    private final AtomicInteger steps = new AtomicInteger();

    @AfterEach
    void stopAll() {
        started.forEach(RoleLoop::stop);
        started.forEach(loop -> loop.join(GUARD));
    }

    private RoleLoop start(Role role) {
        return start(role, TimeSource.system());
    }

    private RoleLoop start(Role role, TimeSource time) {
        RoleLoop loop = new RoleLoop("test-loop", role, time);
        started.add(loop);
        loop.start();
        return loop;
    }

    @Test
    void whateverAStepThrows_theLoopGoesOn() {
        List<Throwable> thrown = List.of(
                new IllegalStateException("a"), new OutOfMemoryError("b"), new StackOverflowError(), new ThreadDeath());

        RoleLoop loop = start(() -> {
            int step = steps.getAndIncrement();
            if (step < thrown.size()) {
                throwSneakily(thrown.get(step));
            }
            return Role.UNTIL_WOKEN;
        });

        Bench.soon().until(() -> steps.get() == 5 && !loop.failing());
        assertThat(loop.error()).isEqualTo("java.lang.ThreadDeath");
    }

    @Test
    void troubleWaits_doublingUpToFiveSeconds() {
        RoleLoop loop = new RoleLoop(
                "test-loop",
                () -> {
                    throw new IllegalStateException("down");
                },
                new HandMovedTime());
        List<Long> waits = new ArrayList<>();

        for (int i = 0; i < 100; i++) {
            waits.add(loop.attempt().toMillis());
        }

        assertThat(waits.subList(0, 8)).containsExactly(50L, 100L, 200L, 400L, 800L, 1_600L, 3_200L, 5_000L);
        assertThat(waits.subList(8, 100)).containsOnly(5_000L);
    }

    @Test
    void waitAfterTrouble_isNotCutShortByWakes() {
        HandMovedTime time = new HandMovedTime();
        RoleLoop loop = start(
                () -> {
                    steps.incrementAndGet();
                    throw new IllegalStateException("down");
                },
                time);
        Bench.soon().until(loop::failing);

        loop.wake();
        Bench.soon().during(Duration.ofMillis(150)).until(() -> steps.get() == 1);
        time.advance(Duration.ofMillis(50));

        Bench.soon().until(() -> steps.get() == 2);
    }

    @Test
    void waitAfterTrouble_isNoLongerThanTheRoleCanBear() {
        RoleLoop loop = new RoleLoop(
                "test-loop",
                () -> {
                    throw new IllegalStateException("down");
                },
                new HandMovedTime(),
                Duration.ofMillis(333));

        for (int i = 0; i < 10; i++) {
            assertThat(loop.attempt()).isLessThanOrEqualTo(Duration.ofMillis(333));
        }
    }

    @Test
    void wake_endsTheWait() {
        RoleLoop loop = start(() -> {
            steps.incrementAndGet();
            return Role.UNTIL_WOKEN;
        });
        Bench.soon().until(() -> steps.get() == 1);

        loop.wake();

        Bench.soon().until(() -> steps.get() == 2);
    }

    @Test
    void wakeDuringAStep_isNotLost() throws InterruptedException {
        CountDownLatch inStep = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        RoleLoop loop = start(() -> {
            if (steps.incrementAndGet() == 1) {
                inStep.countDown();
                awaitQuietly(goOn);
            }
            return Role.UNTIL_WOKEN;
        });
        inStep.await();

        loop.wake();
        goOn.countDown();

        Bench.soon().until(() -> steps.get() == 2);
    }

    @Test
    void wakesInAHurry_areNeverLost() {
        AtomicInteger wanted = new AtomicInteger();
        AtomicInteger seen = new AtomicInteger();
        RoleLoop loop = start(() -> {
            seen.set(wanted.get());
            return Role.UNTIL_WOKEN;
        });

        for (int i = 1; i <= 20_000; i++) {
            wanted.set(i);
            loop.wake();
        }

        Bench.soon().until(() -> seen.get() == 20_000);
    }

    @Test
    void interrupt_neitherEndsNorHeatsTheLoop() {
        List<Thread> thread = new ArrayList<>();
        RoleLoop loop = start(() -> {
            thread.add(Thread.currentThread());
            steps.incrementAndGet();
            return Role.UNTIL_WOKEN;
        });
        Bench.soon().until(() -> steps.get() == 1);

        thread.get(0).interrupt();
        Bench.soon().until(() -> steps.get() == 2);
        Bench.soon().during(Duration.ofMillis(100)).until(() -> steps.get() == 2);
        loop.wake();

        Bench.soon().until(() -> steps.get() == 3);
    }

    @Test
    void stop_endsTheThread() {
        RoleLoop loop = start(() -> {
            steps.incrementAndGet();
            return Role.UNTIL_WOKEN;
        });
        Bench.soon().until(() -> steps.get() == 1);

        loop.stop();
        loop.join(GUARD);

        loop.wake();
        assertThat(steps).hasValue(1);
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <E extends Throwable> void throwSneakily(Throwable thrown) throws E {
        throw (E) thrown;
    }
}
