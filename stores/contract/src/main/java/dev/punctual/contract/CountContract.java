package dev.punctual.contract;

import static dev.punctual.contract.Tasks.complete;
import static dev.punctual.contract.Tasks.due;
import static dev.punctual.contract.Tasks.in;
import static dev.punctual.contract.Tasks.later;
import static dev.punctual.contract.Tasks.queue;
import static dev.punctual.contract.Tasks.type;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.punctual.ClaimResult;
import dev.punctual.IfExists;
import dev.punctual.NewTask;
import dev.punctual.Selector;
import dev.punctual.TaskQueries.Count;
import dev.punctual.TaskQueries.Forecast;
import dev.punctual.TaskQueries.QueueInfo;
import dev.punctual.TaskQueries.Window;
import dev.punctual.TaskState;
import dev.punctual.WorkerInfo;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a dashboard shows: counts, queues, the forecast and the workers. */
public interface CountContract extends StoreContract {

    private Forecast forecast(long fromMillis, long toMillis, Duration step) {
        Window window = new Window(Instant.ofEpochMilli(fromMillis), Instant.ofEpochMilli(toMillis));
        return queries().forecast(Selector.any(), Selector.any(), window, step);
    }

    @Test
    default void counts_followEveryTransition() {
        assertThat(queries().counts()).isEmpty();
        for (TaskState state : TaskState.values()) {
            bring("one-" + state, state);
        }
        Map<TaskState, Long> expected = new EnumMap<>(TaskState.class);
        for (TaskState state : TaskState.values()) {
            expected.put(state, 1L);
        }
        assertThat(queries().counts()).containsExactly(new Count("default", "work", expected, true));
        redrive("one-DEAD");
        cancel("one-SCHEDULED");
        discard("one-SUCCEEDED");
        assertThat(queries().counts())
                .containsExactly(new Count(
                        "default",
                        "work",
                        Map.of(
                                TaskState.SCHEDULED, 1L,
                                TaskState.RUNNING, 1L,
                                TaskState.CANCELLED, 2L,
                                TaskState.EXPIRED, 1L),
                        true));
    }

    @Test
    default void counts_areKeptByQueueAndType() {
        create(
                queue(type(later("a"), "t1"), "q1"),
                queue(type(later("b"), "t2"), "q1"),
                queue(type(later("c"), "t1"), "q2"),
                queue(type(later("d"), "t1"), "q2"));
        assertThat(queries().counts())
                .containsExactlyInAnyOrder(
                        new Count("q1", "t1", Map.of(TaskState.SCHEDULED, 1L), true),
                        new Count("q1", "t2", Map.of(TaskState.SCHEDULED, 1L), true),
                        new Count("q2", "t1", Map.of(TaskState.SCHEDULED, 2L), true));
    }

    @Test
    default void counts_followReplaceIntoAnotherQueue() {
        create(queue(later("a"), "q1"));
        schedule(queue(later("a"), "q2").ifExists(IfExists.REPLACE));
        assertThat(queries().counts()).containsExactly(new Count("q2", "work", Map.of(TaskState.SCHEDULED, 1L), true));
    }

    @Test
    default void counts_sumUpToWhatWasScheduled() {
        List<NewTask> tasks = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            tasks.add(queue(due("t" + i), "q" + i % 7));
        }
        store().insert(tasks);
        ClaimingWorker worker = worker();
        worker.claim(300).claims().forEach(run -> {
            int kind = Math.floorMod(run.id().value().hashCode(), 3);
            settle(kind == 0 ? complete(run) : kind == 1 ? Tasks.retry(run, 60_000) : Tasks.bury(run));
        });
        long sum = queries().counts().stream()
                .flatMap(count -> count.byState().values().stream())
                .mapToLong(Long::longValue)
                .sum();
        assertThat(sum).isEqualTo(500);
        assertThat(queries().counts())
                .allMatch(count -> count.byState().values().stream().allMatch(n -> n > 0));
    }

    @Test
    default void queues_showStatesPauseAndTheOldestDueTime() {
        create(queue(in("a", 20_000), "busy"), queue(in("b", 10_000), "busy"), queue(type(due("c"), "x"), "calm"));
        worker().queues("calm").take("c");
        queries().pause("held");
        assertThat(queries().queues())
                .containsExactly(
                        new QueueInfo(
                                "busy",
                                Map.of(TaskState.SCHEDULED, 2L),
                                false,
                                find("b").dueAt()),
                        new QueueInfo("calm", Map.of(TaskState.RUNNING, 1L), false, ClaimResult.NONE),
                        new QueueInfo("held", Map.of(), true, ClaimResult.NONE));
        queries().resume("held");
        assertThat(queries().queues()).extracting(QueueInfo::queue).containsExactly("busy", "calm");
    }

    @Test
    default void queues_sumOverTypes() {
        create(type(later("a"), "t1"), type(later("b"), "t2"), type(later("c"), "t3"));
        queries().pause("default");
        assertThat(queries().queues())
                .containsExactly(new QueueInfo(
                        "default",
                        Map.of(TaskState.SCHEDULED, 3L),
                        true,
                        find("a").dueAt()));
    }

    @Test
    default void forecast_countsEachStep() {
        long base = storeNow() + 3_600_000;
        create(Tasks.at("a", base), Tasks.at("b", base + 9_999), Tasks.at("c", base + 10_000));
        create(Tasks.at("d", base + 39_999), Tasks.at("e", base + 40_000), Tasks.at("f", base - 1));
        Forecast forecast = forecast(base, base + 40_000, Duration.ofSeconds(10));
        assertThat(forecast.counts()).containsExactly(2L, 1L, 0L, 1L);
        assertThat(forecast.complete()).isTrue();
    }

    @Test
    default void forecast_putsOverdueTasksIntoTheFirstStep() {
        start("running");
        create(due("a"), Tasks.at("b", storeNow() - 86_400_000), in("c", 900_000));
        advance(5);
        long now = storeNow();
        Forecast forecast = forecast(now, now + 1_200_000, Duration.ofMinutes(5));
        assertThat(forecast.counts()).containsExactly(2L, 0L, 1L, 0L);
        assertThat(forecast(now - 1_000, now + 1, Duration.ofHours(1)).counts()).containsExactly(2L);
    }

    @Test
    default void forecast_roundsTheLastStepUp() {
        long base = storeNow() + 3_600_000;
        create(Tasks.at("a", base + 24), Tasks.at("b", base + 25));
        assertThat(forecast(base, base + 25, Duration.ofMillis(10)).counts()).containsExactly(0L, 0L, 1L);
    }

    @Test
    default void forecast_looksAtQueuesAndTypes() {
        long base = storeNow();
        create(queue(in("a", 1_000), "q1"), queue(type(in("b", 2_000), "t2"), "q1"), queue(in("c", 3_000), "q2"));
        Window window = new Window(Instant.ofEpochMilli(base), Instant.ofEpochMilli(base + 3_600_000));
        Duration step = Duration.ofHours(1);
        assertThat(queries()
                        .forecast(Selector.of("q1"), Selector.any(), window, step)
                        .counts())
                .containsExactly(2L);
        assertThat(queries()
                        .forecast(Selector.any(), Selector.of("t2"), window, step)
                        .counts())
                .containsExactly(1L);
        assertThat(queries()
                        .forecast(Selector.of("q2"), Selector.of("t2"), window, step)
                        .counts())
                .containsExactly(0L);
    }

    @Test
    default void forecast_refusesTooManySteps() {
        long base = storeNow();
        assertThatThrownBy(() -> forecast(base, base + 20_001, Duration.ofMillis(2)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> forecast(base, base + 10, Duration.ZERO)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> forecast(base, base + 10, Duration.ofNanos(999_999)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    default void beat_tellsTheTimeAndShowsTheWorker() {
        ClaimingWorker worker = worker().queues("q1").types("t1", "t2");
        long before = storeNow();
        long now = store().beat(worker.info(3)).nowMillis();
        assertThat(now).isBetween(before, storeNow());
        assertThat(queries().workers()).containsExactly(worker.info(3).seenAt(now));
    }

    @Test
    default void beat_again_updatesTheWorker() {
        ClaimingWorker worker = worker();
        store().beat(worker.info(1));
        advance(100);
        long now = store().beat(worker.info(2)).nowMillis();
        assertThat(queries().workers()).containsExactly(worker.info(2).seenAt(now));
        store().beat(worker().info(0));
        assertThat(queries().workers()).hasSize(2);
    }

    @Test
    default void beat_changesNoClaimNumber() {
        create(due("a"));
        ClaimingWorker worker = worker();
        store().beat(worker.info(0));
        assertThat(worker.claim(1).claims()).hasSize(1);
        store().beat(worker.info(1));
        assertThat(worker.repeat(1).claims()).hasSize(1);
        assertThat(queries().workers()).extracting(WorkerInfo::worker).containsExactly(worker.id());
    }
}
