package dev.punctual;

/**
 * The code that delivers due tasks to one kind of {@link Sink}, such as {@code webhook}, whatever their type. Returning
 * means delivered; throwing means failure, with the same meanings as for a {@link TaskHandler}.
 *
 * <p>A task is delivered at least once. Called from many threads at once; should answer interruption.
 *
 * <p>Implementations are thread-safe.
 */
@FunctionalInterface
public interface SinkHandler {

    /**
     * Delivers a task to the address of its sink.
     *
     * @throws Exception if it was not delivered
     */
    void deliver(TaskRecord task, TaskContext context) throws Exception;
}
