package dev.punctual;

import java.util.function.Consumer;

/**
 * Hints that something became due earlier than was known. A hint may be lost, late, doubled or wrong: it only shortens
 * a wait, the claim decides.
 *
 * <p>Implementations are thread-safe.
 */
public interface WakeupSignal {

    /**
     * What became due.
     *
     * @param queue in which queue
     * @param type of which type
     * @param sinkKind for which kind of sink
     * @param sortKeyMillis when, in epoch milliseconds of the store's clock
     */
    record Hint(String queue, String type, String sinkKind, long sortKeyMillis) {}

    /**
     * Sends hints to the listener until the subscription is closed. The listener must be quick and must not throw or
     * call the store.
     */
    Subscription subscribe(Consumer<Hint> listener);

    /** The end of a subscription. */
    interface Subscription extends AutoCloseable {
        @Override
        void close();
    }
}
