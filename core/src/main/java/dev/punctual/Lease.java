package dev.punctual;

/**
 * Who runs a task and until when; a record has one exactly while it is {@link TaskState#RUNNING}.
 *
 * @param worker the random id of the worker's process
 * @param claimSeq the number of the claim, counted by that worker
 * @param untilMillis when the lease ends, in epoch milliseconds of the store's clock
 */
public record Lease(String worker, long claimSeq, long untilMillis) {

    /** Longest id of a worker, in characters. */
    public static final int WORKER_CHARS_MAX = 128;

    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException if the worker's id is malformed or the number below 1
     */
    public Lease {
        Text.requireName("worker", worker, "7d9f6c1e-5a0b-4c53-9a43-0b6f7c2f9f10");
        if (claimSeq < 1) {
            throw new InvalidTaskException(Refusal.invalid("claimSeq", "must be at least 1, was " + claimSeq, "1"));
        }
    }

    /** Returns this lease with another end. */
    public Lease until(long newUntilMillis) {
        return new Lease(worker, claimSeq, newUntilMillis);
    }
}
