package dev.punctual;

import java.util.List;

/**
 * Is told what happens to tasks. Called on the thread on which it happens, so it should be quick; what it throws is
 * logged and otherwise ignored.
 *
 * <p>Implementations are thread-safe.
 */
@FunctionalInterface
public interface TaskListener {

    /** Is told one event. */
    void onEvent(TaskEvent event);

    /** Returns a listener that tells all of these, in order; what one throws is logged and kept from the others. */
    static TaskListener all(List<TaskListener> listeners) {
        return new GuardedListener(listeners);
    }
}
