package dev.punctual.worker;

import dev.punctual.ClaimRequest.Wanted;
import dev.punctual.PayloadCodec;
import dev.punctual.Selector;
import dev.punctual.SinkHandler;
import dev.punctual.TaskContext;
import dev.punctual.TaskHandler;
import dev.punctual.TaskRecord;
import dev.punctual.TaskSpec;
import dev.punctual.TaskType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which code runs which task: handlers by type name and alias, sinks by kind. Not thread-safe while it is being filled.
 */
final class Bindings {

    private final Map<String, Binding> handlers = new LinkedHashMap<>();
    private final Map<String, Binding> sinks = new LinkedHashMap<>();

    /** Runs one task. */
    @FunctionalInterface
    interface Binding {
        void run(TaskRecord task, TaskContext context) throws Exception;
    }

    <T> void handler(TaskType<T> type, TaskHandler<T> handler) {
        PayloadCodec<T> codec = type.codec();
        Binding binding = (task, context) -> handler.handle(decode(codec, task), context);
        List<String> names = new ArrayList<>(type.aliases());
        names.add(0, type.name());
        for (String name : names) {
            if (handlers.put(name, binding) != null) {
                throw new IllegalArgumentException(
                        "type \"" + name + "\" has two handlers in this worker; bind each name"
                                + " and alias once, for example only the newer of two types that share an alias");
            }
        }
    }

    private static <T> T decode(PayloadCodec<T> codec, TaskRecord task) {
        try {
            return codec.decode(task.spec().payload());
        } catch (RuntimeException e) {
            throw new IllegalArgumentException(
                    "the payload (" + task.spec().payload() + ") cannot be read: " + ErrorText.of(e), e);
        }
    }

    void sink(String kind, SinkHandler handler) {
        if (kind.isEmpty()) {
            throw new IllegalArgumentException("sink kind must not be empty, for example \"webhook\"");
        }
        if (sinks.put(kind, handler::deliver) != null) {
            throw new IllegalArgumentException(
                    "sink kind \"" + kind + "\" has two handlers in this worker; bind it once");
        }
    }

    /** What the worker asks for: one request for the types of its handlers, one for the kinds of its sinks. */
    List<Wanted> wanted(Selector queues) {
        List<Wanted> all = new ArrayList<>();
        if (!handlers.isEmpty()) {
            all.add(new Wanted(queues, Selector.of(handlers.keySet()), Selector.of(""), 1));
        }
        if (!sinks.isEmpty()) {
            all.add(new Wanted(queues, Selector.any(), Selector.of(sinks.keySet()), 1));
        }
        return all;
    }

    /** Returns the code for a task; null if there is none. */
    @Nullable
    Binding find(TaskSpec spec) {
        String kind = spec.sink().kind();
        return kind.isEmpty() ? handlers.get(spec.type()) : sinks.get(kind);
    }
}
