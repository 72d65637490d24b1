package dev.punctual.contract;

import dev.punctual.Limits;
import dev.punctual.Retention;
import dev.punctual.TaskStore;
import java.time.Duration;

/**
 * One store as a contract test sees it: a place of its own, empty when the test begins, whose clock can be made to move
 * on. A new one is made for every test.
 *
 * <p>Not thread-safe; the store it gives is.
 */
public interface StoreUnderTest {

    /**
     * Opens the store, after closing it if it is open. A durable store still holds what it held before; one that is
     * lost with its process begins empty.
     */
    void open(Limits limits, Retention retention);

    /** Returns the open store. */
    TaskStore store();

    /**
     * Lets at least so much time pass by the store's clock: moves a clock that can be moved by hand, waits where the
     * clock belongs to a server.
     */
    void advance(Duration span);

    /** Closes the store, if it is open, and removes all it left. */
    void close();
}
