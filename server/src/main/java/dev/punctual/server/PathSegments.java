package dev.punctual.server;

import dev.punctual.InvalidTaskException;
import dev.punctual.TaskId;
import dev.punctual.httpapi.PathId;
import jakarta.servlet.http.HttpServletRequest;

/**
 * Names taken from the path as it was sent. What a container makes of a path (dropping everything after a semicolon,
 * joining slashes) would turn one id into another. Thread-safe.
 */
final class PathSegments {

    /** Where the name stands in {@code /v1/tasks/{id}} and {@code /v1/queues/{queue}}. */
    private static final int NAME = 3;

    private PathSegments() {}

    /** Returns the id in the path. */
    static TaskId id(HttpServletRequest request) {
        String segment = name(request, "id");
        try {
            return TaskId.of(PathId.decode(segment));
        } catch (InvalidTaskException e) {
            throw e;
        } catch (IllegalArgumentException e) {
            throw ProblemException.invalid("id", e.getMessage() + ", was " + Words.quote(segment), PathId.mark("a/b"));
        }
    }

    /** Returns the name of a queue in the path. */
    static String queue(HttpServletRequest request) {
        return Names.requireQueue(name(request, "queue"));
    }

    private static String name(HttpServletRequest request, String field) {
        return PercentText.decode(field, request.getRequestURI().split("/", -1)[NAME]);
    }
}
