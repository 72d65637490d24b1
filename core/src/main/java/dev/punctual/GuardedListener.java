package dev.punctual;

import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Passes events on to listeners and keeps what they throw away from the caller. Thread-safe. */
final class GuardedListener {

    private static final Logger LOG = LoggerFactory.getLogger(GuardedListener.class);

    private final List<TaskListener> listeners;

    GuardedListener(List<TaskListener> listeners) {
        this.listeners = List.copyOf(listeners);
    }

    boolean listens() {
        return !listeners.isEmpty();
    }

    void scheduled(NewTask task, ScheduleResult result, long nowMillis) {
        long dueAt = result.dueAt() == null ? nowMillis : result.dueAt().toEpochMilli();
        TaskEvent event = new TaskEvent(
                TaskEvent.Kind.SCHEDULED,
                task.id(),
                task.spec().type(),
                task.spec().queue(),
                0,
                0,
                dueAt,
                nowMillis,
                "");
        for (TaskListener listener : listeners) {
            try {
                listener.onEvent(event);
            } catch (Throwable e) {
                LOG.warn("A listener failed on {} of task {}; the task is not affected", event.kind(), event.id(), e);
            }
        }
    }
}
