package dev.punctual.rocksdb;

import dev.punctual.ClaimRequest;
import dev.punctual.ClaimRequest.Wanted;
import dev.punctual.Due;
import dev.punctual.NewTask;
import dev.punctual.Payload;
import dev.punctual.ScheduleResult;
import dev.punctual.Selector;
import dev.punctual.TaskId;
import dev.punctual.TaskRecord;
import dev.punctual.TaskSpec;
import dev.punctual.TaskStore;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/** Tasks and short calls for tests. */
final class SomeTasks {

    static final Wanted ALL = new Wanted(Selector.any(), Selector.any(), Selector.any(), 1);

    private SomeTasks() {}

    static NewTask task(String id, Due due) {
        return task(id, due, ("payload of " + id).getBytes(StandardCharsets.UTF_8));
    }

    static NewTask task(String id, Due due, byte[] payload) {
        return NewTask.of(TaskId.of(id), TaskSpec.of("ship", new Payload(payload, Payload.OCTETS, 1)), due);
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

    static List<TaskRecord> claim(TaskStore store, long number, int max) {
        return store.claimDue(new ClaimRequest("worker", number, max, Duration.ofSeconds(30), ALL))
                .claims();
    }

    static TaskRecord find(TaskStore store, String id) {
        return store.queries().find(TaskId.of(id)).orElseThrow(() -> new AssertionError("no record " + id));
    }
}
