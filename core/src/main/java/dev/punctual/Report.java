package dev.punctual;

/**
 * How a claim ended, as a worker reports it. A report may be repeated: the same token is recorded once.
 *
 * @param id the task
 * @param token the token of the claim, at least 1
 * @param outcome how it ended
 * @param delayMillis for a retry: the wait before the next run, in milliseconds, 0 to 365 days; else 0
 * @param error what went wrong; empty if nothing did. A bury with an error counts as a failure.
 * @param unreturned a run that started was given up while its handler is still at work
 * @param history the complete new history; for a release that never started, the old one
 */
public record Report(
        TaskId id,
        long token,
        Outcome outcome,
        long delayMillis,
        String error,
        boolean unreturned,
        RunHistory history) {

    /** How a claim ends. */
    public enum Outcome {
        /** It ran well. */
        COMPLETE,
        /** It failed and should be tried again after a while, as far as its budget allows. */
        RETRY,
        /** It failed, or was given up, for good. */
        BURY,
        /** It is given back uncharged: it never started, or the worker stops. */
        RELEASE
    }

    /**
     * Clips and cleans the error.
     *
     * @throws InvalidTaskException if the token or the delay is outside its bounds
     */
    public Report {
        if (token < 1) {
            throw new InvalidTaskException(
                    Refusal.invalid("token", "must be that of a claim, at least 1, was " + token, "1767225600000000"));
        }
        error = Text.clip(error, Limits.ERROR_BYTES_MAX);
        if (delayMillis < 0 || delayMillis > RetryPolicy.DELAY_MAX.toMillis()) {
            throw new InvalidTaskException(
                    Refusal.invalid("delay", "must be 0 to 365 days, was " + delayMillis + " ms", "PT5S"));
        }
    }

    /** Returns the report of a run that ended well. */
    public static Report complete(TaskId id, long token, RunHistory history) {
        return new Report(id, token, Outcome.COMPLETE, 0, "", false, history);
    }

    /** Returns the report of a run that failed and is to be tried again after that many milliseconds. */
    public static Report retry(TaskId id, long token, long delayMillis, String error, RunHistory history) {
        return new Report(id, token, Outcome.RETRY, delayMillis, error, false, history);
    }

    /** Returns the report of a run that must not be tried again. */
    public static Report bury(TaskId id, long token, String error, RunHistory history) {
        return new Report(id, token, Outcome.BURY, 0, error, false, history);
    }

    /** Returns the report of a claim that is given back uncharged. */
    public static Report release(TaskId id, long token, boolean unreturned, RunHistory history) {
        return new Report(id, token, Outcome.RELEASE, 0, "", unreturned, history);
    }

    /** Returns this report for a run whose handler is still at work. */
    public Report stillRunning() {
        return new Report(id, token, outcome, delayMillis, error, true, history);
    }
}
