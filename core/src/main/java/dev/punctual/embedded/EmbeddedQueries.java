package dev.punctual.embedded;

import dev.punctual.DiscardResult;
import dev.punctual.Limits;
import dev.punctual.RedriveResult;
import dev.punctual.RescheduleResult;
import dev.punctual.Selector;
import dev.punctual.TaskId;
import dev.punctual.TaskQueries;
import dev.punctual.TaskRecord;
import dev.punctual.TaskSpec;
import dev.punctual.WorkerInfo;
import dev.punctual.embedded.EngineAccess.Commit;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The side for people of a store that lives in the process. Thread-safe. */
final class EmbeddedQueries implements TaskQueries {

    private final EngineAccess access;

    EmbeddedQueries(EngineAccess access) {
        this.access = access;
    }

    @Override
    public Optional<TaskRecord> find(TaskId id) {
        return access.run(Commit.NONE, engine -> engine.desk().find(id));
    }

    @Override
    public Page page(Filter filter, int limit, @Nullable String cursor) {
        return access.run(Commit.NONE, engine -> engine.desk().page(filter, limit, cursor));
    }

    @Override
    public List<Count> counts() {
        return access.run(Commit.NONE, engine -> engine.desk().counts());
    }

    @Override
    public List<QueueInfo> queues() {
        return access.run(Commit.NONE, engine -> engine.desk().queues());
    }

    @Override
    public Forecast forecast(Selector queues, Selector types, Window window, Duration step) {
        return access.run(Commit.NONE, engine -> engine.desk().forecast(queues, types, window, step));
    }

    @Override
    public List<RescheduleResult> runNow(List<TaskId> ids) {
        EmbeddedTaskStore.requireBatch(ids);
        return access.run(Commit.SAFE, engine -> engine.runNow(ids));
    }

    @Override
    public List<RedriveResult> redrive(List<TaskId> ids) {
        EmbeddedTaskStore.requireBatch(ids);
        return access.run(Commit.SAFE, engine -> engine.redrive(ids));
    }

    @Override
    public List<DiscardResult> discard(List<TaskId> ids) {
        EmbeddedTaskStore.requireBatch(ids);
        return access.run(Commit.SAFE, engine -> engine.discard(ids));
    }

    @Override
    public void pause(String queue) {
        TaskSpec.requireQueue(queue);
        access.run(Commit.SAFE, engine -> {
            engine.desk().pause(queue);
            return queue;
        });
    }

    @Override
    public void resume(String queue) {
        TaskSpec.requireQueue(queue);
        access.run(Commit.SAFE, engine -> {
            engine.desk().resume(queue);
            return queue;
        });
    }

    @Override
    public int prune(int max) {
        EmbeddedTaskStore.requireMax(max, Limits.PAGE_EXAMINED_MAX);
        return access.run(Commit.QUICK, engine -> engine.pruner().prune(max));
    }

    @Override
    public List<WorkerInfo> workers() {
        return access.run(Commit.NONE, engine -> engine.desk().workers());
    }
}
