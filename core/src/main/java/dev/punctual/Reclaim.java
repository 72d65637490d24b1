package dev.punctual;

/**
 * Takes back a task whose lease ran out.
 *
 * @param id the task
 * @param token the token that was seen; if the record has another one, nothing happens
 * @param history the complete new history, with the lost run
 */
public record Reclaim(TaskId id, long token, RunHistory history) {

    /** Returns the request that takes back this running record, with the lost run added to its history. */
    public static Reclaim of(TaskRecord seen) {
        Lease lease = seen.lease();
        RunHistory.Run lost = new RunHistory.Run(
                seen.token(),
                lease == null ? "" : lease.worker(),
                0,
                0,
                RunHistory.Outcome.LOST,
                TaskStateMachine.WORKER_LOST);
        return new Reclaim(seen.id(), seen.token(), seen.history().plus(lost));
    }
}
