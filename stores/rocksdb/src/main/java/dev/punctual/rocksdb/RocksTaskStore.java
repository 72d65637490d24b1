package dev.punctual.rocksdb;

import dev.punctual.Capability;
import dev.punctual.Durability;
import dev.punctual.HintBoard;
import dev.punctual.StoreCapabilities;
import dev.punctual.StoreSettings;
import dev.punctual.TaskStore;
import dev.punctual.embedded.EmbeddedTaskStore;
import java.nio.file.Path;
import java.util.EnumSet;

/**
 * The durable store of one process, on RocksDB in a directory: nothing to install, tasks survive a power cut
 * (durability class D2). One process at a time may open a directory; a directory holds one namespace.
 *
 * <p>Thread-safe.
 */
public final class RocksTaskStore {

    private RocksTaskStore() {}

    /**
     * Opens the store in a directory, which is created if it is missing.
     *
     * @throws dev.punctual.StoreException if the directory cannot be used: held by another process, not writable,
     *     damaged, written by a newer version, or of another namespace
     */
    public static TaskStore open(Path directory, StoreSettings settings) {
        return open(directory, settings, RocksDatabase::write);
    }

    static TaskStore open(Path directory, StoreSettings settings, CommittedEngine.WriteStep step) {
        HintBoard hintBoard = new HintBoard();
        CommittedEngine engine = new CommittedEngine(new RocksOpener(directory, settings.namespace()), settings, step);
        EnumSet<Capability> abilities = EnumSet.of(
                Capability.CANCEL,
                Capability.RESCHEDULE,
                Capability.PRIORITY,
                Capability.LIST,
                Capability.EXACT_TIME,
                Capability.DURABLE);
        return new EmbeddedTaskStore(
                new StoreCapabilities(Trouble.STORE, abilities, settings.limits(), Durability.D2),
                new RocksCommitter(engine, hintBoard, RocksCommitter.WAITING_MAX),
                hintBoard);
    }
}
