package dev.punctual.worker;

import dev.punctual.CallerTransaction;
import dev.punctual.LeaseLostException;
import dev.punctual.TaskClient;
import dev.punctual.TaskContext;
import dev.punctual.TaskId;
import dev.punctual.TaskRecord;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One claim in the hands of this worker, from the answer of the store until its report is recorded; also what its
 * handler sees of it.
 *
 * <p>It goes from CLAIMED to STARTED to REPORTED, or straight to REPORTED. Each move has one winner, and the winner
 * alone reports and frees the slot; so nothing is reported twice, whoever comes first: handler, time limit or stop. The
 * moves and the interruption of the handler's thread share the monitor of this object, so that an interrupt never
 * reaches a thread that has gone on to something else. Thread-safe.
 */
final class HeldClaim implements TaskContext {

    /** Where the claim stands. */
    enum Phase {
        CLAIMED,
        STARTED,
        REPORTED
    }

    private final HeldClaims holder;
    private final TaskRecord record;
    private final String worker;
    private final long claimedNanos;
    private volatile long leaseSinceNanos;
    private volatile boolean lost;
    private volatile boolean cancelRequested;
    private volatile boolean stopping;
    private volatile boolean completing;
    private volatile Phase phase = Phase.CLAIMED;
    private volatile long startNanos;
    private volatile long startMillis;
    private @Nullable Thread thread;
    private boolean interrupted;
    private int sheltered;
    private boolean interruptWaits;
    private boolean givenUp;
    private boolean back;
    private volatile RunThreads.@Nullable Start start;

    /**
     * Holds a claim.
     *
     * @param worker the worker's id under which it was claimed
     * @param leaseSinceNanos when the request that was granted was sent, on the monotonic clock: the lease began no
     *     earlier
     */
    HeldClaim(HeldClaims holder, TaskRecord record, String worker, long leaseSinceNanos) {
        this.holder = holder;
        this.record = record;
        this.worker = worker;
        this.claimedNanos = leaseSinceNanos;
        this.leaseSinceNanos = leaseSinceNanos;
    }

    /** CLAIMED to STARTED. */
    synchronized boolean begin(long nowNanos, long nowMillis) {
        if (phase != Phase.CLAIMED) {
            return false;
        }
        startNanos = nowNanos;
        startMillis = nowMillis;
        thread = Thread.currentThread();
        phase = Phase.STARTED;
        return true;
    }

    /** CLAIMED to REPORTED: it will never start. */
    synchronized boolean drop() {
        return move(Phase.CLAIMED);
    }

    /** STARTED to REPORTED, when the handler is back; false if it was given up before. Interrupts end here. */
    synchronized boolean end() {
        thread = null;
        back = true;
        if (interrupted) {
            Thread.interrupted();
        }
        return move(Phase.STARTED);
    }

    /** STARTED to REPORTED while the handler is still at work: from now on the task may run elsewhere. */
    synchronized boolean giveUp() {
        if (!move(Phase.STARTED)) {
            return false;
        }
        givenUp = true;
        lost = true;
        interrupt();
        return true;
    }

    private boolean move(Phase from) {
        if (phase != from) {
            return false;
        }
        phase = Phase.REPORTED;
        return true;
    }

    /** Asks the handler to end because the worker stops; what it throws from now on is no failure of the task. */
    synchronized void stop() {
        stopping = true;
        interrupt();
    }

    /** Notes that another claim has the task; true for the first who notes it while the claim is not yet reported. */
    synchronized boolean fence() {
        boolean news = !lost && phase != Phase.REPORTED;
        if (news) {
            lost = true;
            interrupt();
        }
        return news;
    }

    /**
     * Notes the same without an interrupt: the handler itself found it out, and has a transaction to roll back.
     *
     * @return whether that is news
     */
    synchronized boolean lose() {
        boolean news = !lost && phase != Phase.REPORTED;
        lost |= news;
        return news;
    }

    /** Notes that the handler is about to complete the task in a transaction of its own. */
    synchronized void completeItself() {
        if (completing) {
            throw new IllegalStateException(
                    "task " + id() + ": completeIn was called in this run before; one transaction"
                            + " completes a run, and if it was rolled back, the run has failed");
        }
        if (lost || phase != Phase.STARTED) {
            throw new LeaseLostException(id(), token());
        }
        completing = true;
    }

    /**
     * Returns whether a transaction of the handler's completes the task. Its record may be locked: it is not renewed
     * and not reported, before it is known what became of that transaction.
     */
    boolean completing() {
        return completing;
    }

    /** By its token, so that the same claims always come in the same order from a set of them. */
    @Override
    public int hashCode() {
        return Long.hashCode(record.token());
    }

    /** By identity: the same token may be held twice for a moment. */
    @Override
    public boolean equals(@Nullable Object other) {
        return this == other;
    }

    private void interrupt() {
        if (thread != null && sheltered > 0) {
            interruptWaits = true;
        } else if (thread != null) {
            interrupted = true;
            thread.interrupt();
        }
    }

    /** Holds interrupts back while the handler's thread is inside the store; returns whether it was interrupted. */
    synchronized boolean shelter() {
        sheltered++;
        return Thread.interrupted();
    }

    /** Lets interrupts through again: the one from before, and one that came meanwhile. */
    synchronized void unshelter(boolean interruptedBefore) {
        sheltered--;
        if (interruptedBefore) {
            Thread.currentThread().interrupt();
        }
        if (interruptWaits && sheltered == 0) {
            interruptWaits = false;
            interrupt();
        }
    }

    /** Notes that the lease was extended by a request sent at that time. */
    synchronized void renewed(long sentNanos) {
        if (sentNanos - leaseSinceNanos > 0) {
            leaseSinceNanos = sentNanos;
        }
    }

    void requestCancel() {
        cancelRequested = true;
    }

    /** Returns whether so little of the lease is left that a start could overlap with the next owner. */
    boolean tooLateToStart(long nowNanos) {
        return nowNanos - leaseSinceNanos >= holder.leaseNanos() - holder.marginNanos();
    }

    Phase phase() {
        return phase;
    }

    /** Returns whether another claim is known to have the task, so that a report would change nothing. */
    boolean fenced() {
        return lost;
    }

    boolean stopping() {
        return stopping;
    }

    /** Returns whether it was given up before its handler came back, and the handler is back now. */
    synchronized boolean overran() {
        return back && givenUp;
    }

    /** Returns whether its handler runs on the calling thread. */
    synchronized boolean runsHere() {
        return thread == Thread.currentThread();
    }

    /** The start that waits for a thread, or has got one. */
    RunThreads.@Nullable Start start() {
        return start;
    }

    void start(RunThreads.Start newStart) {
        start = newStart;
    }

    String worker() {
        return worker;
    }

    long claimedNanos() {
        return claimedNanos;
    }

    long startNanos() {
        return startNanos;
    }

    long startMillis() {
        return startMillis;
    }

    @Override
    public TaskId id() {
        return record.id();
    }

    @Override
    public TaskRecord record() {
        return record;
    }

    @Override
    public int attempt() {
        return record.attempt();
    }

    @Override
    public Instant dueAt() {
        return Instant.ofEpochMilli(record.dueAt());
    }

    @Override
    public long token() {
        return record.token();
    }

    @Override
    public boolean leaseLost() {
        return lost || holder.nanoTime() - leaseSinceNanos >= holder.leaseNanos();
    }

    @Override
    public boolean cancelRequested() {
        return cancelRequested;
    }

    @Override
    public boolean renew() {
        return Shelter.call(() -> holder.renew(this));
    }

    @Override
    public void completeIn(CallerTransaction transaction) {
        Shelter.run(() -> holder.completeIn(this, transaction));
    }

    @Override
    public TaskClient client() {
        return holder.client();
    }
}
