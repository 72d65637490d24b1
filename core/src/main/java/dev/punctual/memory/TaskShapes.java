package dev.punctual.memory;

import dev.punctual.Payload;
import dev.punctual.TaskSpec;
import java.util.HashMap;
import java.util.Map;

/** One copy of everything that tasks of a kind have in common, their payloads apart. Not thread-safe. */
final class TaskShapes {

    /** When there are more kinds than that, it begins anew: kinds used once do not stay for ever. */
    private static final int SHAPES_MAX = 1_000;

    private static final byte[] NO_BYTES = new byte[0];

    private final Map<TaskSpec, TaskSpec> shapes = new HashMap<>();
    private TaskSpec last = TaskSpec.of("none", Payload.EMPTY);

    /** Returns the shape of a spec without headers: the same spec, but no bytes in its payload. */
    TaskSpec of(TaskSpec spec) {
        if (!like(spec, last)) {
            Payload payload = spec.payload();
            TaskSpec shape = spec.withPayload(new Payload(NO_BYTES, payload.contentType(), payload.version()));
            if (shapes.size() >= SHAPES_MAX) {
                shapes.clear();
            }
            TaskSpec known = shapes.putIfAbsent(shape, shape);
            last = known == null ? shape : known;
        }
        return last;
    }

    private static boolean like(TaskSpec spec, TaskSpec shape) {
        return spec.type().equals(shape.type())
                && spec.queue().equals(shape.queue())
                && spec.priority().equals(shape.priority())
                && spec.sink().equals(shape.sink())
                && spec.retry().equals(shape.retry())
                && spec.payload().version() == shape.payload().version()
                && spec.payload().contentType().equals(shape.payload().contentType());
    }
}
