package dev.punctual.server;

import dev.punctual.ClaimResult;
import dev.punctual.TaskClient;
import dev.punctual.TaskQueries;
import dev.punctual.TaskState;
import dev.punctual.httpapi.ApiPaths;
import dev.punctual.httpapi.QueueList;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** The calls about queues. Thread-safe. */
@RestController
final class QueuesController {

    private static final String QUEUE = ApiPaths.QUEUES + "/{queue}";

    private final TaskClient client;

    QueuesController(TaskClient client) {
        this.client = client;
    }

    @GetMapping(ApiPaths.QUEUES)
    QueueList list(HttpServletRequest request) {
        QueryFields.of(request.getQueryString(), List.of());
        return new QueueList(
                queries().queues().stream().map(QueuesController::view).toList());
    }

    @PostMapping(QUEUE + ApiPaths.PAUSE)
    QueueList.Paused pause(HttpServletRequest request) {
        QueryFields.of(request.getQueryString(), List.of());
        String queue = PathSegments.queue(request);
        queries().pause(queue);
        return new QueueList.Paused(queue, true);
    }

    @PostMapping(QUEUE + ApiPaths.RESUME)
    QueueList.Paused resume(HttpServletRequest request) {
        QueryFields.of(request.getQueryString(), List.of());
        String queue = PathSegments.queue(request);
        queries().resume(queue);
        return new QueueList.Paused(queue, false);
    }

    private TaskQueries queries() {
        return client.store().queries();
    }

    private static QueueList.Queue view(TaskQueries.QueueInfo info) {
        Map<String, Long> counts = new TreeMap<>();
        for (Map.Entry<TaskState, Long> count : info.byState().entrySet()) {
            counts.put(count.getKey().name(), count.getValue());
        }
        Instant oldest =
                info.oldestDueMillis() == ClaimResult.NONE ? null : Instant.ofEpochMilli(info.oldestDueMillis());
        return new QueueList.Queue(info.queue(), info.paused(), oldest, counts);
    }
}
