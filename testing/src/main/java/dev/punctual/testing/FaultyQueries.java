package dev.punctual.testing;

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

/** The side for people of a {@link FaultyStore}. Thread-safe. */
final class FaultyQueries implements TaskQueries {

    private final TaskQueries inner;
    private final FaultyCalls calls;

    FaultyQueries(TaskQueries inner, FaultyCalls calls) {
        this.inner = inner;
        this.calls = calls;
    }

    @Override
    public Optional<TaskRecord> find(TaskId id) {
        return calls.call(StoreCall.READ, () -> inner.find(id));
    }

    @Override
    public Page page(Filter filter, int limit, @Nullable String cursor) {
        return calls.call(StoreCall.READ, () -> inner.page(filter, limit, cursor));
    }

    @Override
    public List<Count> counts() {
        return calls.call(StoreCall.READ, inner::counts);
    }

    @Override
    public List<QueueInfo> queues() {
        return calls.call(StoreCall.READ, inner::queues);
    }

    @Override
    public Forecast forecast(Selector queues, Selector types, Window window, Duration step) {
        return calls.call(StoreCall.READ, () -> inner.forecast(queues, types, window, step));
    }

    @Override
    public List<RescheduleResult> runNow(List<TaskId> ids) {
        return calls.call(StoreCall.OPERATE, () -> inner.runNow(ids));
    }

    @Override
    public List<RedriveResult> redrive(List<TaskId> ids) {
        return calls.call(StoreCall.OPERATE, () -> inner.redrive(ids));
    }

    @Override
    public List<DiscardResult> discard(List<TaskId> ids) {
        return calls.call(StoreCall.OPERATE, () -> inner.discard(ids));
    }

    @Override
    public void pause(String queue) {
        calls.run(StoreCall.OPERATE, () -> inner.pause(queue));
    }

    @Override
    public void resume(String queue) {
        calls.run(StoreCall.OPERATE, () -> inner.resume(queue));
    }

    @Override
    public int prune(int max) {
        return calls.call(StoreCall.PRUNE, () -> inner.prune(max));
    }

    @Override
    public List<WorkerInfo> workers() {
        return calls.call(StoreCall.READ, inner::workers);
    }
}
