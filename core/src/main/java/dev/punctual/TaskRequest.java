package dev.punctual;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is to be scheduled: made by a {@link TaskType}, refined by the methods here, each of which returns a changed
 * copy.
 *
 * <p>Immutable (if the payload is). Thread-safe.
 *
 * @param <T> the type of the payload
 */
public final class TaskRequest<T> {

    private final TaskType<T> type;
    private final Due due;
    private final T payload;
    private @Nullable TaskId id;
    private String queue;
    private Priority priority;
    private RetryPolicy retry;
    private Sink sink = Sink.NONE;
    private Map<String, String> headers = Map.of();
    private IfExists ifExists = IfExists.KEEP;
    private @Nullable Duration expireAfter;

    TaskRequest(TaskType<T> type, Due due, T payload) {
        this.type = type;
        this.due = due;
        this.payload = payload;
        queue = type.queue();
        priority = type.priority();
        retry = type.retry();
    }

    private TaskRequest(TaskRequest<T> from) {
        this(from.type, from.due, from.payload);
        id = from.id;
        queue = from.queue;
        priority = from.priority;
        retry = from.retry;
        sink = from.sink;
        headers = from.headers;
        ifExists = from.ifExists;
        expireAfter = from.expireAfter;
    }

    /** Returns this request under this id; without one the client generates one. */
    public TaskRequest<T> id(String text) {
        return id(TaskId.of(text));
    }

    /** Returns this request under this id; without one the client generates one. */
    public TaskRequest<T> id(TaskId newId) {
        TaskRequest<T> copy = new TaskRequest<>(this);
        copy.id = newId;
        return copy;
    }

    /** Returns this request in another queue; the type's if not given. */
    public TaskRequest<T> queue(String newQueue) {
        TaskRequest<T> copy = new TaskRequest<>(this);
        copy.queue = Text.requireName("queue", newQueue, TaskSpec.DEFAULT_QUEUE);
        return copy;
    }

    /** Returns this request with another priority; the type's if not given. */
    public TaskRequest<T> priority(Priority newPriority) {
        TaskRequest<T> copy = new TaskRequest<>(this);
        copy.priority = newPriority;
        return copy;
    }

    /** Returns this request with another retry policy; the type's if not given. */
    public TaskRequest<T> retry(RetryPolicy newRetry) {
        TaskRequest<T> copy = new TaskRequest<>(this);
        copy.retry = newRetry;
        return copy;
    }

    /** Returns this request for a delivery target; without one the handler of its type takes the task. */
    public TaskRequest<T> sink(Sink newSink) {
        TaskRequest<T> copy = new TaskRequest<>(this);
        copy.sink = newSink;
        return copy;
    }

    /** Returns this request with headers; none if not given. */
    public TaskRequest<T> headers(Map<String, String> newHeaders) {
        TaskRequest<T> copy = new TaskRequest<>(this);
        copy.headers = Map.copyOf(newHeaders);
        return copy;
    }

    /** Returns this request with another rule for an id that exists; {@link IfExists#KEEP} if not given. */
    public TaskRequest<T> ifExists(IfExists rule) {
        TaskRequest<T> copy = new TaskRequest<>(this);
        copy.ifExists = rule;
        return copy;
    }

    /** Returns this request with an end of its usefulness, counted from the due time; none if not given. */
    public TaskRequest<T> expireAfter(Duration span) {
        TaskRequest<T> copy = new TaskRequest<>(this);
        copy.expireAfter = span;
        return copy;
    }

    TaskId idOrGenerated(TimeSource time) {
        return id == null ? TaskId.generate(time) : id;
    }

    /** Returns the request as a store gets it, under a new call id. */
    NewTask encode(TimeSource time) {
        TaskSpec spec =
                new TaskSpec(type.name(), queue, sink, priority, type.codec().encode(payload), headers, retry);
        return new NewTask(
                idOrGenerated(time), spec, due, expireAfter, ifExists, CallId.random(), RandomBits.incarnation());
    }
}
