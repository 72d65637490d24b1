package dev.punctual.worker;

import dev.punctual.TaskEvent;
import dev.punctual.TaskListener;
import dev.punctual.TaskRecord;
import dev.punctual.TimeSource;
import java.util.List;

/** Tells the listeners of a worker what happens; costs nothing when there are none. Never fails. Thread-safe. */
final class Events {

    private final TaskListener listener;
    private final boolean listens;
    private final TimeSource time;

    Events(List<TaskListener> listeners, TimeSource time) {
        this.listener = TaskListener.all(listeners);
        this.listens = !listeners.isEmpty();
        this.time = time;
    }

    void emit(TaskEvent.Kind kind, HeldClaim claim, String error) {
        emit(kind, claim.record(), error);
    }

    void emit(TaskEvent.Kind kind, TaskRecord task, String error) {
        if (!listens) {
            return;
        }
        try {
            listener.onEvent(new TaskEvent(
                    kind,
                    task.id(),
                    task.spec().type(),
                    task.spec().queue(),
                    task.token(),
                    task.attempt(),
                    task.dueAt(),
                    time.now().toEpochMilli(),
                    error));
        } catch (Throwable e) {
            // Listeners are guarded already. This is a lack of memory, and the run matters more than its being told.
        }
    }
}
