package dev.punctual.memory;

import dev.punctual.StoreProvider;
import dev.punctual.StoreSettings;
import dev.punctual.TaskStore;

/** Opens {@code memory:}, a new store in memory each time. Thread-safe. */
public final class MemoryStoreProvider implements StoreProvider {

    private static final String URL = "memory:";

    /** For the service loader. */
    public MemoryStoreProvider() {}

    @Override
    public String scheme() {
        return "memory";
    }

    @Override
    public String example() {
        return URL;
    }

    @Override
    public TaskStore open(String url, StoreSettings settings) {
        if (!url.equals(URL)) {
            throw new IllegalArgumentException(
                    "store: memory takes nothing after the colon, was " + url + " (for example " + URL + ")");
        }
        return MemoryTaskStore.open(settings);
    }
}
