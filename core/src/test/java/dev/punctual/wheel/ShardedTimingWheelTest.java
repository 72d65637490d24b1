package dev.punctual.wheel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShardedTimingWheelTest {

    private static final long NOW = 1_800_000_000_000L;
    private static final int MILLION = 1_000_000;
    private static final int BYTES_MAX = 64;

    @ParameterizedTest
    @ValueSource(ints = {0, 3})
    void aMillionTimers_takeAtMost64BytesEach(int shardBits) {
        ShardedTimingWheel wheel = new ShardedTimingWheel(shardBits, NOW);
        Random random = new Random(7);
        for (int i = 0; i < MILLION; i++) {
            assertThat(wheel.add(random.nextLong(), NOW + random.nextInt(3_600_000)))
                    .isTrue();
        }
        assertThat(wheel.size()).isEqualTo(MILLION);
        assertThat(wheel.bytes() / (double) MILLION).isLessThanOrEqualTo(BYTES_MAX);
    }

    @Test
    void id_namesOneTimerAtATime() {
        ShardedTimingWheel wheel = new ShardedTimingWheel(1, NOW);
        assertThat(wheel.add(7, NOW + 1)).isTrue();
        assertThat(wheel.add(7, NOW + 2)).isFalse();
        assertThat(wheel.cancel(7)).isTrue();
        assertThat(wheel.cancel(7)).isFalse();
        assertThat(wheel.add(7, NOW + 3)).isTrue();
        assertThat(wheel.nextEvent()).isLessThanOrEqualTo(NOW + 3);
        assertThat(wheel.advance(NOW + 2, 10, (id, deadline) -> {})).isZero();
        assertThat(wheel.nextEvent()).isEqualTo(NOW + 3);
        assertThat(wheel.advance(NOW + 3, 10, (id, deadline) -> {})).isEqualTo(1);
        assertThat(wheel.nextEvent()).isEqualTo(TimingWheel.NEVER);
    }

    @Test
    void randomIds_areFoundAndForgotten_likeInAMap() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        ShardedTimingWheel wheel = new ShardedTimingWheel(2, NOW);
        Map<Long, Long> model = new HashMap<>();
        long[] now = {NOW};
        for (int i = 0; i < 200_000; i++) {
            long id = random.nextInt(20_000) * (random.nextBoolean() ? 1L : 1L << 40);
            if (random.nextInt(3) > 0) {
                long deadline = now[0] + random.nextInt(10_000);
                assertThat(wheel.add(id, deadline))
                        .as("seed %d", seed)
                        .isEqualTo(model.putIfAbsent(id, deadline) == null);
            } else {
                assertThat(wheel.cancel(id)).as("seed %d", seed).isEqualTo(model.remove(id) != null);
            }
            if (i % 100 == 0) {
                now[0] += random.nextInt(300);
                wheel.advance(now[0], 64, (due, deadline) -> {
                    assertThat(deadline).isLessThanOrEqualTo(now[0]);
                    assertThat(model.remove(due)).as("seed %d", seed).isEqualTo(deadline);
                });
                assertThat(model.values()).as("seed %d", seed).allMatch(deadline -> deadline > now[0]);
            }
        }
        assertThat(wheel.size()).isEqualTo(model.size());
    }

    @Test
    void concurrentAddsAndCancels_handOutEveryOtherTimerOnce() throws InterruptedException {
        ShardedTimingWheel wheel = new ShardedTimingWheel(2, NOW);
        AtomicLong now = new AtomicLong(NOW);
        AtomicBoolean done = new AtomicBoolean();
        ConcurrentLinkedQueue<Long> handed = new ConcurrentLinkedQueue<>();
        ConcurrentLinkedQueue<Long> cancelled = new ConcurrentLinkedQueue<>();
        int each = 50_000;
        CountDownLatch begin = new CountDownLatch(1);
        List<Thread> threads = new ArrayList<>();
        for (int producer = 0; producer < 3; producer++) {
            long base = producer * 1_000_000L;
            threads.add(new Thread(() -> {
                await(begin);
                Random random = new Random(base);
                for (long id = base; id < base + each; id++) {
                    wheel.add(id, now.get() + random.nextInt(100));
                    if (random.nextInt(2) == 0 && wheel.cancel(id)) {
                        cancelled.add(id);
                    }
                }
            }));
        }
        Thread driver = new Thread(() -> {
            await(begin);
            while (!done.get()) {
                wheel.advance(now.incrementAndGet(), 256, (id, deadline) -> {
                    assertThat(deadline).isLessThanOrEqualTo(now.get());
                    handed.add(id);
                });
            }
        });
        driver.start();
        threads.forEach(Thread::start);
        begin.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        done.set(true);
        driver.join();
        wheel.advance(now.get() + 1_000, 256, (id, deadline) -> handed.add(id));
        assertThat(handed)
                .doesNotContainAnyElementsOf(List.copyOf(cancelled).subList(0, Math.min(100, cancelled.size())));
        assertThat(handed).doesNotHaveDuplicates();
        assertThat(handed.size() + cancelled.size()).isEqualTo(3 * each);
        assertThat(wheel.size()).isZero();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void numberOfShards_isLimited() {
        assertThatThrownBy(() -> new ShardedTimingWheel(11, NOW)).hasMessageContaining("11");
    }
}
