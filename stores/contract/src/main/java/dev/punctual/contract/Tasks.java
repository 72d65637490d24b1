package dev.punctual.contract;

import dev.punctual.Due;
import dev.punctual.LeaseRef;
import dev.punctual.NewTask;
import dev.punctual.Payload;
import dev.punctual.Priority;
import dev.punctual.Report;
import dev.punctual.RetryPolicy;
import dev.punctual.RunHistory;
import dev.punctual.Sink;
import dev.punctual.TaskId;
import dev.punctual.TaskRecord;
import dev.punctual.TaskSpec;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** The tasks and reports that contract tests are made of. Thread-safe. */
final class Tasks {

    /** Long enough that no test reaches it by waiting. */
    static final Duration LATER = Duration.ofHours(1);

    private Tasks() {}

    static TaskSpec spec(String payload) {
        return TaskSpec.of("work", new Payload(payload.getBytes(StandardCharsets.UTF_8), "text/plain", 3))
                .withHeaders(Map.of("tenant", "acme"));
    }

    /** A task that is due now. */
    static NewTask due(String id) {
        return NewTask.of(TaskId.of(id), spec("payload of " + id), Due.now());
    }

    /** A task that is due in an hour. */
    static NewTask later(String id) {
        return due(id, Due.after(LATER));
    }

    static NewTask due(String id, Due due) {
        return NewTask.of(TaskId.of(id), spec("payload of " + id), due);
    }

    static NewTask in(String id, long delayMillis) {
        return due(id, Due.after(Duration.ofMillis(delayMillis)));
    }

    static NewTask at(String id, long epochMillis) {
        return due(id, Due.at(Instant.ofEpochMilli(epochMillis)));
    }

    static NewTask with(NewTask task, TaskSpec spec) {
        return new NewTask(
                task.id(), spec, task.due(), task.expireAfter(), task.ifExists(), task.callId(), task.incarnation());
    }

    static NewTask queue(NewTask task, String queue) {
        return with(task, task.spec().withQueue(queue));
    }

    static NewTask type(NewTask task, String type) {
        TaskSpec old = task.spec();
        return with(
                task,
                new TaskSpec(type, old.queue(), old.sink(), old.priority(), old.payload(), old.headers(), old.retry()));
    }

    static NewTask sink(NewTask task, Sink sink) {
        return with(task, task.spec().withSink(sink));
    }

    static NewTask priority(NewTask task, int priority) {
        return with(task, task.spec().withPriority(new Priority(priority)));
    }

    static NewTask retry(NewTask task, int maxAttempts, int maxLosses) {
        return with(
                task,
                task.spec()
                        .withRetry(
                                RetryPolicy.DEFAULT.withMaxAttempts(maxAttempts).withMaxLosses(maxLosses)));
    }

    /** The history of the record with the run under its present token added. */
    static RunHistory ran(TaskRecord run, RunHistory.Outcome outcome, String error) {
        String worker = run.lease() == null ? "" : run.lease().worker();
        return run.history().plus(new RunHistory.Run(run.token(), worker, 1_000, 2_000, outcome, error));
    }

    static Report complete(TaskRecord run) {
        return Report.complete(run.id(), run.token(), ran(run, RunHistory.Outcome.COMPLETED, ""));
    }

    static Report retry(TaskRecord run, long delayMillis) {
        return Report.retry(run.id(), run.token(), delayMillis, "it broke", ran(run, RunHistory.Outcome.RETRIED, "x"));
    }

    static Report bury(TaskRecord run) {
        return Report.bury(run.id(), run.token(), "it broke for good", ran(run, RunHistory.Outcome.BURIED, "x"));
    }

    /** A claim given back before it started. */
    static Report release(TaskRecord run) {
        return Report.release(run.id(), run.token(), false, run.history());
    }

    static LeaseRef lease(TaskRecord run) {
        return new LeaseRef(run.id(), run.token());
    }

    static List<TaskId> ids(String... ids) {
        return List.of(ids).stream().map(TaskId::of).toList();
    }

    static List<String> ids(Collection<TaskRecord> records) {
        return records.stream().map(record -> record.id().value()).toList();
    }
}
