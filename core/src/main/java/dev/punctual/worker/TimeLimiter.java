package dev.punctual.worker;

import dev.punctual.TimeSource;
import java.time.Duration;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Ends the wait for handlers that are at work beyond the time limit: they are interrupted, reported and their slots
 * given to others. Also sees that a claimed task is not kept from starting by a lack of carriers.
 */
final class TimeLimiter implements Role {

    /** How long a start may wait for the carrier of its virtual thread. */
    static final Duration START_WAIT = Duration.ofSeconds(1);

    private final HeldClaims held;
    private final TaskRunner runner;
    private final TimeSource time;
    private final Duration limit;
    private final @Nullable RunThreads rescuer;

    TimeLimiter(WorkerSettings settings, HeldClaims held, TaskRunner runner, Executor executor) {
        this.held = held;
        this.runner = runner;
        this.time = settings.time();
        this.limit = settings.timeLimit();
        this.rescuer = executor instanceof RunThreads threads && threads.mayStarve() ? threads : null;
    }

    @Override
    public Duration step() {
        long now = time.nanoTime();
        long wait = rescuer == null ? limit.toNanos() : Math.min(limit.toNanos(), START_WAIT.toNanos());
        for (HeldClaim claim : held) {
            switch (claim.phase()) {
                case CLAIMED -> rescue(claim, now);
                case STARTED -> {
                    long left = limit.toNanos() - (now - claim.startNanos());
                    if (left <= 0) {
                        runner.timeOut(
                                claim,
                                Verdict.timeLimit(claim, limit, time.now().toEpochMilli()));
                    } else {
                        wait = Math.min(wait, left);
                    }
                }
                case REPORTED -> {}
            }
        }
        return Duration.ofNanos(wait);
    }

    private void rescue(HeldClaim claim, long now) {
        RunThreads.Start start = claim.start();
        if (rescuer != null && start != null && now - claim.claimedNanos() >= START_WAIT.toNanos()) {
            rescuer.rescue(start);
        }
    }
}
