package dev.punctual.server;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The URL of a store.
 *
 * <p>Immutable. Thread-safe.
 *
 * @param text the URL
 */
record StoreUrl(String text) {

    private static final String DIRECTORY_SCHEME = "rocksdb:";
    private static final String MEMORY_SCHEME = "memory:";
    private static final String DATABASE_SCHEME = "jdbc:";

    static StoreUrl of(String text) {
        StoreUrl url = new StoreUrl(text);
        try {
            url.dataDirectory();
        } catch (InvalidPathException e) {
            throw new SettingException(
                    "store",
                    "must name a directory, was " + Words.quote(text) + " (for example rocksdb:./punctual-data).");
        }
        return url;
    }

    /** Returns the directory of this machine in which the store keeps its data, if it does. */
    Optional<Path> dataDirectory() {
        return text.startsWith(DIRECTORY_SCHEME)
                ? Optional.of(Path.of(text.substring(DIRECTORY_SCHEME.length()))
                        .toAbsolutePath()
                        .normalize())
                : Optional.empty();
    }

    /** Returns whether the data is gone with the process. */
    boolean inMemory() {
        return text.startsWith(MEMORY_SCHEME);
    }

    /** Returns where the data is, in words. */
    String whereDataIs() {
        if (text.startsWith(DATABASE_SCHEME)) {
            return "data in a database ("
                    + text.substring(DATABASE_SCHEME.length()).replaceFirst(":.*", "") + ")";
        }
        return dataDirectory().map(directory -> "data in " + directory).orElse("data in memory only");
    }

    /** Returns the kind of store. */
    String scheme() {
        int colon = text.indexOf(':');
        return colon < 0 ? text : text.substring(0, colon);
    }

    /** Shows the kind of store only: what follows may hold a password. */
    @Override
    public String toString() {
        return scheme() + ":...";
    }
}
