package dev.punctual.httpapi;

import java.util.List;

/**
 * The body of {@code POST /v1/tasks/batch}.
 *
 * <p>Immutable. Thread-safe.
 *
 * @param tasks at most {@value #TASKS_MAX}
 */
public record BatchRequest(List<ScheduleRequest> tasks) {

    /** Most tasks of one batch. */
    public static final int TASKS_MAX = 10_000;

    /** Copies the list. */
    public BatchRequest {
        tasks = List.copyOf(tasks);
    }
}
