package dev.punctual;

/**
 * The state of a task. A retry is a move back to {@link #SCHEDULED} with one failure more; the final states are left
 * only by redrive (from {@link #DEAD}), by using the id anew, or by pruning.
 */
public enum TaskState {
    /** Waits for its due time, or for a worker. */
    SCHEDULED(false),
    /** Claimed by a worker under a lease. */
    RUNNING(false),
    /** A run ended well. */
    SUCCEEDED(true),
    /** Given up: a dead letter, kept until redriven, discarded or pruned. */
    DEAD(true),
    /** Cancelled before it ran, or at the end of a run that did not succeed. */
    CANCELLED(true),
    /** Its {@code expireAt} passed before a worker took it. */
    EXPIRED(true);

    private final boolean finished;

    TaskState(boolean finished) {
        this.finished = finished;
    }

    /** Returns whether the state is final. */
    public boolean finished() {
        return finished;
    }

    /** Returns whether a record of one incarnation may move from this state to that one. */
    public boolean canMoveTo(TaskState next) {
        return switch (this) {
            case SCHEDULED -> next == SCHEDULED || next == RUNNING || next == CANCELLED || next == EXPIRED;
            case RUNNING -> next == SCHEDULED || next == SUCCEEDED || next == DEAD || next == CANCELLED;
            case DEAD -> next == SCHEDULED;
            case SUCCEEDED, CANCELLED, EXPIRED -> false;
        };
    }
}
