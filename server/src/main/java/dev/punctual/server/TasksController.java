package dev.punctual.server;

import dev.punctual.CancelResult;
import dev.punctual.Reschedule;
import dev.punctual.ScheduleResult;
import dev.punctual.TaskClient;
import dev.punctual.TaskId;
import dev.punctual.TaskRecord;
import dev.punctual.httpapi.ApiPaths;
import dev.punctual.httpapi.TaskAnswer;
import dev.punctual.httpapi.TaskView;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** The calls about one task. Thread-safe. */
@RestController
final class TasksController {

    private static final String TASK = ApiPaths.TASKS + "/{id}";

    private final TaskClient client;
    private final TaskRequestReader reader;
    private final Bodies bodies;

    TasksController(TaskClient client, TaskRequestReader reader, Bodies bodies) {
        this.client = client;
        this.reader = reader;
        this.bodies = bodies;
    }

    @PostMapping(path = ApiPaths.TASKS, consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<TaskAnswer> schedule(HttpServletRequest request) {
        requireNoQuery(request);
        IdempotencyKey key = IdempotencyKey.of(request.getHeader(IdempotencyKey.HEADER));
        ScheduleResult result =
                bodies.read(request, Bodies.SINGLE_BYTES_MAX, body -> client.submit(reader.schedule(body, key, 0)));
        return Answers.scheduled(result);
    }

    @GetMapping(TASK)
    ResponseEntity<TaskView> find(HttpServletRequest request) {
        requireNoQuery(request);
        TaskId id = PathSegments.id(request);
        TaskRecord record = client.find(id).orElseThrow(() -> Answers.notFound(id));
        return ResponseEntity.ok().eTag(Answers.eTag(record.revision())).body(TaskViews.whole(record));
    }

    @PatchMapping(path = TASK, consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<TaskAnswer> reschedule(HttpServletRequest request) {
        requireNoQuery(request);
        TaskId id = PathSegments.id(request);
        Long expectedRevision = Revisions.ifMatch(request.getHeader(Revisions.IF_MATCH));
        Reschedule move =
                bodies.read(request, Bodies.SINGLE_BYTES_MAX, body -> reader.reschedule(body, id, expectedRevision));
        return Answers.moved(client.reschedule(move));
    }

    @DeleteMapping(TASK)
    TaskAnswer cancel(HttpServletRequest request) {
        requireNoQuery(request);
        TaskId id = PathSegments.id(request);
        CancelResult result = client.cancel(id);
        if (result == CancelResult.NOT_FOUND) {
            throw Answers.notFound(id);
        }
        return new TaskAnswer(id.value(), result.name(), null, null, null);
    }

    @PostMapping(TASK + ApiPaths.RUN_NOW)
    ResponseEntity<TaskAnswer> runNow(HttpServletRequest request) {
        requireNoQuery(request);
        TaskId id = PathSegments.id(request);
        return Answers.moved(client.store().queries().runNow(List.of(id)).get(0));
    }

    @PostMapping(TASK + ApiPaths.REDRIVE)
    TaskAnswer redrive(HttpServletRequest request) {
        requireNoQuery(request);
        TaskId id = PathSegments.id(request);
        return Answers.redriven(client.store().queries().redrive(List.of(id)).get(0));
    }

    private static void requireNoQuery(HttpServletRequest request) {
        QueryFields.of(request.getQueryString(), List.of());
    }
}
