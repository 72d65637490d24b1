package dev.punctual.worker;

import dev.punctual.Report;
import dev.punctual.TimeSource;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs failed runs: at most one a second, so that a broken dependency does not flood the log. Thread-safe. */
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

    void log(HeldClaim claim, Verdict verdict, Throwable thrown) {
        long now = time.nanoTime();
        long allowed = allowedNanos.get();
        if (now - allowed < 0 || !allowedNanos.compareAndSet(allowed, now + EVERY_NANOS)) {
            unlogged.incrementAndGet();
            return;
        }
        Report report = verdict.report();
        String next = report.outcome() == Report.Outcome.RETRY
                ? "it is tried again in " + report.delayMillis() + " ms"
                : "it is a dead letter now";
        try {
            LOG.warn(
                    "Task {} of type {} failed in attempt {}; {} ({} more failures since the last line like this)",
                    claim.id(),
                    claim.record().spec().type(),
                    claim.attempt(),
                    next,
                    unlogged.getAndSet(0),
                    thrown);
        } catch (Throwable unprintable) {
            LOG.warn("Task {} failed; {}: {}", claim.id(), next, report.error());
        }
    }
}
