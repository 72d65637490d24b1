package dev.punctual;

import java.time.Duration;

/**
 * A worker asks for due tasks. If the answer does not arrive, the same request with the same number is sent again.
 *
 * @param worker the random id of the worker's process
 * @param claimSeq counts from 1 per worker and store
 * @param max how many tasks at most, 0 to {@link Limits#CLAIM_MAX}
 * @param lease how long the worker may keep them without renewing
 * @param wanted which tasks
 */
public record ClaimRequest(String worker, long claimSeq, int max, Duration lease, Wanted wanted) {

    /**
     * Which tasks a worker takes.
     *
     * @param queues of which queues
     * @param types of which types
     * @param sinkKinds for which kinds of sink; the empty kind is a handler or a pull worker
     * @param maxSuspects 0 or 1: how many suspects at most (a worker runs one at a time)
     */
    public record Wanted(Selector queues, Selector types, Selector sinkKinds, int maxSuspects) {

        /**
         * Checks the values.
         *
         * @throws IllegalArgumentException if {@code maxSuspects} is neither 0 nor 1
         */
        public Wanted {
            if (maxSuspects < 0 || maxSuspects > 1) {
                throw new InvalidTaskException(
                        Refusal.invalid("maxSuspects", "must be 0 or 1, was " + maxSuspects, "1"));
            }
        }

        /** Returns whether a task of this description is wanted, leaving pause and suspects aside. */
        public boolean matches(TaskSpec spec) {
            return queues.matches(spec.queue())
                    && types.matches(spec.type())
                    && sinkKinds.matches(spec.sink().kind());
        }
    }

    /**
     * Checks the values.
     *
     * @throws InvalidTaskException if a value is outside its bounds
     */
    public ClaimRequest {
        Lease checked = new Lease(worker, claimSeq, 0);
        worker = checked.worker();
        if (max < 0 || max > Limits.CLAIM_MAX) {
            throw new InvalidTaskException(
                    Refusal.invalid("max", "must be 0 to " + Limits.CLAIM_MAX + ", was " + max, "100"));
        }
        requireLease(lease);
    }

    /**
     * Requires a lease of {@link Limits#LEASE_MIN} to {@link Limits#LEASE_MAX}.
     *
     * @throws InvalidTaskException if it is shorter or longer
     */
    public static void requireLease(Duration lease) {
        if (lease.compareTo(Limits.LEASE_MIN) < 0 || lease.compareTo(Limits.LEASE_MAX) > 0) {
            throw new InvalidTaskException(Refusal.invalid(
                    "lease", "must be " + Limits.LEASE_MIN + " to " + Limits.LEASE_MAX + ", was " + lease, "PT30S"));
        }
    }
}
