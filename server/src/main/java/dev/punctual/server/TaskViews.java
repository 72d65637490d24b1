package dev.punctual.server;

import dev.punctual.Lease;
import dev.punctual.Payload;
import dev.punctual.RetryPolicy;
import dev.punctual.RunHistory;
import dev.punctual.Sink;
import dev.punctual.TaskRecord;
import dev.punctual.TaskSpec;
import dev.punctual.httpapi.DeliverTo;
import dev.punctual.httpapi.RawJson;
import dev.punctual.httpapi.RetrySettings;
import dev.punctual.httpapi.TaskView;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Records as the API shows them. Thread-safe. */
final class TaskViews {

    private TaskViews() {}

    /** Returns the whole record. */
    static TaskView whole(TaskRecord record) {
        return view(record, !record.stub());
    }

    /** Returns the record without payload, headers and history, as pages show it. */
    static TaskView summary(TaskRecord record) {
        return view(record, false);
    }

    private static TaskView view(TaskRecord record, boolean content) {
        TaskSpec spec = record.spec();
        Payload payload = spec.payload();
        boolean json = content && PayloadForm.isJson(payload);
        Lease lease = record.lease();
        return new TaskView(
                record.id().value(),
                spec.type(),
                spec.queue(),
                record.state().name(),
                Instant.ofEpochMilli(record.dueAt()),
                instant(record.expireAt()),
                spec.priority().value(),
                json ? new RawJson(new String(payload.bytes(), StandardCharsets.UTF_8)) : null,
                content && !json ? Base64.getEncoder().encodeToString(payload.bytes()) : null,
                content ? PayloadForm.contentType(payload) : null,
                content ? payload.version() : null,
                content ? spec.headers() : null,
                retry(spec.retry()),
                deliverTo(spec.sink()),
                record.attempt(),
                record.failures(),
                record.losses(),
                record.ghost(),
                record.cancelRequested(),
                HexFormat.of().toHexDigits(record.incarnation()),
                record.token(),
                lease == null ? null : lease.worker(),
                lease == null ? null : Instant.ofEpochMilli(lease.untilMillis()),
                Instant.ofEpochMilli(record.createdAt()),
                instant(record.finishedAt()),
                record.revision(),
                record.redrives(),
                record.lastError().isEmpty() ? null : record.lastError(),
                content ? runs(record) : null,
                record.stub());
    }

    private static @Nullable Instant instant(long epochMillis) {
        return epochMillis == 0 ? null : Instant.ofEpochMilli(epochMillis);
    }

    private static RetrySettings retry(RetryPolicy retry) {
        return new RetrySettings(
                retry.maxAttempts(),
                retry.maxLosses(),
                retry.firstDelay().toString(),
                retry.factor(),
                retry.maxDelay().toString());
    }

    private static @Nullable DeliverTo deliverTo(Sink sink) {
        return sink.kind().equals(WebhookSink.KIND) ? DeliverTo.webhook(sink.address()) : null;
    }

    private static List<TaskView.Run> runs(TaskRecord record) {
        return record.runs().stream().map(TaskViews::run).toList();
    }

    private static TaskView.Run run(RunHistory.Run run) {
        return new TaskView.Run(
                run.token(),
                run.worker(),
                instant(run.startMillis()),
                instant(run.endMillis()),
                run.outcome().name(),
                run.error().isEmpty() ? null : run.error());
    }
}
