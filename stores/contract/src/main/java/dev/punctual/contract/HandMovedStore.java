package dev.punctual.contract;

import dev.punctual.Limits;
import dev.punctual.Retention;
import dev.punctual.StoreSettings;
import dev.punctual.TaskStore;
import dev.punctual.testing.ManualTime;
import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A store that takes its time from its settings, run on time that moves only when a test says so.
 *
 * <p>Not thread-safe; the store it gives is.
 */
public final class HandMovedStore implements StoreUnderTest {

    private final Function<StoreSettings, TaskStore> opener;
    private final ManualTime time = new ManualTime();
    private @Nullable TaskStore store;

    /**
     * Makes the subject of a test.
     *
     * @param opener opens the store; called again with the same place when the test opens it again
     */
    public HandMovedStore(Function<StoreSettings, TaskStore> opener) {
        this.opener = opener;
    }

    @Override
    public void open(Limits limits, Retention retention) {
        close();
        store = opener.apply(new StoreSettings("contract", time, limits, retention));
    }

    @Override
    public TaskStore store() {
        if (store == null) {
            throw new IllegalStateException("the store is not open");
        }
        return store;
    }

    @Override
    public void advance(Duration span) {
        time.advance(span);
    }

    @Override
    public void close() {
        if (store != null) {
            store.close();
            store = null;
        }
    }

    /** Returns the time that the store runs on. */
    public ManualTime time() {
        return time;
    }
}
