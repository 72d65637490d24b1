package dev.punctual;

/**
 * The code that runs when a task is due. Returning means success; throwing means failure, after which the task is
 * retried as its {@link RetryPolicy} says. {@link RetryLaterException} asks for a certain wait,
 * {@link NotRetryableException} ends the task at once.
 *
 * <p>A task runs at least once: make handlers idempotent, for example by the id and {@link TaskContext#token()}.
 * Handlers are called from many threads at once, so they are thread-safe, and should answer interruption.
 *
 * @param <T> the type of the payload
 */
@FunctionalInterface
public interface TaskHandler<T> {

    /**
     * Runs a task.
     *
     * @throws Exception if it failed
     */
    void handle(T payload, TaskContext context) throws Exception;
}
