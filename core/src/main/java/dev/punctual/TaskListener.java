package dev.punctual;

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
}
