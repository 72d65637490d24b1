package dev.punctual.rocksdb;

import dev.punctual.StoreProvider;
import dev.punctual.StoreSettings;
import dev.punctual.TaskStore;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/**
 * Opens {@code rocksdb:DIR}, the store in a directory; a relative one counts from the working directory. Thread-safe.
 */
public final class RocksStoreProvider implements StoreProvider {

    private static final String SCHEME = "rocksdb";
    private static final String EXAMPLE = "rocksdb:./punctual-data";

    /** For the service loader. */
    public RocksStoreProvider() {}

    @Override
    public String scheme() {
        return SCHEME;
    }

    @Override
    public String example() {
        return EXAMPLE;
    }

    @Override
    public TaskStore open(String url, StoreSettings settings) {
        String name = url.startsWith(SCHEME + ":") ? url.substring(SCHEME.length() + 1) : "";
        if (name.isBlank()) {
            throw new IllegalArgumentException(
                    "store: rocksdb needs a directory after the colon, was " + url + " (for example " + EXAMPLE + ")");
        }
        try {
            return RocksTaskStore.open(Path.of(name), settings);
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException(
                    "store: " + name + " is no name of a directory (for example " + EXAMPLE + ")", e);
        }
    }
}
