package dev.punctual;

import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Passes events on to listeners and keeps what they throw away from the caller. Thread-safe. */
final class GuardedListener implements TaskListener {

    private static final Logger LOG = LoggerFactory.getLogger(GuardedListener.class);

    private final List<TaskListener> listeners;

    GuardedListener(List<TaskListener> listeners) {
        this.listeners = List.copyOf(listeners);
    }

    boolean listens() {
        return !listeners.isEmpty();
    }

    @Override
    public void onEvent(TaskEvent event) {
        for (TaskListener listener : listeners) {
            try {
                listener.onEvent(event);
            } catch (Throwable e) {
                warn(listener, event, e);
            }
        }
    }

    private static void warn(TaskListener listener, TaskEvent event, Throwable thrown) {
        try {
            LOG.warn(
                    "Listener {} failed on {} of task {}; the task is not affected",
                    listener.getClass().getName(),
                    event.kind(),
                    event.id(),
                    thrown);
        } catch (Throwable unprintable) {
            // An exception may fail even in its own message; the name of its class always can be told.
            LOG.warn(
                    "A listener failed with {}; the task is not affected",
                    thrown.getClass().getName());
        }
    }

    void scheduled(NewTask task, ScheduleResult result, long nowMillis) {
        long dueAt = result.dueAt() == null ? nowMillis : result.dueAt().toEpochMilli();
        onEvent(new TaskEvent(
                TaskEvent.Kind.SCHEDULED,
                task.id(),
                task.spec().type(),
                task.spec().queue(),
                0,
                0,
                dueAt,
                nowMillis,
                ""));
    }
}
