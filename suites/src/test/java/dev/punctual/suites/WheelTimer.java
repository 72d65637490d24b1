package dev.punctual.suites;

import java.util.concurrent.atomic.AtomicReference;

/** One action of a {@link WheelDriver} and where it stands. Thread-safe. */
public final class WheelTimer implements Runnable {

    /** Where a timer stands; it ends as one of the last two. */
    enum State {
        WAITING,
        CANCELLED,
        EXPIRED
    }

    private final WheelDriver driver;
    private final long id;
    private final Runnable action;
    private final AtomicReference<State> state = new AtomicReference<>(State.WAITING);

    WheelTimer(WheelDriver driver, long id, Runnable action) {
        this.driver = driver;
        this.id = id;
        this.action = action;
    }

    long id() {
        return id;
    }

    boolean changes(State from, State to) {
        return state.compareAndSet(from, to);
    }

    /** Returns what it does. */
    public Runnable action() {
        return action;
    }

    @Override
    public void run() {
        action.run();
    }

    /**
     * Cancels it.
     *
     * @return whether this call did so; then the action never runs
     */
    public boolean cancel() {
        return driver.cancel(this);
    }

    /** Returns whether it was cancelled. */
    public boolean isCancelled() {
        return state.get() == State.CANCELLED;
    }

    /** Returns whether its action was handed to the executor. */
    public boolean isExpired() {
        return state.get() == State.EXPIRED;
    }
}
