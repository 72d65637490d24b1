package dev.punctual;

import java.util.ServiceLoader;
import java.util.TreeSet;

/**
 * Opens stores of one kind by URL; registered through {@link ServiceLoader}, so that a program can open any store on
 * its class path without naming its classes.
 *
 * <p>Implementations are thread-safe.
 */
public interface StoreProvider {

    /** Returns the scheme of the URLs this provider opens, such as {@code rocksdb}. */
    String scheme();

    /** Returns what a URL of this scheme looks like, for messages. */
    String example();

    /**
     * Opens a store.
     *
     * @param url begins with the scheme and a colon
     * @throws IllegalArgumentException if the rest of the URL is malformed
     * @throws StoreException if the store cannot be opened
     */
    TaskStore open(String url, StoreSettings settings);

    /**
     * Opens the store that a URL names.
     *
     * @throws IllegalArgumentException if no provider on the class path knows the scheme
     * @throws StoreException if the store cannot be opened
     */
    static TaskStore openUrl(String url, StoreSettings settings) {
        TreeSet<String> known = new TreeSet<>();
        for (StoreProvider provider : ServiceLoader.load(StoreProvider.class)) {
            if (url.startsWith(provider.scheme() + ":")) {
                return provider.open(url, settings);
            }
            known.add(provider.example());
        }
        // What follows the scheme may hold a password.
        throw new IllegalArgumentException("store: no store is known for " + Text.quote(url.replaceFirst(":.*", ":"))
                + "; the URLs known here look like " + String.join(", ", known));
    }
}
