package dev.punctual;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Passes hints on inside the process. Thread-safe. */
public final class HintBoard implements WakeupSignal {

    private static final Logger LOG = LoggerFactory.getLogger(HintBoard.class);

    private final CopyOnWriteArrayList<Consumer<Hint>> listeners = new CopyOnWriteArrayList<>();

    @Override
    public Subscription subscribe(Consumer<Hint> listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    /** Sends hints to every listener. */
    public void send(List<Hint> hints) {
        for (Hint hint : hints) {
            for (Consumer<Hint> listener : listeners) {
                try {
                    listener.accept(hint);
                } catch (Throwable e) {
                    LOG.warn("A listener failed on a hint; it is only a hint, the floor poll stands in", e);
                }
            }
        }
    }
}
