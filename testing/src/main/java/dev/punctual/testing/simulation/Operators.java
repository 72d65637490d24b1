package dev.punctual.testing.simulation;

import dev.punctual.TaskId;
import dev.punctual.TaskQueries;
import dev.punctual.TaskQueries.Filter;
import dev.punctual.TaskRecord;
import dev.punctual.TaskState;
import dev.punctual.testing.FaultyStore;
import java.util.List;

/** Those who look after the tasks: run now, redrive, discard, pause and resume. Not thread-safe. */
final class Operators {

    private final World world;
    private final Odds odds;
    private final FaultyStore store;
    private final TaskQueries queries;

    Operators(World world) {
        this.world = world;
        this.odds = world.odds;
        this.store = world.faulty("operator", span -> {});
        this.queries = world.settings.through().apply(store).queries();
    }

    void restore() {
        store.restore();
    }

    void act() {
        int kind = odds.below(100);
        TaskId id = world.clients.someId();
        if (kind < 25) {
            runNow(id);
        } else if (kind < 60) {
            world.bold(() -> queries.redrive(dead()));
        } else if (kind < 75) {
            world.bold(() -> queries.discard(List.of(id)));
        } else if (kind < 90) {
            world.bold(() -> queries.pause(odds.pick(Clients.QUEUES)));
        } else {
            resumeAll();
        }
    }

    private List<TaskId> dead() {
        return queries.page(Filter.of(TaskState.DEAD), 2, null).records().stream()
                .map(TaskRecord::id)
                .toList();
    }

    /** Presses the button several times, as people do. */
    void runNow(TaskId id) {
        for (int i = 1 + odds.below(3); i > 0; i--) {
            world.bold(() -> queries.runNow(List.of(id)));
        }
    }

    void resumeAll() {
        for (String queue : Clients.QUEUES) {
            world.bold(() -> queries.resume(queue));
        }
    }
}
