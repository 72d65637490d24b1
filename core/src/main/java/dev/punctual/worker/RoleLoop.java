package dev.punctual.worker;

import dev.punctual.TimeSource;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a role on a thread: the only class that owns one or parks. A role survives whatever it throws: the loop logs it,
 * waits (doubling up to a cap; {@link #wake()} does not cut this wait short, so that trouble is not hammered on) and
 * goes on.
 *
 * <p>A wake-up is never lost: one that comes during a step ends the wait that the step asks for. Thread-safe.
 */
final class RoleLoop implements Runnable {

    /** Longest wait after trouble. */
    static final Duration BACKOFF_MAX = Duration.ofSeconds(5);

    private static final Logger LOG = LoggerFactory.getLogger(RoleLoop.class);
    private static final long BACKOFF_FIRST_NANOS = Duration.ofMillis(50).toNanos();
    /** Trouble that lasts is logged once in this time. */
    private static final long LOG_EVERY_NANOS = Duration.ofSeconds(30).toNanos();

    private final String name;
    private final Role role;
    private final TimeSource time;
    private final long backoffMaxNanos;
    private volatile @Nullable Thread thread;
    private volatile boolean signalled;
    private volatile boolean stopped;
    private volatile int failures;
    private volatile String error = "";
    private long loggedNanos;

    RoleLoop(String name, Role role, TimeSource time) {
        this(name, role, time, BACKOFF_MAX);
    }

    RoleLoop(String name, Role role, TimeSource time, Duration backoffMax) {
        this.name = name;
        this.role = role;
        this.time = time;
        this.backoffMaxNanos = Math.min(BACKOFF_MAX.toNanos(), backoffMax.toNanos());
    }

    /** Starts the thread. */
    void start() {
        Thread started = new Thread(this, name);
        started.setDaemon(true);
        thread = started;
        started.start();
    }

    /** Ends the present wait, or the next if a step is under way. */
    void wake() {
        if (!signalled) {
            signalled = true;
            LockSupport.unpark(thread);
        }
    }

    /** Ends the loop after the step that is under way. */
    void stop() {
        stopped = true;
        LockSupport.unpark(thread);
    }

    /** Waits, at most so long, until the thread has ended. */
    void join(Duration atMost) {
        Thread running = thread;
        if (running == null || running == Thread.currentThread()) {
            return;
        }
        try {
            running.join(Math.max(1, atMost.toMillis()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    String name() {
        return name;
    }

    /** Returns whether a wake-up has come since the latest step began. */
    boolean woken() {
        return signalled;
    }

    /** Returns whether the latest step failed. */
    boolean failing() {
        return failures > 0;
    }

    /** Returns the latest trouble; empty if there never was any. */
    String error() {
        return error;
    }

    /** Runs the loop on the calling thread, until it is stopped. */
    @Override
    public void run() {
        thread = Thread.currentThread();
        boolean interrupted = false;
        while (!stopped) {
            try {
                pause(attempt());
            } catch (Throwable e) {
                // Not even the trouble could be noted, for want of memory or stack. There is only one thing left to do.
                LockSupport.parkNanos(this, backoffMaxNanos);
            }
            // An interrupt is nobody's business here, and would turn every wait into none.
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Makes one step and returns how long to wait, also if it fails. */
    Duration attempt() {
        signalled = false;
        try {
            Duration wait = role.step();
            if (failures > 0) {
                LOG.info("{} works again after {} failures", name, failures);
                failures = 0;
            }
            return wait;
        } catch (Throwable e) {
            return failed(e);
        }
    }

    private Duration failed(Throwable e) {
        int count = failures + 1;
        error = ErrorText.of(e);
        failures = count;
        long now = time.nanoTime();
        long wait = Math.min(backoffMaxNanos, BACKOFF_FIRST_NANOS << Math.min(count - 1, 20));
        if (count == 1 || now - loggedNanos >= LOG_EVERY_NANOS) {
            loggedNanos = now;
            LOG.warn("{} failed ({} in a row) and tries again in {} ms: {}", name, count, wait / 1_000_000, error);
            LOG.debug("{} failed", name, e);
        }
        return Duration.ofNanos(wait);
    }

    private void pause(Duration wait) {
        boolean wakeable = failures == 0;
        long nanos = wait.toNanos();
        long since = time.nanoTime();
        while (nanos > 0 && !stopped && !(wakeable && signalled)) {
            LockSupport.parkNanos(this, nanos);
            if (Thread.currentThread().isInterrupted()) {
                return;
            }
            nanos = wait.toNanos() - (time.nanoTime() - since);
        }
    }
}
