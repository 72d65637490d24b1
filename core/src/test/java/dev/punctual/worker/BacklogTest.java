package dev.punctual.worker;

import static dev.punctual.worker.Bench.step;
import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.ClaimRequest;
import dev.punctual.NewTask;
import dev.punctual.TaskQueries.Count;
import dev.punctual.TaskState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** However much is due, a worker holds no more than it has slots for. */
class BacklogTest {

    private static final int BACKLOG = 500_000;
    private static final int SLOTS = 16;

    private final Bench bench = new Bench();

    private void scheduleBacklog() {
        List<NewTask> batch = new ArrayList<>();
        for (int i = 0; i < BACKLOG; i++) {
            batch.add(bench.task("t" + i, Duration.ZERO));
            if (batch.size() == 10_000) {
                bench.store.insert(batch);
                batch.clear();
            }
        }
    }

    private long running() {
        return bench.store.inner.queries().counts().stream()
                .map(Count::byState)
                .mapToLong(counts -> counts.getOrDefault(TaskState.RUNNING, 0L))
                .sum();
    }

    @Test
    void halfAMillionDue_theWorkerHoldsNoMoreThanItsSlots() {
        scheduleBacklog();
        TaskWorker worker = bench.worker().slots(SLOTS).runBy(bench.later()).build();

        for (int round = 0; round < 2_000; round++) {
            step(worker, "poll");
            step(worker, "poll");
            assertThat(bench.waiting).as("claimed and waiting for a thread").hasSize(SLOTS);
            assertThat(running()).as("held in the store").isEqualTo(SLOTS);
            int runs = 1 + round % SLOTS;
            for (int i = 0; i < runs; i++) {
                bench.runNext();
            }
            // A slot is free as soon as the handler is back, but what is not reported is still held, by the settler.
            assertThat(worker.status().running()).isEqualTo(SLOTS - runs);
            assertThat(worker.status().queuedReports()).isEqualTo(runs);
            step(worker, "settle");
        }

        assertThat(bench.store.claims).extracting(ClaimRequest::max).allMatch(max -> max >= 1 && max <= SLOTS);
        assertThat(bench.ran).doesNotHaveDuplicates();
    }
}
