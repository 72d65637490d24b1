package dev.punctual.jdbc;

import static dev.punctual.jdbc.SomeTasks.claim;
import static dev.punctual.jdbc.SomeTasks.due;
import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.Due;
import dev.punctual.Limits;
import dev.punctual.NewTask;
import dev.punctual.TaskRecord;
import dev.punctual.TaskStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A herd that is due in the same millisecond, and what it does to another queue. */
class A21_HerdTest {

    private static final int HERD = Integer.getInteger("punctual.field.herd", 2_000);
    private static final int CLAIM = 100;
    /** After so many claims the other queue gets a task. */
    private static final int EVERY = 5;

    private static NewTask inQueue(String id, String queue, Due due) {
        NewTask task = due(id);
        return NewTask.of(task.id(), task.spec().withQueue(queue), due);
    }

    private static void scheduleHerd(TaskStore store) {
        Due noon = Due.at(Instant.parse("2026-01-01T12:00:00Z"));
        List<NewTask> batch = new ArrayList<>();
        for (int i = 0; i < HERD; i++) {
            batch.add(inQueue("h" + i, "herd", noon));
            if (batch.size() == Limits.BATCH_MAX || i == HERD - 1) {
                store.insert(batch);
                batch.clear();
            }
        }
    }

    @Tag("also-field")
    @ParameterizedTest
    @EnumSource
    void A21_theOtherQueue_isServedByTheNextClaim_allTheWayThroughTheHerd(SqlServer server) {
        FieldFigures figures = new FieldFigures(A21_HerdTest.class, server);
        Set<String> ran = new HashSet<>();
        List<Double> rounds = new ArrayList<>();
        int small = 0;
        try (Database database = server.create();
                TaskStore store =
                        JdbcTaskStore.builder(database.dataSource()).pollOnly().build()) {
            scheduleHerd(store);
            for (long number = 1; ran.size() < HERD + small; number++) {
                String expected = number % EVERY == 0 ? "s" + small++ : "";
                if (!expected.isEmpty()) {
                    store.insert(List.of(inQueue(expected, "small", Due.now())));
                }
                long claimed = number;
                List<TaskRecord> runs = new ArrayList<>();
                rounds.add(FieldFigures.millis(() -> {
                    runs.addAll(claim(store, "w", claimed, CLAIM).claims());
                    store.settle(runs.stream().map(SomeTasks::complete).toList());
                }));
                assertThat(runs).hasSizeLessThanOrEqualTo(CLAIM);
                for (TaskRecord run : runs) {
                    assertThat(ran.add(run.id().value()))
                            .as("first run of " + run.id())
                            .isTrue();
                }
                assertThat(expected.isEmpty() || ran.contains(expected))
                        .as("claim %d has %s", number, expected)
                        .isTrue();
            }
        }
        assertThat(ran).hasSize(HERD + small);
        int tenth = Math.max(1, rounds.size() / 10);
        double first = sum(rounds.subList(0, tenth));
        double last = sum(rounds.subList(rounds.size() - 1 - tenth, rounds.size() - 1));
        figures.keep("claim and settle " + CLAIM + ", first tenth of " + HERD, "ms", first / tenth);
        figures.keep("claim and settle " + CLAIM + ", rate of the last tenth to the first", "ratio", first / last);
    }

    private static double sum(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).sum();
    }
}
