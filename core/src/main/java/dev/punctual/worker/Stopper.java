package dev.punctual.worker;

import dev.punctual.TimeSource;
import java.time.Duration;
import java.util.List;

/**
 * Stops a worker, step by step: claim no more and give back what has not started; wait for running handlers; interrupt
 * them; give back the rest; wait until the reports are recorded. The other loops go on meanwhile, so leases are renewed
 * to the end.
 */
final class Stopper implements Role {

    /** How long interrupted handlers have to come back. */
    static final Duration INTERRUPT_WAIT = Duration.ofSeconds(1);
    /** How long the last reports may take, if the store is in trouble; after that their leases run out. */
    static final Duration FLUSH_WAIT = Duration.ofSeconds(5);

    private enum Stage {
        BEGIN,
        GRACE,
        INTERRUPTED,
        FLUSH,
        DONE
    }

    private final Workshop shop;
    private final TaskRunner runner;
    private final List<DuePoller> pollers;
    private final Runnable done;
    private final TimeSource time;
    private Stage stage = Stage.BEGIN;
    private long untilNanos;

    /** Makes the role; the last thing it does is {@code done}. */
    Stopper(Workshop shop, TaskRunner runner, List<DuePoller> pollers, Runnable done) {
        this.shop = shop;
        this.runner = runner;
        this.pollers = pollers;
        this.done = done;
        this.time = shop.settings().time();
    }

    @Override
    public Duration step() {
        // First say that changes are of interest, then look: a change in between is not missed.
        shop.slots().want();
        long left = untilNanos - time.nanoTime();
        switch (stage) {
            case BEGIN -> begin();
            case GRACE -> {
                if (!idle() && left > 0) {
                    return Duration.ofNanos(left);
                }
                interrupt();
            }
            case INTERRUPTED -> {
                if (!idle() && left > 0) {
                    return Duration.ofNanos(left);
                }
                // Perhaps one came in late: a claim that was under way when the stop began.
                shop.held().forEach(runner::giveBack);
                shop.held().forEach(runner::abandon);
                enter(Stage.FLUSH, FLUSH_WAIT);
            }
            case FLUSH -> {
                if (shop.settler().size() > 0 && left > 0) {
                    return Duration.ofNanos(left);
                }
                stage = Stage.DONE;
                done.run();
            }
            case DONE -> {
                return UNTIL_WOKEN;
            }
        }
        return Duration.ZERO;
    }

    private void begin() {
        pollers.forEach(DuePoller::stop);
        shop.held().forEach(runner::giveBack);
        enter(Stage.GRACE, shop.settings().grace());
    }

    private void interrupt() {
        shop.held().forEach(HeldClaim::stop);
        enter(Stage.INTERRUPTED, INTERRUPT_WAIT);
    }

    private void enter(Stage next, Duration atMost) {
        stage = next;
        untilNanos = time.nanoTime() + atMost.toNanos();
    }

    private boolean idle() {
        // A claim without an answer holds its slots, so this waits for it as well.
        return shop.slots().taken() == 0;
    }
}
