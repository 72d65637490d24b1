package dev.punctual.worker;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A worker without threads, whose duties (poll, settle, renew, limit, reclaim, prune, beat) are taken step by step by
 * somebody who moves time by hand: a simulation, or a test of what happens in between. Made by
 * {@link TaskWorker.Builder#buildStepped}. Duties have numbers from 0; the last one is the stop, which has nothing to
 * do before {@link #stop}.
 *
 * <p>Who steps it does what the threads of a started worker do: it makes a step of a duty when the wait that its last
 * step answered is over, or earlier if it {@link #woken was woken}.
 *
 * <p><b>Caveats.</b> To drop it without a stop, as a crash does, call {@link #abandon}, and let nothing reach the store
 * any more.
 *
 * <p>Not thread-safe; handlers may run on other threads than the steps.
 */
public final class WorkerSteps {

    private final WorkerEngine engine;
    private final List<RoleLoop> loops;

    WorkerSteps(WorkerEngine engine) {
        this.engine = engine;
        this.loops = new ArrayList<>(engine.loops());
        loops.add(engine.stopLoop());
        engine.subscribe();
    }

    /** Returns how many duties there are. */
    public int size() {
        return loops.size();
    }

    /** Returns the name of a duty, such as {@code orders-1-poll}. */
    public String name(int duty) {
        return loops.get(duty).name();
    }

    /** Makes one step of a duty and returns how long to wait before the next, also if it failed. Never throws. */
    public Duration step(int duty) {
        return idle(duty) ? Role.UNTIL_WOKEN : loops.get(duty).attempt();
    }

    /** Returns whether a duty was woken since its last step, and may make the next at once. */
    public boolean woken(int duty) {
        RoleLoop loop = loops.get(duty);
        return loop.woken() && !loop.failing() && !idle(duty);
    }

    /** The stop is woken by every slot that falls free, also when nobody has asked for it. */
    private boolean idle(int duty) {
        return duty == size() - 1 && !engine.closing();
    }

    /** Begins to stop the worker, as {@link TaskWorker#close} does; the steps of its duties carry the stop on. */
    public void stop() {
        engine.beginStop();
        loops.get(size() - 1).wake();
    }

    /** Returns whether the stop has ended. */
    public boolean stopped() {
        return engine.finished();
    }

    /** Ends the subscriptions to hints and nothing else. */
    public void abandon() {
        engine.unsubscribe();
    }
}
