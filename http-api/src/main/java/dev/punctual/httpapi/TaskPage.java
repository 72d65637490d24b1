package dev.punctual.httpapi;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One page of {@code GET /v1/tasks}. A page may hold fewer tasks than asked for, even none, and still have a next one.
 *
 * <p>Immutable. Thread-safe.
 *
 * @param tasks the tasks, without payload, headers and history
 * @param next the cursor of the next page, or null after the last one
 */
public record TaskPage(List<TaskView> tasks, @Nullable String next) {

    /** Most tasks of a page. */
    public static final int LIMIT_MAX = 1_000;
    /** Tasks of a page if the request does not say. */
    public static final int LIMIT_DEFAULT = 100;

    /** Copies the list. */
    public TaskPage {
        tasks = List.copyOf(tasks);
    }
}
