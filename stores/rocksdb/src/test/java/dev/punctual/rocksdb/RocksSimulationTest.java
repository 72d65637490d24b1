package dev.punctual.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.StoreSettings;
import dev.punctual.TaskStore;
import dev.punctual.testing.ManualTime;
import dev.punctual.testing.simulation.Simulation;
import dev.punctual.testing.simulation.SimulationReport;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The store under the workers, clients and faults of the simulation; a directory a seed. */
class RocksSimulationTest {

    private static final int SEEDS = 12;

    @TempDir
    Path directory;

    private final AtomicInteger opened = new AtomicInteger();

    private TaskStore open(ManualTime time) {
        Path own = directory.resolve("seed-" + opened.incrementAndGet());
        return RocksTaskStore.open(
                own, StoreSettings.DEFAULT.withTime(time), (database, batch, sync) -> database.write(batch, false));
    }

    @Test
    void everySeed_keepsEveryInvariant() {
        SimulationReport report = Simulation.builder(this::open).build().run(1, SEEDS);

        assertThat(report.starts()).as(report::toString).isGreaterThan(SEEDS);
    }
}
