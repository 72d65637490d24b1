package dev.punctual.worker;

import static dev.punctual.worker.Bench.step;
import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.ClaimResult;
import dev.punctual.Due;
import dev.punctual.NewTask;
import dev.punctual.Priority;
import dev.punctual.RetryPolicy;
import dev.punctual.TaskId;
import dev.punctual.TaskQueries.QueueInfo;
import dev.punctual.TaskState;
import dev.punctual.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A herd that is due in the same millisecond, and what it does to others. A run takes one millisecond of time. */
class A21_HerdTest {

    private static final int HERD = 100_000;
    private static final int SLOTS = 16;
    private static final Duration RUN = Duration.ofMillis(1);

    private final Bench bench = new Bench();
    private final List<Long> smallLateness = new ArrayList<>();
    private final Map<String, Integer> starts = new HashMap<>();

    private TaskWorker worker() {
        return bench.worker((payload, context) -> {
                    starts.merge(context.id().value(), 1, Integer::sum);
                    if (context.record().spec().queue().equals("small")) {
                        smallLateness.add(bench.time.now().toEpochMilli()
                                - context.dueAt().toEpochMilli());
                    }
                    bench.time.advance(RUN);
                })
                .slots(SLOTS)
                .lease(Duration.ofHours(1))
                .build();
    }

    private NewTask inQueue(String id, String queue, Instant due) {
        NewTask task = bench.task(id, Duration.ZERO);
        return NewTask.of(task.id(), task.spec().withQueue(queue), Due.at(due));
    }

    private void scheduleHerd(Instant due) {
        for (int from = 0; from < HERD; from += 10_000) {
            List<NewTask> batch = new ArrayList<>();
            for (int i = from; i < from + 10_000; i++) {
                batch.add(inQueue("h" + i, "herd", due));
            }
            bench.store.insert(batch);
        }
    }

    private long oldestDue(String queue) {
        return bench.store.queries().queues().stream()
                .filter(info -> info.queue().equals(queue))
                .mapToLong(QueueInfo::oldestDueMillis)
                .findFirst()
                .orElseThrow();
    }

    private static void drain(TaskWorker worker, Map<String, Integer> starts, int until) {
        while (starts.size() < until) {
            step(worker, "poll");
            step(worker, "settle");
        }
    }

    @Test
    void A21_theOtherQueue_startsWithinOneRoundOfClaims_allTheWayThroughTheHerd() {
        Instant noon = bench.time.now().plusSeconds(1);
        scheduleHerd(noon);
        int small = HERD / 1_000;
        for (int i = 0; i < small; i++) {
            bench.insert(inQueue("s" + i, "small", noon.plusSeconds(i).plusMillis(500)));
        }
        TaskWorker worker = worker();
        bench.time.advance(Duration.ofSeconds(1));

        drain(worker, starts, HERD / 2);
        assertThat(oldestDue("herd")).isEqualTo(noon.toEpochMilli());
        drain(worker, starts, HERD + small - 1);
        bench.time.advance(Duration.ofSeconds(1));
        drain(worker, starts, HERD + small);

        assertThat(starts.values()).containsOnly(1);
        assertThat(oldestDue("herd")).isEqualTo(ClaimResult.NONE);
        assertThat(smallLateness).hasSize(small);
        // The round that was under way when it came due, and its own place in the next one.
        assertThat(smallLateness.subList(0, small - 1)).allMatch(late -> late >= 0 && late <= 2 * SLOTS);
    }

    @Test
    void A21_priority_goesFirst_butNothingStarvesBehindAStreamOfHigherOnes() {
        AtomicInteger urgent = new AtomicInteger();
        AtomicInteger urgentBefore = new AtomicInteger(-1);
        TaskWorker worker = bench.worker((payload, context) -> {
                    if (payload.startsWith("low")) {
                        urgentBefore.set(urgent.get());
                    } else {
                        bench.time.advance(RUN);
                        bench.insert(of("u" + urgent.incrementAndGet(), Priority.HIGHEST));
                    }
                })
                .slots(1)
                .build();
        bench.insert(of("low", Priority.LOWEST));
        bench.time.advance(RUN);
        bench.insert(of("u0", Priority.HIGHEST));

        while (urgentBefore.get() < 0) {
            step(worker, "poll");
            step(worker, "settle");
            assertThat(urgent).as("urgent ones before the low one").hasValueLessThanOrEqualTo(16);
        }

        assertThat(urgentBefore).as("the higher priority went first").hasValueGreaterThan(0);
        assertThat(bench.find("low").state()).isEqualTo(TaskState.SUCCEEDED);
    }

    private NewTask of(String id, Priority priority) {
        NewTask task = bench.task(id, Duration.ZERO, RetryPolicy.DEFAULT);
        return NewTask.of(TaskId.of(id), task.spec().withPriority(priority), Due.now());
    }

    /** Prints a figure: the first and the last tenth of the herd on real threads and clocks. */
    @Test
    @Tag("field")
    void A21_field_theLastTenthIsNoSlowerThanTheFirst() {
        TimeSource clock = TimeSource.system();
        scheduleHerd(bench.time.now());
        AtomicInteger ran = new AtomicInteger();
        AtomicLong[] marks = {new AtomicLong(), new AtomicLong(), new AtomicLong()};
        TaskWorker worker = TaskWorker.builder(bench.store.inner)
                .handler(Bench.ORDER, (payload, context) -> {
                    int now = ran.incrementAndGet();
                    if (now == HERD / 10) {
                        marks[0].set(clock.nanoTime());
                    } else if (now == HERD - HERD / 10) {
                        marks[1].set(clock.nanoTime());
                    } else if (now == HERD) {
                        marks[2].set(clock.nanoTime());
                    }
                })
                .slots(64)
                .build();
        long begin = clock.nanoTime();
        try (worker) {
            worker.start();
            Bench.soon().until(() -> ran.get() == HERD);
        }
        double first = HERD / 10.0 / ((marks[0].get() - begin) / 1e9);
        double last = HERD / 10.0 / ((marks[2].get() - marks[1].get()) / 1e9);
        System.out.printf("A21 memory: first tenth %.0f/s, last tenth %.0f/s, ratio %.2f%n", first, last, last / first);
        assertThat(ran).hasValue(HERD);
    }
}
