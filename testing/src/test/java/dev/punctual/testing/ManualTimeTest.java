package dev.punctual.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ManualTimeTest {

    private final ManualTime time = new ManualTime();

    @Test
    void now_standsStillUntilMoved() {
        assertThat(time.now()).isEqualTo(ManualTime.START).isEqualTo(time.now());
        assertThat(time.nanoTime()).isEqualTo(time.nanoTime());
    }

    @Test
    void advance_movesBothClocks() {
        long before = time.nanoTime();
        time.advance(Duration.ofMillis(1500));
        assertThat(time.now()).isEqualTo(ManualTime.START.plusMillis(1500));
        assertThat(time.nanoTime() - before).isEqualTo(1_500_000_000L);
    }

    @Test
    void stepWall_leavesTheMonotonicClockAlone() {
        long before = time.nanoTime();
        time.stepWall(Duration.ofMinutes(-3));
        assertThat(time.now()).isEqualTo(ManualTime.START.minusSeconds(180));
        assertThat(time.nanoTime()).isEqualTo(before);
    }

    @Test
    void advance_refusesToGoBack() {
        assertThatThrownBy(() -> time.advance(Duration.ofNanos(-1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("span");
        assertThat(time.now()).isEqualTo(ManualTime.START);
    }

    @Test
    void follower_isToldTheWallTimeAfterEveryMove_beforeTheMoveReturns() {
        List<Instant> told = new ArrayList<>();
        time.follow(told::add);
        assertThat(told).isEmpty();
        time.advance(Duration.ofSeconds(2));
        assertThat(told).containsExactly(ManualTime.START.plusSeconds(2));
        time.stepWall(Duration.ofSeconds(-5));
        assertThat(told).containsExactly(ManualTime.START.plusSeconds(2), ManualTime.START.minusSeconds(3));
    }
}
