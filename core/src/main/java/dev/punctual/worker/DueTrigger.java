package dev.punctual.worker;

import dev.punctual.ClaimResult;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Runs due tasks on the thread of somebody who calls in. Claims one task at a time and records each end before the next
 * claim: without a thread nothing renews leases, so it must not hold what it does not run. One call at a time.
 * Thread-safe.
 */
final class DueTrigger {

    private final List<Claimer> claimers;
    private final Slots slots;
    private final Settler settler;
    private final TaskRunner runner;
    private final ReentrantLock running = new ReentrantLock();
    private volatile boolean stopping;

    DueTrigger(Workshop shop, TaskRunner runner, List<Claimer> claimers) {
        this.claimers = claimers;
        this.slots = shop.slots();
        this.settler = shop.settler();
        this.runner = runner;
    }

    /** Runs up to so many due tasks and returns how many it ran. */
    int run(int limit) {
        running.lock();
        try {
            settler.flush();
            int ran = 0;
            boolean found = true;
            while (found && ran < limit && !stopping) {
                found = false;
                for (Claimer claimer : claimers) {
                    if (ran < limit && !stopping && runNext(claimer)) {
                        found = true;
                        ran++;
                    }
                }
            }
            return ran;
        } finally {
            running.unlock();
        }
    }

    /**
     * Ends a call that is under way after its present run, and waits for that, at most so long; not for a call above
     * us.
     */
    void stop(Duration atMost) {
        stopping = true;
        if (running.isHeldByCurrentThread()) {
            return;
        }
        try {
            if (running.tryLock(atMost.toMillis(), TimeUnit.MILLISECONDS)) {
                running.unlock();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean runNext(Claimer claimer) {
        if (slots.reserve(1) == 0) {
            return false;
        }
        boolean suspect = slots.takeSuspect();
        boolean handedOver = false;
        try {
            ClaimResult result;
            do {
                result = claimer.claim(1, suspect);
            } while (result.claims().isEmpty() && result.expired() > 0 && result.nextDueMillis() <= result.nowMillis());
            if (result.claims().isEmpty()) {
                return false;
            }
            handedOver = true;
            if (suspect && !result.claims().get(0).suspect()) {
                slots.freeSuspect();
            }
            runner.runHere(result.claims().get(0), claimer.worker(), claimer.sentNanos());
        } finally {
            if (!handedOver) {
                slots.free(1);
                if (suspect) {
                    slots.freeSuspect();
                }
            }
        }
        settler.flush();
        return true;
    }
}
