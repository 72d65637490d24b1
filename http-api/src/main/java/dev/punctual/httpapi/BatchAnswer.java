package dev.punctual.httpapi;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The answer to {@code POST /v1/tasks/batch}: one result an item, in the order of the request.
 *
 * <p>Immutable. Thread-safe.
 *
 * @param results the results
 */
public record BatchAnswer(List<Item> results) {

    /** Copies the list. */
    public BatchAnswer {
        results = List.copyOf(results);
    }

    /**
     * What became of one item: an outcome, or an error.
     *
     * @param id the task; null if the item named none and was refused
     * @param outcome CREATED, EXISTS, REPLACED or RUNNING; null if refused
     * @param state the state of the record; null if refused
     * @param dueAt the due time of the record; null if refused
     * @param revision the revision of the record; null if refused
     * @param error why the item was refused; null otherwise
     */
    public record Item(
            @Nullable String id,
            @Nullable String outcome,
            @Nullable String state,
            @Nullable Instant dueAt,
            @Nullable Long revision,
            @Nullable Problem error) {}
}
