package dev.punctual;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * A kind of task: its stable name, how its payload becomes bytes, and what its tasks are like unless a request says
 * otherwise. The name is the stored contract, so it never follows a Java name; after a rename the old names stay as
 * aliases and stored tasks still find their handler.
 *
 * <p>Immutable. Thread-safe.
 *
 * @param <T> the type of the payload
 */
public final class TaskType<T> {

    private final String name;
    private final PayloadCodec<T> codec;
    private final List<String> aliases;
    private final String queue;
    private final Priority priority;
    private final RetryPolicy retry;

    private TaskType(Draft<T> draft) {
        name = draft.name;
        codec = draft.codec;
        aliases = draft.aliases;
        queue = draft.queue;
        priority = draft.priority;
        retry = draft.retry;
    }

    /**
     * Returns the type of this name, with the default queue, priority and retry policy.
     *
     * @param name {@code [A-Za-z0-9._:-]{1,128}}
     * @throws InvalidTaskException if the name is malformed
     */
    public static <T> TaskType<T> of(String name, PayloadCodec<T> codec) {
        return new TaskType<>(new Draft<>(name, codec));
    }

    /** Returns this type under further names that stored tasks may still carry. */
    public TaskType<T> aliases(String... names) {
        Draft<T> draft = new Draft<>(this);
        for (String alias : names) {
            Text.requireName("alias", alias, "order.cancel");
        }
        draft.aliases = List.of(names);
        return new TaskType<>(draft);
    }

    /** Returns this type with another queue for its tasks. */
    public TaskType<T> queue(String newQueue) {
        Draft<T> draft = new Draft<>(this);
        draft.queue = Text.requireName("queue", newQueue, TaskSpec.DEFAULT_QUEUE);
        return new TaskType<>(draft);
    }

    /** Returns this type with another priority for its tasks. */
    public TaskType<T> priority(Priority newPriority) {
        Draft<T> draft = new Draft<>(this);
        draft.priority = newPriority;
        return new TaskType<>(draft);
    }

    /** Returns this type with another retry policy for its tasks. */
    public TaskType<T> retry(RetryPolicy newRetry) {
        Draft<T> draft = new Draft<>(this);
        draft.retry = newRetry;
        return new TaskType<>(draft);
    }

    /** Returns the request for a task due so long after the store accepts it. */
    public TaskRequest<T> in(Duration delay, T payload) {
        return new TaskRequest<>(this, Due.after(delay), payload);
    }

    /** Returns the request for a task due at that instant. */
    public TaskRequest<T> at(Instant instant, T payload) {
        return new TaskRequest<>(this, Due.at(instant), payload);
    }

    /** Returns the request for a task due now. */
    public TaskRequest<T> now(T payload) {
        return new TaskRequest<>(this, Due.now(), payload);
    }

    /** Returns the name. */
    public String name() {
        return name;
    }

    /** Returns how its payload becomes bytes. */
    public PayloadCodec<T> codec() {
        return codec;
    }

    /** Returns the further names. */
    public List<String> aliases() {
        return aliases;
    }

    /** Returns the queue of its tasks. */
    public String queue() {
        return queue;
    }

    /** Returns the priority of its tasks. */
    public Priority priority() {
        return priority;
    }

    /** Returns the retry policy of its tasks. */
    public RetryPolicy retry() {
        return retry;
    }

    @Override
    public String toString() {
        return name;
    }

    private static final class Draft<T> {
        private final String name;
        private final PayloadCodec<T> codec;
        private List<String> aliases = List.of();
        private String queue = TaskSpec.DEFAULT_QUEUE;
        private Priority priority = Priority.NORMAL;
        private RetryPolicy retry = RetryPolicy.DEFAULT;

        Draft(String name, PayloadCodec<T> codec) {
            this.name = Text.requireName("type", name, "order.cancel");
            this.codec = codec;
        }

        Draft(TaskType<T> type) {
            name = type.name;
            codec = type.codec;
            aliases = type.aliases;
            queue = type.queue;
            priority = type.priority;
            retry = type.retry;
        }
    }
}
