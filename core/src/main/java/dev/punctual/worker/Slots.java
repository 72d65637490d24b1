package dev.punctual.worker;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * How many tasks may run at once, and who waits for room. A handler that overran its time limit leaves its slot to
 * others but stays counted as stuck until it comes back; from {@code stuckMax} stuck ones on, each costs a slot after
 * all, so that threads stay bounded. At most one task that may kill its process (a suspect) runs at a time.
 *
 * <p>Room is never missed: who finds none says so ({@link #reserve} sets {@code wanted}) and looks once more, and who
 * makes room looks whether it is wanted after having made it. Thread-safe.
 */
final class Slots {

    private final int slots;
    private final int stuckMax;
    private final AtomicInteger taken = new AtomicInteger();
    private final AtomicInteger stuck = new AtomicInteger();
    private final AtomicBoolean suspect = new AtomicBoolean();
    private final List<RoleLoop> waiters = new CopyOnWriteArrayList<>();
    private volatile boolean wanted;

    Slots(int slots, int stuckMax) {
        this.slots = slots;
        this.stuckMax = stuckMax;
    }

    /** Adds somebody to be woken when room that was wanted is there. */
    void waiter(RoleLoop loop) {
        waiters.add(loop);
    }

    /** Takes up to so many slots and returns how many; with 0 the waiters are woken when one is free. */
    int reserve(int most) {
        int got = tryReserve(most);
        if (got == 0) {
            wanted = true;
            got = tryReserve(most);
        }
        return got;
    }

    private int tryReserve(int most) {
        while (true) {
            int before = taken.get();
            int got = Math.min(most, limit() - before);
            if (got <= 0) {
                return 0;
            }
            if (taken.compareAndSet(before, before + got)) {
                return got;
            }
        }
    }

    private int limit() {
        return slots - Math.max(0, stuck.get() - stuckMax);
    }

    /** Gives slots back. */
    void free(int count) {
        if (count > 0) {
            taken.addAndGet(-count);
            changed();
        }
    }

    /** Asks that the waiters be woken at the next change. */
    void want() {
        wanted = true;
    }

    /** Wakes the waiters, if room is wanted. */
    void changed() {
        if (wanted) {
            wanted = false;
            waiters.forEach(RoleLoop::wake);
        }
    }

    /** Takes the right to run a suspect. */
    boolean takeSuspect() {
        return suspect.compareAndSet(false, true);
    }

    /** Gives the right to run a suspect back. */
    void freeSuspect() {
        suspect.set(false);
    }

    /** Counts a handler that overran its limit; its slot is about to go to others. */
    void stuckBegins() {
        stuck.incrementAndGet();
    }

    /** Counts one that came back after all. */
    void stuckEnds() {
        stuck.decrementAndGet();
        changed();
    }

    int taken() {
        return taken.get();
    }

    int stuckCount() {
        return stuck.get();
    }

    /** Returns whether every slot that may replace a stuck one is used up. */
    boolean exhausted() {
        return stuck.get() >= stuckMax;
    }

    int size() {
        return slots;
    }
}
