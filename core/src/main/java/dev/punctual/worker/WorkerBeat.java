package dev.punctual.worker;

import dev.punctual.TaskStore;
import dev.punctual.WorkerInfo;
import java.time.Duration;
import java.util.List;

/** Says every five seconds that this worker is alive, what it takes and how busy it is. */
final class WorkerBeat implements Role {

    private static final Duration EVERY = Duration.ofSeconds(5);

    private final TaskStore store;
    private final String name;
    private final Slots slots;
    private final List<Claimer> claimers;

    WorkerBeat(WorkerSettings settings, Slots slots, List<Claimer> claimers) {
        this.store = settings.store();
        this.name = settings.name();
        this.slots = slots;
        this.claimers = claimers;
    }

    @Override
    public Duration step() {
        for (Claimer claimer : claimers) {
            store.beat(new WorkerInfo(claimer.worker(), name, claimer.wanted(), slots.size(), slots.taken(), 0));
        }
        return EVERY;
    }
}
