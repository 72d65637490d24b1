package dev.punctual.worker;

import dev.punctual.DiscardResult;
import dev.punctual.RedriveResult;
import dev.punctual.RescheduleResult;
import dev.punctual.Selector;
import dev.punctual.TaskId;
import dev.punctual.TaskQueries;
import dev.punctual.TaskRecord;
import dev.punctual.WorkerInfo;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The store's side for people as handlers reach it; see {@link ShelteredStore}. Thread-safe. */
record ShelteredQueries(TaskQueries inner) implements TaskQueries {

    @Override
    public Optional<TaskRecord> find(TaskId id) {
        return Shelter.call(() -> inner.find(id));
    }

    @Override
    public Page page(Filter filter, int limit, @Nullable String cursor) {
        return Shelter.call(() -> inner.page(filter, limit, cursor));
    }

    @Override
    public List<Count> counts() {
        return Shelter.call(() -> inner.counts());
    }

    @Override
    public List<QueueInfo> queues() {
        return Shelter.call(() -> inner.queues());
    }

    @Override
    public Forecast forecast(Selector queues, Selector types, Window window, Duration step) {
        return Shelter.call(() -> inner.forecast(queues, types, window, step));
    }

    @Override
    public List<RescheduleResult> runNow(List<TaskId> ids) {
        return Shelter.call(() -> inner.runNow(ids));
    }

    @Override
    public List<RedriveResult> redrive(List<TaskId> ids) {
        return Shelter.call(() -> inner.redrive(ids));
    }

    @Override
    public List<DiscardResult> discard(List<TaskId> ids) {
        return Shelter.call(() -> inner.discard(ids));
    }

    @Override
    public int prune(int max) {
        return Shelter.call(() -> inner.prune(max));
    }

    @Override
    public List<WorkerInfo> workers() {
        return Shelter.call(() -> inner.workers());
    }

    @Override
    public void pause(String queue) {
        Shelter.run(() -> inner.pause(queue));
    }

    @Override
    public void resume(String queue) {
        Shelter.run(() -> inner.resume(queue));
    }
}
