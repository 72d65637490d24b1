package dev.punctual.server;

import dev.punctual.Due;
import dev.punctual.IfExists;
import dev.punctual.InvalidTaskException;
import dev.punctual.NewTask;
import dev.punctual.Payload;
import dev.punctual.Priority;
import dev.punctual.Reschedule;
import dev.punctual.RetryPolicy;
import dev.punctual.Sink;
import dev.punctual.TaskId;
import dev.punctual.TaskSpec;
import dev.punctual.TimeSource;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads requests to schedule and to reschedule; whatever is not exactly right is refused by name. Thread-safe. */
final class TaskRequestReader {

    static final String ID_EXAMPLE = "cancel:order-42";

    private static final List<String> FIELDS = List.of(
            "id",
            "type",
            "queue",
            "priority",
            "dueAt",
            "delay",
            "payload",
            "payloadBase64",
            "contentType",
            "headers",
            "ifExists",
            "retry",
            "expireAfter",
            "deliverTo");
    private static final List<String> RESCHEDULE_FIELDS =
            List.of("dueAt", "delay", "payload", "payloadBase64", "contentType");
    private static final List<String> RETRY_FIELDS =
            List.of("maxAttempts", "maxLosses", "firstDelay", "factor", "maxDelay");
    private static final List<String> RULES = List.of("keep", "replace", "restart");

    private final TimeSource time;
    private final WebhookTargets targets;

    TaskRequestReader(TimeSource time, WebhookTargets targets) {
        this.time = time;
        this.targets = targets;
    }

    /**
     * Reads a request to schedule.
     *
     * @param key the key of the whole request, or null
     * @param index the place of this item in the request
     */
    NewTask schedule(JsonValue body, @Nullable IdempotencyKey key, int index) {
        JsonFields fields = JsonFields.of(body, "", FIELDS);
        TaskId id = id(fields, key, index);
        NewTask task = NewTask.of(id, spec(fields), due(fields))
                .ifExists(ifExists(fields))
                .expireAfter(span(fields, "expireAfter", "PT1H"));
        return key == null ? task : task.callId(key.callId(index, body));
    }

    /**
     * Reads a request to reschedule.
     *
     * @param expectedRevision the revision the task must have, or null for any
     */
    Reschedule reschedule(JsonValue body, TaskId id, @Nullable Long expectedRevision) {
        JsonFields fields = JsonFields.of(body, "", RESCHEDULE_FIELDS);
        return new Reschedule(id, due(fields), PayloadForm.read(fields), expectedRevision);
    }

    private TaskId id(JsonFields fields, @Nullable IdempotencyKey key, int index) {
        String id = fields.text("id", ID_EXAMPLE);
        if (id != null) {
            return TaskId.of(id);
        }
        return key == null ? TaskId.generate(time) : key.taskId(index);
    }

    private TaskSpec spec(JsonFields fields) {
        String type = Names.requireType(fields.requiredText("type", "order.cancel"));
        String queue = fields.text("queue", TaskSpec.DEFAULT_QUEUE);
        Payload payload = PayloadForm.read(fields);
        if (payload == null) {
            throw ProblemException.invalid(
                    "payload",
                    "is missing; give payload (any JSON value) or payloadBase64 (any bytes)",
                    "{\"order\":42}");
        }
        return TaskSpec.of(type, payload)
                .withQueue(queue == null ? TaskSpec.DEFAULT_QUEUE : queue)
                .withPriority(new Priority(fields.integer("priority", Priority.NORMAL.value(), "4")))
                .withHeaders(headers(fields))
                .withRetry(retry(fields))
                .withSink(sink(fields));
    }

    private static Due due(JsonFields fields) {
        JsonValue value = fields.value("dueAt");
        if (value != null && value.kind() == JsonValue.Kind.NUMBER) {
            throw bareNumber("dueAt", "must be ISO-8601 text with zone", value, TimeText.INSTANT_EXAMPLE);
        }
        String dueAt = fields.text("dueAt", TimeText.INSTANT_EXAMPLE);
        Duration delay = span(fields, "delay", TimeText.DURATION_EXAMPLE);
        if (dueAt != null && delay != null) {
            throw ProblemException.invalid("delay", "must not be given together with dueAt", "");
        }
        if (dueAt != null) {
            return Due.at(TimeText.instant("dueAt", dueAt));
        }
        if (delay != null) {
            return Due.after(delay);
        }
        throw ProblemException.invalid(
                "dueAt",
                "is missing; give dueAt (ISO-8601 with zone) or delay (such as 30m)",
                TimeText.INSTANT_EXAMPLE);
    }

    private static @Nullable Duration span(JsonFields fields, String name, String example) {
        JsonValue value = fields.value(name);
        if (value != null && value.kind() == JsonValue.Kind.NUMBER) {
            throw bareNumber(fields.path(name), "must be text with a unit", value, example);
        }
        String text = fields.text(name, example);
        return text == null ? null : TimeText.duration(fields.path(name), text, example);
    }

    private static InvalidTaskException bareNumber(String field, String rule, JsonValue value, String example) {
        String was = Words.clean(value.raw(), 60);
        return ProblemException.invalid(field, rule + "; a bare number has no unit, was " + was, example);
    }

    private static IfExists ifExists(JsonFields fields) {
        String rule = fields.text("ifExists", "keep");
        if (rule == null) {
            return IfExists.KEEP;
        }
        if (!RULES.contains(rule)) {
            throw ProblemException.invalid(
                    "ifExists", "must be keep, replace or restart, was " + Words.quote(rule), "keep");
        }
        return IfExists.valueOf(rule.toUpperCase(Locale.ROOT));
    }

    private static Map<String, String> headers(JsonFields fields) {
        JsonValue value = fields.value("headers");
        if (value == null) {
            return Map.of();
        }
        String example = "{\"tenant\":\"acme\"}";
        if (value.kind() != JsonValue.Kind.OBJECT) {
            throw ProblemException.invalid(
                    "headers", "must be an object, was " + value.kind().words(), example);
        }
        Map<String, String> headers = new HashMap<>();
        value.fields().forEach((name, header) -> {
            if (header.text() == null) {
                String path = "headers." + Words.clean(name, 60);
                throw ProblemException.invalid(path, "must be text, was " + JsonFields.shown(header), example);
            }
            headers.put(name, header.text());
        });
        return headers;
    }

    private static RetryPolicy retry(JsonFields request) {
        JsonFields fields = request.object("retry", RETRY_FIELDS);
        if (fields == null) {
            return RetryPolicy.DEFAULT;
        }
        RetryPolicy normal = RetryPolicy.DEFAULT;
        Duration given = span(fields, "firstDelay", "PT5S");
        Duration firstDelay = given == null ? normal.firstDelay() : given;
        Duration cap = span(fields, "maxDelay", "PT1H");
        if (cap == null) {
            cap = firstDelay.compareTo(normal.maxDelay()) > 0 ? firstDelay : normal.maxDelay();
        }
        return new RetryPolicy(
                fields.integer("maxAttempts", normal.maxAttempts(), "10"),
                fields.integer("maxLosses", normal.maxLosses(), "3"),
                firstDelay,
                fields.number("factor", normal.factor(), "2"),
                cap,
                normal.jitter());
    }

    private Sink sink(JsonFields fields) {
        JsonFields deliverTo = fields.object("deliverTo", List.of("webhook"));
        if (deliverTo == null) {
            return Sink.NONE;
        }
        JsonFields webhook = deliverTo.object("webhook", List.of("url"));
        if (webhook == null) {
            throw ProblemException.invalid(
                    "deliverTo.webhook", "is missing", "{\"url\":\"" + WebhookTargets.EXAMPLE + "\"}");
        }
        String url = webhook.requiredText("url", WebhookTargets.EXAMPLE);
        targets.require(webhook.path("url"), url);
        return Sink.webhook(url);
    }
}
