package dev.punctual.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.punctual.ClaimRequest;
import dev.punctual.ClaimRequest.Wanted;
import dev.punctual.PayloadCodec;
import dev.punctual.RetryPolicy;
import dev.punctual.Selector;
import dev.punctual.StoreSettings;
import dev.punctual.TaskClient;
import dev.punctual.TaskHandler;
import dev.punctual.TaskId;
import dev.punctual.TaskState;
import dev.punctual.TaskStore;
import dev.punctual.TaskType;
import dev.punctual.memory.MemoryTaskStore;
import dev.punctual.worker.TaskWorker;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A worker that a test moves through time. */
class SteppedWorkerTest {

    private static final TaskType<String> ORDER = TaskType.of("order.cancel", PayloadCodec.text())
            .retry(RetryPolicy.DEFAULT.withJitter(0).withMaxAttempts(3));
    private static final Instant START = ManualTime.START;

    private final ManualTime time = new ManualTime();
    private final TaskStore store = MemoryTaskStore.open(StoreSettings.DEFAULT.withTime(time));
    private final TaskClient client = TaskClient.of(store);
    private final List<Instant> ranAt = new ArrayList<>();

    private SteppedWorker stepped(TaskHandler<String> handler) {
        TaskWorker worker =
                TaskWorker.builder(store).time(time).handler(ORDER, handler).build();
        return new SteppedWorker(worker, store, time, 1_000);
    }

    private SteppedWorker noting() {
        return stepped((payload, context) -> ranAt.add(time.now()));
    }

    private TaskState state(String id) {
        return client.find(TaskId.of(id)).orElseThrow().state();
    }

    @Test
    void thirtyMinutes_passAtOnce_andEachTaskRunsExactlyAtItsTime() {
        SteppedWorker stepped = noting();
        client.schedule(ORDER.in(Duration.ofMinutes(30), "a"));
        client.schedule(ORDER.in(Duration.ofMinutes(10), "b"));
        client.schedule(ORDER.in(Duration.ofMinutes(30).plusMillis(1), "c"));

        assertThat(stepped.advance(Duration.ofMinutes(30))).isEqualTo(2);

        assertThat(ranAt).containsExactly(START.plusSeconds(600), START.plusSeconds(1_800));
        assertThat(time.now()).isEqualTo(START.plusSeconds(1_800));
    }

    @Test
    void years_passToo() {
        SteppedWorker stepped = noting();
        client.schedule(ORDER.in(Duration.ofDays(3_000), "a"));

        assertThat(stepped.advance(Duration.ofDays(3_001))).isEqualTo(1);

        assertThat(ranAt).containsExactly(START.plus(Duration.ofDays(3_000)));
    }

    @Test
    void retries_happenAtTheirTimes_upToTheDeadLetter() {
        SteppedWorker stepped = stepped((payload, context) -> {
            ranAt.add(time.now());
            throw new IllegalStateException("no");
        });
        client.schedule(ORDER.in(Duration.ofSeconds(1), "a").id("a"));

        assertThat(stepped.advance(Duration.ofMinutes(1))).isEqualTo(3);

        assertThat(ranAt).containsExactly(START.plusSeconds(1), START.plusSeconds(6), START.plusSeconds(16));
        assertThat(state("a")).isEqualTo(TaskState.DEAD);
    }

    @Test
    void taskThatSchedulesItsSuccessor_goesOnInTime() {
        SteppedWorker stepped = stepped((payload, context) -> {
            ranAt.add(time.now());
            context.client().schedule(ORDER.in(Duration.ofHours(1), payload));
        });
        client.schedule(ORDER.in(Duration.ofHours(1), "a"));

        assertThat(stepped.advance(Duration.ofHours(5))).isEqualTo(5);
    }

    @Test
    void tasksWithoutEnd_areToldLoudly() {
        SteppedWorker stepped = stepped((payload, context) -> client.schedule(ORDER.now("again")));
        client.schedule(ORDER.now("a"));

        assertThatThrownBy(stepped::runDue)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("due at once");
    }

    @Test
    void taskOfALostWorker_runsWhenItsLeaseHasEnded() {
        SteppedWorker stepped = noting();
        client.schedule(ORDER.now("a").id("a"));
        Wanted any = new Wanted(Selector.any(), Selector.any(), Selector.any(), 1);
        assertThat(store.claimDue(new ClaimRequest("lost", 1, 1, Duration.ofSeconds(40), any))
                        .claims())
                .hasSize(1);

        assertThat(stepped.advance(Duration.ofMinutes(5))).isEqualTo(1);

        assertThat(ranAt).containsExactly(START.plusMillis(40_001));
        assertThat(client.find(TaskId.of("a")).orElseThrow().losses()).isEqualTo(1);
    }

    @Test
    void whatNobodyHereCanRun_isLeftAlone() {
        SteppedWorker stepped = noting();
        TaskType<String> other = TaskType.of("other", PayloadCodec.text());
        client.schedule(other.in(Duration.ofSeconds(1), "x").id("x"));
        client.schedule(ORDER.in(Duration.ofSeconds(2), "a").id("a"));

        assertThat(stepped.advance(Duration.ofMinutes(1))).isEqualTo(1);

        assertThat(state("x")).isEqualTo(TaskState.SCHEDULED);
        assertThat(state("a")).isEqualTo(TaskState.SUCCEEDED);
    }

    @Test
    void handlerThatTakesTime_movesIt_andDelaysTheOthers() {
        SteppedWorker stepped = stepped((payload, context) -> {
            ranAt.add(time.now());
            time.advance(Duration.ofSeconds(7));
        });
        client.schedule(ORDER.in(Duration.ofSeconds(1), "a"));
        client.schedule(ORDER.in(Duration.ofSeconds(2), "b"));

        assertThat(stepped.advance(Duration.ofSeconds(5))).isEqualTo(2);

        assertThat(ranAt).containsExactly(START.plusSeconds(1), START.plusSeconds(8));
        assertThat(time.now()).isEqualTo(START.plusSeconds(15));
    }
}
