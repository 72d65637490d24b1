package dev.punctual.worker;

import dev.punctual.NotRetryableException;
import dev.punctual.Report;
import dev.punctual.RetryLaterException;
import dev.punctual.RunHistory;
import dev.punctual.TaskEvent;
import dev.punctual.TaskRecord;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * What the end of a claim means for its task: the report for the store, the event for listeners. Pure, but for the
 * jitter. Thread-safe.
 */
record Verdict(Report report, TaskEvent.Kind kind) {

    /** What went wrong with a run that ended well, but for its transaction. */
    static final String NOT_COMMITTED = "the transaction that was to complete the task did not commit";

    /** The handler is back. */
    static Verdict of(HeldClaim claim, @Nullable Throwable thrown, long endMillis) {
        if (thrown == null) {
            RunHistory history = history(claim, endMillis, RunHistory.Outcome.COMPLETED, "");
            return new Verdict(Report.complete(claim.id(), claim.token(), history), TaskEvent.Kind.COMPLETED);
        }
        if (claim.stopping()) {
            // Whatever a handler throws when it was interrupted by the stop of its worker is not the task's failure.
            return given(claim, false, endMillis);
        }
        String error = ErrorText.of(thrown);
        if (thrown instanceof NotRetryableException) {
            return buried(claim, error, endMillis);
        }
        long delay = thrown instanceof RetryLaterException later ? later.delayMillis() : backoff(claim.record());
        return failed(claim, error, delay, endMillis);
    }

    /** The handler is back without an exception, but the transaction that was to complete its task did not commit. */
    static Verdict notCommitted(HeldClaim claim, long endMillis) {
        return claim.stopping()
                ? given(claim, false, endMillis)
                : failed(claim, NOT_COMMITTED, backoff(claim.record()), endMillis);
    }

    /** The handler is at work beyond its time limit. */
    static Verdict timeLimit(HeldClaim claim, Duration limit, long endMillis) {
        String error = "time limit of " + limit + " exceeded";
        Verdict verdict = failed(claim, error, backoff(claim.record()), endMillis);
        return new Verdict(verdict.report().stillRunning(), TaskEvent.Kind.TIMED_OUT);
    }

    /** A run is given back, because the worker stops. */
    static Verdict given(HeldClaim claim, boolean unreturned, long endMillis) {
        RunHistory history = history(claim, endMillis, RunHistory.Outcome.RELEASED, "");
        return new Verdict(Report.release(claim.id(), claim.token(), unreturned, history), TaskEvent.Kind.RELEASED);
    }

    /** A claim is given back that never started. */
    static Verdict neverStarted(HeldClaim claim) {
        return new Verdict(
                Report.release(claim.id(), claim.token(), false, claim.record().history()), TaskEvent.Kind.RELEASED);
    }

    private static Verdict failed(HeldClaim claim, String error, long delayMillis, long endMillis) {
        TaskRecord task = claim.record();
        if (task.failures() + 1 >= task.spec().retry().maxAttempts()) {
            return buried(claim, error, endMillis);
        }
        RunHistory history = history(claim, endMillis, RunHistory.Outcome.RETRIED, error);
        return new Verdict(
                Report.retry(claim.id(), claim.token(), delayMillis, error, history), TaskEvent.Kind.RETRIED);
    }

    private static Verdict buried(HeldClaim claim, String error, long endMillis) {
        RunHistory history = history(claim, endMillis, RunHistory.Outcome.BURIED, error);
        return new Verdict(Report.bury(claim.id(), claim.token(), error, history), TaskEvent.Kind.BURIED);
    }

    private static RunHistory history(HeldClaim claim, long endMillis, RunHistory.Outcome outcome, String error) {
        return claim.record()
                .history()
                .plus(new RunHistory.Run(
                        claim.token(), claim.worker(), claim.startMillis(), endMillis, outcome, error));
    }

    private static long backoff(TaskRecord task) {
        double random = ThreadLocalRandom.current().nextDouble();
        return task.spec().retry().delayMillis(task.failures() + 1, random);
    }
}
