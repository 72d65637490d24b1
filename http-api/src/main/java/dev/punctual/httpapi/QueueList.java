package dev.punctual.httpapi;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The answer to {@code GET /v1/queues}: every queue that has tasks or is paused, by name.
 *
 * <p>Immutable. Thread-safe.
 *
 * @param queues the queues
 */
public record QueueList(List<Queue> queues) {

    /** Copies the list. */
    public QueueList {
        queues = List.copyOf(queues);
    }

    /**
     * One queue.
     *
     * @param queue its name
     * @param paused whether it is paused
     * @param oldestDue the earliest due time among its waiting tasks; null if none waits
     * @param counts the number of tasks in each state; states without any are absent
     */
    public record Queue(
            String queue, boolean paused, @Nullable Instant oldestDue, Map<String, Long> counts) {}

    /**
     * The answer to pausing or resuming a queue.
     *
     * @param queue its name
     * @param paused whether it is paused now
     */
    public record Paused(String queue, boolean paused) {}
}
