package dev.punctual.server;

import dev.punctual.StoreCapabilities;
import dev.punctual.TaskId;
import dev.punctual.TaskStore;
import dev.punctual.WorkerStatus;
import dev.punctual.httpapi.ApiPaths;
import dev.punctual.worker.TaskWorker;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Whether the server can do its work, for load balancers and people: DOWN when the store does not answer, or when
 * webhooks are not being delivered. Thread-safe.
 */
@RestController
final class HealthController {

    private static final int ERROR_CHARS_MAX = 500;

    private final TaskStore store;
    private final TaskWorker worker;
    /**
     * An id that no task has: cancelling it asks the store, which refuses while it is in trouble, and writes nothing.
     */
    private final TaskId nobody = TaskId.of("health:" + UUID.randomUUID());

    HealthController(TaskStore store, TaskWorker worker) {
        this.store = store;
        this.worker = worker;
    }

    /**
     * What the call answers.
     *
     * @param status UP or DOWN
     * @param components the same of each part
     */
    record Health(String status, Map<String, Component> components) {}

    /**
     * One part.
     *
     * @param status UP or DOWN
     * @param details what there is to say about it
     */
    record Component(String status, Map<String, Object> details) {
        static Component of(boolean up, Map<String, Object> details) {
            return new Component(up ? "UP" : "DOWN", details);
        }

        boolean up() {
            return status.equals("UP");
        }
    }

    @GetMapping(ApiPaths.HEALTH)
    ResponseEntity<Health> health() {
        Map<String, Component> components = new LinkedHashMap<>();
        components.put("store", store());
        components.put("delivery", delivery());
        boolean up = components.values().stream().allMatch(Component::up);
        return ResponseEntity.status(up ? 200 : 503).body(new Health(up ? "UP" : "DOWN", components));
    }

    private Component store() {
        StoreCapabilities capabilities = store.capabilities();
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("store", capabilities.store());
        details.put("durability", capabilities.durability().name());
        try {
            store.cancel(List.of(nobody));
            return Component.of(true, details);
        } catch (RuntimeException e) {
            details.put("error", Words.clean(String.valueOf(e.getMessage()), ERROR_CHARS_MAX));
            return Component.of(false, details);
        }
    }

    private Component delivery() {
        WorkerStatus status = worker.status();
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("slots", status.slots());
        details.put("running", status.running());
        details.put("stuck", status.stuck());
        details.put("queuedReports", status.queuedReports());
        if (!status.healthy() && !status.lastError().isEmpty()) {
            details.put("error", Words.clean(status.lastError(), ERROR_CHARS_MAX));
        }
        return Component.of(status.healthy(), details);
    }
}
