package dev.punctual.worker;

import dev.punctual.Report;
import dev.punctual.TimeSource;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs failed runs: at most one a second in full, so that a broken dependency does not flood the log; every death at
 * least in a line. Thread-safe.
 */
final class FailureLog {

    private static final Logger LOG = LoggerFactory.getLogger(FailureLog.class);
    private static final long EVERY_NANOS = Duration.ofSeconds(1).toNanos();

    private final TimeSource time;
    private final AtomicLong allowedNanos;
    private final AtomicLong unlogged = new AtomicLong();

    FailureLog(TimeSource time) {
        this.time = time;
        this.allowedNanos = new AtomicLong(time.nanoTime());
    }

    /** Logs it; never fails, since the end of the run is not yet recorded. */
    void log(HeldClaim claim, Verdict verdict, Throwable thrown) {
        try {
            tell(claim, verdict, thrown);
        } catch (Throwable e) {
            // The record says it all the same.
        }
    }

    private void tell(HeldClaim claim, Verdict verdict, Throwable thrown) {
        Report report = verdict.report();
        boolean dead = report.outcome() != Report.Outcome.RETRY || lastAttempt(claim);
        String next = dead ? "it is a dead letter now" : "it is tried again in " + report.delayMillis() + " ms";
        long now = time.nanoTime();
        long allowed = allowedNanos.get();
        if (now - allowed < 0 || !allowedNanos.compareAndSet(allowed, now + EVERY_NANOS)) {
            if (dead) {
                // Nobody looks at a dead letter whose death was not told; its trace is left to the record.
                LOG.warn("Task {} failed; {}: {}", claim.id(), next, report.error());
            } else {
                unlogged.incrementAndGet();
            }
            return;
        }
        long more = unlogged.getAndSet(0);
        try {
            LOG.warn(
                    "Task {} of type {} failed in attempt {}; {}{}",
                    claim.id(),
                    claim.record().spec().type(),
                    claim.attempt(),
                    next,
                    more == 0 ? "" : " (" + more + " more failures since the last line like this)",
                    thrown);
        } catch (Throwable unprintable) {
            LOG.warn("Task {} failed; {}: {}", claim.id(), next, report.error());
        }
    }

    private static boolean lastAttempt(HeldClaim claim) {
        return claim.record().failures() + 1 >= claim.record().spec().retry().maxAttempts();
    }
}
