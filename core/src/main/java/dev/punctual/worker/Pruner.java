package dev.punctual.worker;

import dev.punctual.TaskStore;
import java.time.Duration;

/** Removes finished records past their retention, and expires waiting tasks that no claim covers. */
final class Pruner implements Role {

    private static final int CHUNK = 1_000;
    private static final Duration EVERY = Duration.ofSeconds(5);

    private final TaskStore store;

    Pruner(TaskStore store) {
        this.store = store;
    }

    @Override
    public Duration step() {
        return store.queries().prune(CHUNK) >= CHUNK ? Duration.ZERO : EVERY;
    }
}
