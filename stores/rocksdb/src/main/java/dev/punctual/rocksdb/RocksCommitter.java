package dev.punctual.rocksdb;

import dev.punctual.HintBoard;
import dev.punctual.StoreException;
import dev.punctual.WakeupSignal.Hint;
import dev.punctual.embedded.EngineAccess;
import dev.punctual.embedded.TaskEngine;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Group commit: operations that come at the same time share one write, and one sync if any of them needs it. It owns no
 * thread: the caller that finds nobody at work leads.
 *
 * <p>Thread-safe.
 */
final class RocksCommitter implements EngineAccess {

    /*
     * How it works. A caller puts its call into a queue. If nobody leads, it leads: it takes what has gathered, runs
     * each operation against the engine, writes one batch, hands the lead to the first call that has come meanwhile,
     * wakes those it has answered and sends the hints. Only the leader touches engine, tables and database.
     *
     * Invariants. A call is in the queue or in exactly one group. The first call of a group is its leader's own. Nobody
     * is answered before the batch is written. While `led` is true somebody is at work or has been told to be.
     */

    /** Most operations in one commit. */
    static final int GROUP_OPERATIONS_MAX = 1_000;
    /** A commit takes no further operation once its changes have so many bytes. */
    static final long GROUP_BYTES_MAX = 8L << 20;
    /** Most calls that may wait; further ones are refused. */
    static final int WAITING_MAX = 10_000;

    private static final Logger LOG = LoggerFactory.getLogger(RocksCommitter.class);

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition idle = lock.newCondition();
    private final ArrayDeque<Call<?>> waiting = new ArrayDeque<>();
    private boolean led;
    private boolean closed;

    /** Touched by the leader only, and by whoever closes once nobody leads. */
    private final CommittedEngine engine;

    private final HintBoard hintBoard;
    private final int waitingMax;

    /** Makes the committer; {@code waitingMax} is how many calls may wait before further ones are refused. */
    RocksCommitter(CommittedEngine engine, HintBoard hintBoard, int waitingMax) {
        this.engine = engine;
        this.hintBoard = hintBoard;
        this.waitingMax = waitingMax;
    }

    @Override
    public <R> R run(Commit commit, Function<TaskEngine, R> operation) {
        Call<R> call = new Call<>(commit, operation);
        if (!enter(call)) {
            call.await();
        }
        if (!call.answered()) {
            lead();
        }
        return call.answer();
    }

    /** Queues a call; answers whether its caller leads. */
    private boolean enter(Call<?> call) {
        lock.lock();
        try {
            if (closed) {
                throw new StoreException(Trouble.STORE, "the store is closed", StoreException.Kind.FATAL, null);
            }
            if (waiting.size() >= waitingMax) {
                throw new StoreException(
                        Trouble.STORE,
                        waitingMax + " calls wait already; nothing was done, try again later",
                        StoreException.Kind.UNAVAILABLE,
                        null);
            }
            waiting.add(call);
            boolean leads = !led;
            led = true;
            return leads;
        } finally {
            lock.unlock();
        }
    }

    private void lead() {
        List<Call<?>> group = take();
        int done = group.size();
        List<Hint> hints = List.of();
        try {
            done = engine.commit(group);
            hints = engine.takeHints();
        } catch (Throwable e) {
            LOG.error("A commit met an unexpected error; its callers are told that the outcome is unknown", e);
            for (Call<?> call : group) {
                call.fail(new StoreException(
                        Trouble.STORE, "unexpected error: " + e, StoreException.Kind.OUTCOME_UNKNOWN, e));
            }
        }
        for (Call<?> call : group.subList(0, done)) {
            call.tell();
        }
        handOver(group.subList(done, group.size()));
        hintBoard.send(hints);
    }

    private List<Call<?>> take() {
        lock.lock();
        try {
            List<Call<?>> group = new ArrayList<>(Math.min(waiting.size(), GROUP_OPERATIONS_MAX));
            while (!waiting.isEmpty() && group.size() < GROUP_OPERATIONS_MAX) {
                group.add(waiting.remove());
            }
            return group;
        } finally {
            lock.unlock();
        }
    }

    /** Puts back what did not fit into the commit, and lets the next call lead. */
    private void handOver(List<Call<?>> left) {
        Call<?> next;
        lock.lock();
        try {
            for (int i = left.size() - 1; i >= 0; i--) {
                waiting.addFirst(left.get(i));
            }
            next = waiting.peek();
            if (next == null) {
                led = false;
                idle.signalAll();
            }
        } finally {
            lock.unlock();
        }
        if (next != null) {
            next.tellToLead();
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            boolean first = !closed;
            closed = true;
            while (led) {
                idle.awaitUninterruptibly();
            }
            if (first) {
                engine.close();
            }
        } finally {
            lock.unlock();
        }
    }
}
