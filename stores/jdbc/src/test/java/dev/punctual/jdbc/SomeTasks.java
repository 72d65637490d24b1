package dev.punctual.jdbc;

import dev.punctual.ClaimRequest;
import dev.punctual.ClaimRequest.Wanted;
import dev.punctual.ClaimResult;
import dev.punctual.Due;
import dev.punctual.LeaseRef;
import dev.punctual.NewTask;
import dev.punctual.Payload;
import dev.punctual.Report;
import dev.punctual.ScheduleResult;
import dev.punctual.Selector;
import dev.punctual.TaskId;
import dev.punctual.TaskRecord;
import dev.punctual.TaskSpec;
import dev.punctual.TaskStore;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/** Tasks and short calls for tests. Thread-safe. */
final class SomeTasks {

    static final String TYPE = "ship";
    static final Wanted ALL = new Wanted(Selector.any(), Selector.any(), Selector.any(), 1);
    static final Duration LEASE = Duration.ofSeconds(30);

    private SomeTasks() {}

    static NewTask task(String id, Due due) {
        return task(id, due, ("payload of " + id).getBytes(StandardCharsets.UTF_8));
    }

    static NewTask task(String id, Due due, byte[] payload) {
        return NewTask.of(TaskId.of(id), TaskSpec.of(TYPE, new Payload(payload, Payload.OCTETS, 1)), due);
    }

    static NewTask due(String id) {
        return task(id, Due.now());
    }

    static NewTask later(String id) {
        return task(id, Due.after(Duration.ofHours(1)));
    }

    static ScheduleResult schedule(TaskStore store, NewTask task) {
        return store.insert(List.of(task)).get(0);
    }

    static ClaimResult claim(TaskStore store, String worker, long number, int max) {
        return store.claimDue(new ClaimRequest(worker, number, max, LEASE, ALL));
    }

    /** Schedules one task that is due now and claims it, as the worker with its first claim. */
    static TaskRecord running(TaskStore store, String id, String worker) {
        schedule(store, due(id));
        return claim(store, worker, 1, 1).claims().get(0);
    }

    static Report complete(TaskRecord run) {
        return Report.complete(run.id(), run.token(), run.history());
    }

    static LeaseRef lease(TaskRecord run) {
        return new LeaseRef(run.id(), run.token());
    }

    static TaskRecord find(TaskStore store, String id) {
        return store.queries().find(TaskId.of(id)).orElseThrow(() -> new AssertionError("no record " + id));
    }
}
