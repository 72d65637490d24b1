package dev.punctual.server;

import dev.punctual.StoreCapabilities;
import dev.punctual.TaskId;
import dev.punctual.TaskStore;
import dev.punctual.httpapi.ApiPaths;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Whether the server can do its work, for load balancers and people: DOWN when the store does not answer. Thread-safe.
 */
@RestController
final class HealthController {

    private final TaskStore store;
    /** An id that no task has: cancelling it takes the store's way of writing, and changes nothing. */
    private final TaskId nobody = TaskId.of("health:" + UUID.randomUUID());

    HealthController(TaskStore store) {
        this.store = store;
    }

    @GetMapping(ApiPaths.HEALTH)
    ResponseEntity<Map<String, Object>> health() {
        StoreCapabilities capabilities = store.capabilities();
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("store", capabilities.store());
        details.put("durability", capabilities.durability().name());
        boolean up = true;
        try {
            store.cancel(List.of(nobody));
        } catch (RuntimeException e) {
            up = false;
            details.put("error", Words.clean(String.valueOf(e.getMessage()), 500));
        }
        String status = up ? "UP" : "DOWN";
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("status", status);
        answer.put("components", Map.of("store", Map.of("status", status, "details", details)));
        return ResponseEntity.status(up ? 200 : 503).body(answer);
    }
}
