package dev.punctual.memory;

import dev.punctual.Capability;
import dev.punctual.Durability;
import dev.punctual.HintBoard;
import dev.punctual.StoreCapabilities;
import dev.punctual.StoreException;
import dev.punctual.StoreSettings;
import dev.punctual.TaskStore;
import dev.punctual.WakeupSignal.Hint;
import dev.punctual.embedded.EmbeddedTaskStore;
import dev.punctual.embedded.EngineAccess;
import dev.punctual.embedded.TaskEngine;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/**
 * A store in memory: for tests, caches, and tasks that may die with the process (durability class D0). One lock lets
 * one call in at a time; every call is a short, bounded step.
 *
 * <p>Thread-safe.
 */
public final class MemoryTaskStore implements EngineAccess {

    private static final String NAME = "memory";

    private final ReentrantLock lock = new ReentrantLock();
    private final HintBoard hintBoard = new HintBoard();
    private final TaskEngine engine;
    private boolean closed;

    private MemoryTaskStore(StoreSettings settings) {
        engine = new TaskEngine(new MemoryTables(settings.time().now().toEpochMilli()), settings);
    }

    /** Opens an empty store. */
    public static TaskStore open(StoreSettings settings) {
        MemoryTaskStore memory = new MemoryTaskStore(settings);
        EnumSet<Capability> abilities = EnumSet.of(
                Capability.CANCEL,
                Capability.RESCHEDULE,
                Capability.PRIORITY,
                Capability.LIST,
                Capability.EXACT_TIME,
                Capability.ARRIVAL_ORDER);
        return new EmbeddedTaskStore(
                new StoreCapabilities(
                        NAME, abilities, settings.limits(), Durability.D0, StoreCapabilities.INSERTS_ALONE),
                memory,
                memory.hintBoard);
    }

    @Override
    public <R> R run(Commit commit, Function<TaskEngine, R> operation) {
        R answer;
        List<Hint> hints;
        lock.lock();
        try {
            if (closed) {
                throw new StoreException(NAME, "the store is closed", StoreException.Kind.FATAL, null);
            }
            answer = operation.apply(engine);
            engine.tidy();
            engine.storeValues();
            hints = engine.takeHints();
        } finally {
            lock.unlock();
        }
        hintBoard.send(hints);
        return answer;
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
        } finally {
            lock.unlock();
        }
    }
}
