package dev.punctual.embedded;

import dev.punctual.InvalidTaskException;
import dev.punctual.Limits;
import dev.punctual.Refusal;
import dev.punctual.Selector;
import dev.punctual.TaskId;
import dev.punctual.TaskQueries;
import dev.punctual.TaskRecord;
import dev.punctual.TaskState;
import dev.punctual.WorkerInfo;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** The side of the engine for people: looking and counting, pausing and resuming. Not thread-safe. */
final class TaskDesk {

    /** Most entries of the due index that one forecast looks at. */
    static final int FORECAST_EXAMINED_MAX = 100_000;
    /** Most steps of one forecast. */
    static final int FORECAST_STEPS_MAX = 10_000;

    private final EngineState state;
    private final TaskPages pages;

    TaskDesk(EngineState state) {
        this.state = state;
        this.pages = new TaskPages(state);
    }

    Optional<TaskRecord> find(TaskId id) {
        state.tick();
        return Optional.ofNullable(state.readable(id));
    }

    TaskQueries.Page page(TaskQueries.Filter filter, int limit, @Nullable String cursor) {
        if (limit < 1 || limit > Limits.PAGE_MAX) {
            throw refused("limit", "must be 1 to " + Limits.PAGE_MAX + ", was " + limit, "100");
        }
        state.tick();
        return pages.page(filter, limit, cursor);
    }

    List<TaskQueries.Count> counts() {
        return state.counters().counts();
    }

    List<TaskQueries.QueueInfo> queues() {
        SortedMap<String, Map<TaskState, Long>> byQueue = state.counters().byQueue();
        state.paused().forEach(queue -> byQueue.putIfAbsent(queue, Map.of()));
        List<TaskQueries.QueueInfo> queues = new ArrayList<>();
        byQueue.forEach((queue, byState) -> {
            long oldest = Long.MAX_VALUE;
            for (DuePartition partition : state.due().select(Selector.of(queue), Selector.any())) {
                oldest = Math.min(oldest, partition.exactHead(state.tables()));
            }
            queues.add(new TaskQueries.QueueInfo(queue, byState, state.paused().contains(queue), oldest));
        });
        return queues;
    }

    TaskQueries.Forecast forecast(Selector queues, Selector types, TaskQueries.Window window, Duration step) {
        state.tick();
        if (window.from().isBefore(Instant.EPOCH)
                || window.to().isAfter(Limits.DUE_MAX)
                || step.compareTo(TaskQueries.STEP_MAX) > 0) {
            throw refused(
                    "window",
                    "must lie between 1970 and " + Limits.DUE_MAX + " and have steps of at most "
                            + TaskQueries.STEP_MAX.toDays() + " days, was " + window.from() + " to " + window.to()
                            + " in steps of " + step,
                    "the next 24 hours in steps of PT1H");
        }
        long from = window.from().toEpochMilli();
        long to = window.to().toEpochMilli();
        long stepMillis = step.toMillis();
        if (stepMillis < 1 || to <= from || (to - from - 1) / stepMillis + 1 > FORECAST_STEPS_MAX) {
            throw refused(
                    "step",
                    "must be at least 1 ms and cut the window into 1 to " + FORECAST_STEPS_MAX + " steps, was " + step
                            + " for " + window.from() + " to " + window.to(),
                    "PT1M");
        }
        long[] counts = new long[(int) ((to - from - 1) / stepMillis + 1)];
        long start = from <= state.millis() ? Long.MIN_VALUE : from;
        int examined = 0;
        boolean complete = true;
        for (DuePartition partition : state.due().select(queues, types)) {
            try (IndexCursor cursor = state.tables().ascend(partition.section(), Math.max(partition.head(), start))) {
                for (; cursor.valid() && cursor.number() < to; cursor.advance()) {
                    if (examined++ >= FORECAST_EXAMINED_MAX) {
                        complete = false;
                        break;
                    }
                    counts[(int) (Math.max(0, cursor.number() - from) / stepMillis)]++;
                }
            }
        }
        List<Long> steps = new ArrayList<>(counts.length);
        for (long count : counts) {
            steps.add(count);
        }
        return new TaskQueries.Forecast(steps, complete);
    }

    void pause(String queue) {
        state.pause(queue);
    }

    void resume(String queue) {
        state.resume(queue);
    }

    List<WorkerInfo> workers() {
        state.tick();
        state.forgetSilentWorkers();
        return List.copyOf(state.workers().values());
    }

    static InvalidTaskException refused(String field, String problem, String example) {
        return new InvalidTaskException(new Refusal(Refusal.Reason.INVALID, field, problem, example));
    }
}
