package dev.punctual.testing.simulation;

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

/** The side for people of a {@link Witness}. Not thread-safe. */
final class WitnessQueries implements TaskQueries {

    private final TaskQueries inner;
    private final CommandChecks commands;
    private final RecordChecks records;

    WitnessQueries(TaskQueries inner, CommandChecks commands, RecordChecks records) {
        this.inner = inner;
        this.commands = commands;
        this.records = records;
    }

    @Override
    public Optional<TaskRecord> find(TaskId id) {
        return inner.find(id);
    }

    @Override
    public Page page(Filter filter, int limit, @Nullable String cursor) {
        return inner.page(filter, limit, cursor);
    }

    @Override
    public List<Count> counts() {
        return inner.counts();
    }

    @Override
    public List<QueueInfo> queues() {
        return inner.queues();
    }

    @Override
    public Forecast forecast(Selector queues, Selector types, Window window, Duration step) {
        return inner.forecast(queues, types, window, step);
    }

    @Override
    public List<RescheduleResult> runNow(List<TaskId> ids) {
        List<RescheduleResult> results = inner.runNow(ids);
        for (int i = 0; i < ids.size(); i++) {
            commands.ranNow(ids.get(i), results.get(i));
            records.look(ids.get(i));
        }
        return results;
    }

    @Override
    public List<RedriveResult> redrive(List<TaskId> ids) {
        List<RedriveResult> results = inner.redrive(ids);
        for (int i = 0; i < ids.size(); i++) {
            commands.redriven(ids.get(i), results.get(i));
            records.look(ids.get(i));
        }
        return results;
    }

    @Override
    public List<DiscardResult> discard(List<TaskId> ids) {
        List<DiscardResult> results = inner.discard(ids);
        for (int i = 0; i < ids.size(); i++) {
            commands.discarded(ids.get(i), results.get(i));
            records.look(ids.get(i));
        }
        return results;
    }

    @Override
    public void pause(String queue) {
        inner.pause(queue);
        commands.paused(queue);
    }

    @Override
    public void resume(String queue) {
        inner.resume(queue);
        commands.resumed(queue);
    }

    @Override
    public int prune(int max) {
        int changed = inner.prune(max);
        if (changed > 0) {
            records.lookAtAll();
        }
        return changed;
    }

    @Override
    public List<WorkerInfo> workers() {
        return inner.workers();
    }
}
