package dev.punctual.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.StoreSettings;
import dev.punctual.TaskState;
import dev.punctual.TaskStore;
import dev.punctual.contract.RollingRestartContract;
import dev.punctual.contract.RunNowContract;
import java.nio.file.Path;

class RocksOnRealTimeTest implements RunNowContract, RollingRestartContract {

    private final Path directory = Directories.create();
    private TaskStore store = openHere();

    private TaskStore openHere() {
        return RocksTaskStore.open(directory, StoreSettings.DEFAULT);
    }

    @Override
    public void open() {}

    /** Whatever happened, the store closes and opens clean, with all it held. */
    @Override
    public void close() {
        long succeeded = count(TaskState.SUCCEEDED);
        store.close();
        store = openHere();
        assertThat(count(TaskState.SUCCEEDED)).isEqualTo(succeeded);
        store.close();
        Directories.delete(directory);
    }

    @Override
    public TaskStore store() {
        return store;
    }
}
