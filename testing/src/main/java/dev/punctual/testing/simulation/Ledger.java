package dev.punctual.testing.simulation;

import dev.punctual.TaskId;
import dev.punctual.testing.ManualTime;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Everything that is known of the tasks from what was asked and answered, and the first violation of an invariant that
 * was seen. A violation is noted and not thrown: a worker would catch it. Not thread-safe.
 */
final class Ledger {

    final ManualTime time;
    final History history;
    private final Map<TaskId, Story> stories = new LinkedHashMap<>();
    /** Since when the queues are paused, on the monotonic clock. */
    final Map<String, Long> pausedNanos = new HashMap<>();

    private @Nullable Violation violation;

    /**
     * The first thing that was not as it must be.
     *
     * @param invariant what was broken
     * @param id the task, or null if it concerns none alone
     * @param words how
     */
    record Violation(Invariant invariant, @Nullable String id, String words) {}

    Ledger(ManualTime time, History history) {
        this.time = time;
        this.history = history;
    }

    Story story(TaskId id) {
        return stories.computeIfAbsent(id, Story::new);
    }

    Collection<Story> stories() {
        return stories.values();
    }

    void require(boolean holds, Invariant invariant, Story story, String words) {
        if (!holds) {
            violate(invariant, story, words);
        }
    }

    void violate(Invariant invariant, Story story, String words) {
        note(invariant, story.id.value(), words);
    }

    void note(Invariant invariant, @Nullable String id, String words) {
        if (violation == null) {
            violation = new Violation(invariant, id, words);
            history.add("VIOLATION", invariant, id == null ? "" : id, words);
        }
    }

    @Nullable
    Violation violation() {
        return violation;
    }
}
