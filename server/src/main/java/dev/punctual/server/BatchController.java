package dev.punctual.server;

import dev.punctual.NewTask;
import dev.punctual.ScheduleResult;
import dev.punctual.TaskClient;
import dev.punctual.httpapi.ApiPaths;
import dev.punctual.httpapi.BatchAnswer;
import dev.punctual.httpapi.BatchRequest;
import dev.punctual.httpapi.Problem;
import dev.punctual.httpapi.TaskAnswer;
import jakarta.servlet.http.HttpServletRequest;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** The call that schedules many tasks; a bad item does not sink the others. Thread-safe. */
@RestController
final class BatchController {

    private static final List<String> FIELDS = List.of("tasks");
    private static final String EXAMPLE = "{\"tasks\":[{\"type\":\"order.cancel\",\"delay\":\"30m\",\"payload\":42}]}";

    private final TaskClient client;
    private final TaskRequestReader reader;
    private final Bodies bodies;

    BatchController(TaskClient client, TaskRequestReader reader, Bodies bodies) {
        this.client = client;
        this.reader = reader;
        this.bodies = bodies;
    }

    @PostMapping(path = ApiPaths.BATCH, consumes = MediaType.APPLICATION_JSON_VALUE)
    BatchAnswer schedule(HttpServletRequest request) {
        QueryFields.of(request.getQueryString(), List.of());
        IdempotencyKey key = IdempotencyKey.of(request.getHeader(IdempotencyKey.HEADER));
        return bodies.read(request, Bodies.BATCH_BYTES_MAX, body -> schedule(items(body), key));
    }

    private static List<JsonValue> items(JsonValue body) {
        JsonValue tasks = JsonFields.of(body, "", FIELDS).value("tasks");
        if (tasks == null || tasks.kind() != JsonValue.Kind.ARRAY) {
            throw ProblemException.invalid("tasks", "must be a list of tasks", EXAMPLE);
        }
        List<JsonValue> items = tasks.items();
        if (items.size() > BatchRequest.TASKS_MAX) {
            throw ProblemException.invalid(
                    "tasks", "must have at most " + BatchRequest.TASKS_MAX + " items, has " + items.size(), "");
        }
        return items;
    }

    private BatchAnswer schedule(List<JsonValue> items, @Nullable IdempotencyKey key) {
        List<Read> read = new ArrayList<>(items.size());
        for (int i = 0; i < items.size(); i++) {
            read.add(read(items.get(i), key, i));
        }
        List<NewTask> tasks = new ArrayList<>();
        for (Read item : read) {
            if (item.task() != null) {
                tasks.add(item.task());
            }
        }
        Iterator<ScheduleResult> results = client.submitAll(tasks).iterator();
        List<BatchAnswer.Item> answers = new ArrayList<>(read.size());
        for (Read item : read) {
            answers.add(item.problem() != null ? refused(null, item.problem()) : answer(results.next()));
        }
        return new BatchAnswer(answers);
    }

    private Read read(JsonValue item, @Nullable IdempotencyKey key, int index) {
        try {
            return new Read(reader.schedule(item, key, index), null);
        } catch (RuntimeException e) {
            Problem problem = Problems.of(e);
            if (problem == null) {
                throw e;
            }
            return new Read(null, problem);
        }
    }

    private static BatchAnswer.Item answer(ScheduleResult result) {
        if (result.refusal() != null) {
            return refused(result.id().value(), Problems.of(result.refusal()));
        }
        TaskAnswer answer = Answers.answer(result);
        return new BatchAnswer.Item(
                answer.id(), answer.outcome(), answer.state(), answer.dueAt(), answer.revision(), null);
    }

    private static BatchAnswer.Item refused(@Nullable String id, Problem problem) {
        return new BatchAnswer.Item(id, null, null, null, null, problem);
    }

    /** An item of the request: a task, or why it is none. */
    private record Read(@Nullable NewTask task, @Nullable Problem problem) {}
}
