package dev.punctual.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.punctual.StoreException;
import dev.punctual.TaskState;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A worker without threads, stepped from outside. */
class WorkerStepsTest {

    private final Bench bench = new Bench();
    private final WorkerSteps steps = bench.worker().buildStepped(Runnable::run);

    private int duty(String name) {
        return IntStream.range(0, steps.size())
                .filter(duty -> steps.name(duty).equals("bench-" + name))
                .findFirst()
                .orElseThrow();
    }

    private Duration step(String name) {
        return steps.step(duty(name));
    }

    @Test
    void duties_doTheirWork_andAskForTheirNextStep() {
        bench.schedule("t0", Duration.ofMillis(200));

        assertThat(step("poll")).isEqualTo(Duration.ofMillis(200));
        bench.time.advance(Duration.ofMillis(200));
        assertThat(step("poll")).isEqualTo(Duration.ofMillis(500));
        assertThat(bench.find("t0").state()).isEqualTo(TaskState.RUNNING);
        assertThat(step("settle")).isEqualTo(Role.UNTIL_WOKEN);

        assertThat(bench.ran).containsExactly("t0");
        assertThat(bench.find("t0").state()).isEqualTo(TaskState.SUCCEEDED);
    }

    @Test
    void hint_wakesThePoller_andItsStepClearsThat() {
        step("poll");
        assertThat(steps.woken(duty("poll"))).isFalse();

        bench.schedule("t0", Duration.ZERO);
        assertThat(steps.woken(duty("poll"))).isTrue();

        step("poll");
        assertThat(steps.woken(duty("poll"))).isFalse();
        assertThat(bench.ran).containsExactly("t0");
    }

    @Test
    void trouble_isSurvived_andNotHammeredOn() {
        bench.store.onClaim = TroubledStore.down(StoreException.Kind.UNAVAILABLE);

        assertThat(step("poll")).isEqualTo(Duration.ofMillis(50));
        bench.schedule("t0", Duration.ZERO);

        assertThat(steps.woken(duty("poll"))).isFalse();
    }

    @Test
    void stop_isCarriedOnByItsSteps() {
        assertThat(step("stop")).isEqualTo(Role.UNTIL_WOKEN);
        bench.scheduleDue(20);
        step("poll");
        step("poll");
        assertThat(bench.ran).hasSize(20);
        assertThat(steps.woken(duty("stop"))).isFalse();
        assertThat(steps.stopped()).isFalse();

        steps.stop();
        assertThat(steps.woken(duty("stop"))).isTrue();
        for (int i = 0; !steps.stopped(); i++) {
            step("settle");
            step("stop");
            assertThat(i).as("steps of the stop").isLessThan(10);
        }

        bench.schedule("late", Duration.ZERO);
        assertThat(steps.woken(duty("poll"))).isFalse();
        step("poll");
        assertThat(bench.ran).hasSize(20);
        assertThatThrownBy(steps::stop).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void abandoned_itHearsNoHints() {
        step("poll");

        steps.abandon();
        bench.schedule("t0", Duration.ZERO);

        assertThat(steps.woken(duty("poll"))).isFalse();
    }
}
