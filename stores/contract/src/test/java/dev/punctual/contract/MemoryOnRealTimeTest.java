package dev.punctual.contract;

import dev.punctual.StoreSettings;
import dev.punctual.TaskStore;
import dev.punctual.memory.MemoryTaskStore;

class MemoryOnRealTimeTest implements RunNowContract, RollingRestartContract {

    private final TaskStore store = MemoryTaskStore.open(StoreSettings.DEFAULT);

    @Override
    public void open() {}

    @Override
    public void close() {
        store.close();
    }

    @Override
    public TaskStore store() {
        return store;
    }
}
