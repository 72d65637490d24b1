package dev.punctual;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Where tasks are kept: the hot path of a store, in batches. Each item of a batch is one atomic transition of one
 * record (see {@link TaskStateMachine}); the batch as a whole is not atomic. Answers come one an item, in order; the
 * same id twice in a call is applied in list order. An exception means that the outcome of every item is unknown,
 * unless the {@link StoreException} says otherwise. A bad item never sinks the others.
 *
 * <p>Time is the store's own clock. A store is right when it passes the published contract.
 *
 * <p>Implementations are thread-safe.
 */
public interface TaskStore extends AutoCloseable {

    /** Returns what this store can do. */
    StoreCapabilities capabilities();

    /**
     * Schedules tasks (T1).
     *
     * @param tasks at most {@link Limits#BATCH_MAX}
     */
    List<ScheduleResult> insert(List<NewTask> tasks);

    /**
     * Claims due tasks (T2) in one atomic step, and expires those found past their expiry (T2').
     *
     * <p>Among due tasks of a queue the higher priority goes first, then the sort key, then arrival where the store
     * knows it; a claim whose number divides by 16 goes by sort key alone. With k queues due, a claim of n gives each
     * at least n/k if it has them; which queue is first rotates with the number.
     *
     * <p>The number of the claim makes it repeatable: lower than the last one of that worker is stale and claims
     * nothing; equal answers the tasks that still run under it, their lease extended, and adds none; higher is a new
     * claim.
     */
    ClaimResult claimDue(ClaimRequest request);

    /**
     * Extends leases (T4) to so long from now.
     *
     * @param leases at most {@link Limits#BATCH_MAX}
     * @param lease {@link Limits#LEASE_MIN} to {@link Limits#LEASE_MAX}
     */
    List<RenewResult> renew(List<LeaseRef> leases, Duration lease);

    /**
     * Records how claims ended (T5 to T8).
     *
     * @param reports at most {@link Limits#BATCH_MAX}
     */
    List<SettleResult> settle(List<Report> reports);

    /**
     * Returns running records whose lease has run out, at most so many.
     *
     * @param max 1 to {@link Limits#PAGE_MAX}
     */
    List<TaskRecord> lapsed(int max);

    /**
     * Takes back tasks whose lease has run out (T9).
     *
     * @return for each whether it was taken back
     */
    List<Boolean> reclaim(List<Reclaim> reclaims);

    /** Cancels tasks (T10, T11). */
    List<CancelResult> cancel(List<TaskId> ids);

    /** Moves waiting tasks to another time (T12). */
    List<RescheduleResult> reschedule(List<Reschedule> requests);

    /** Says that a worker is alive and what it does; its answer carries the settings the worker must follow. */
    BeatResult beat(WorkerInfo worker);

    /**
     * Returns a view of this store that takes part in a transaction of the caller's. What its {@code insert},
     * {@code cancel}, {@code reschedule} and {@code settle} do takes effect if and only if that transaction commits;
     * they answer what they did inside it. The view never commits, rolls back or closes the transaction, and repeats
     * nothing by itself. After an exception the transaction may be broken: the caller rolls it back. A refused item or
     * a conflict of ids is an answer, and leaves the transaction whole.
     *
     * <p>All other methods are those of the store itself, outside of the transaction, except that closing the view does
     * nothing.
     *
     * <p>The view may be used by those threads alone that may use the transaction, and until it ends.
     *
     * @throws UnsupportedByStoreException if the store lacks {@link Capability#TRANSACTIONAL_INSERT}
     * @throws IllegalArgumentException if the transaction is of a kind that this store does not know; the message says
     *     which it takes
     */
    TaskStore within(CallerTransaction transaction);

    /** Returns the side for people. */
    TaskQueries queries();

    /** Returns the hints of this store that something earlier became due, if it gives any. */
    Optional<WakeupSignal> wakeups();

    /** Closes the store; calls under way end first, later ones are refused. Idempotent. */
    @Override
    void close();
}
