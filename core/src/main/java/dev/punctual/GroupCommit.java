package dev.punctual;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Lets single calls that happen at the same time share one batch call: the first goes at once, those that come while as
 * many are under way as the store likes go together with the next.
 *
 * <p>It owns no thread. The caller that finds no call under way leads: it takes what has gathered, makes the call
 * outside the lock, hands out the answers and passes the lead to the first that waits. Only that one and those answered
 * are woken. Asynchronous calls are led on the executor, and their futures completed there.
 *
 * <p>A batch refused for its content ({@link StoreException.Kind#REFUSED}) is halved until the bad item stands alone,
 * so that it does not sink the others. Thread-safe.
 *
 * @param <I> an item
 * @param <O> its answer
 */
final class GroupCommit<I, O> {

    private final Function<List<I>, List<O>> call;
    private final int batchMax;
    private final Executor executor;
    private final ReentrantLock lock = new ReentrantLock();
    private List<Pending<I, O>> gathered = new ArrayList<>();
    private final int flightsMax;
    private int flights;

    GroupCommit(Function<List<I>, List<O>> call, int batchMax, Executor executor) {
        this(call, batchMax, executor, 1);
    }

    /**
     * Makes the group commit.
     *
     * @param flightsMax how many batch calls may be under way at once, at least 1
     */
    GroupCommit(Function<List<I>, List<O>> call, int batchMax, Executor executor, int flightsMax) {
        this.call = call;
        this.batchMax = batchMax;
        this.executor = executor;
        this.flightsMax = flightsMax;
    }

    /** Makes the call, together with others. Interruption does not end the wait: the outcome would be unknown. */
    O call(I item) {
        Pending<I, O> mine;
        lock.lock();
        try {
            mine = new Pending<>(item, lock.newCondition(), null);
            gathered.add(mine);
        } finally {
            lock.unlock();
        }
        while (true) {
            List<Pending<I, O>> batch;
            lock.lock();
            try {
                while (flights >= flightsMax && !mine.answered) {
                    mine.turn().awaitUninterruptibly();
                }
                if (mine.answered) {
                    return mine.answer();
                }
                batch = lead();
            } finally {
                lock.unlock();
            }
            commitUninterrupted(batch);
        }
    }

    /** Makes the call, together with others, without waiting. */
    CompletableFuture<O> callAsync(I item) {
        CompletableFuture<O> future = new CompletableFuture<>();
        boolean idle;
        lock.lock();
        try {
            gathered.add(new Pending<>(item, null, future));
            idle = flights < flightsMax && gathered.size() == 1;
        } finally {
            lock.unlock();
        }
        if (idle) {
            run(this::leadOnExecutor);
        }
        return future;
    }

    /** Returns how many calls have gathered and are not under way. */
    int waiting() {
        lock.lock();
        try {
            return gathered.size();
        } finally {
            lock.unlock();
        }
    }

    private void leadOnExecutor() {
        List<Pending<I, O>> batch;
        lock.lock();
        try {
            if (flights >= flightsMax || gathered.isEmpty()) {
                return;
            }
            batch = lead();
        } finally {
            lock.unlock();
        }
        commit(batch);
    }

    private List<Pending<I, O>> lead() {
        List<Pending<I, O>> all = gathered;
        int count = Math.min(batchMax, all.size());
        List<Pending<I, O>> batch = new ArrayList<>(all.subList(0, count));
        gathered = new ArrayList<>(all.subList(count, all.size()));
        flights++;
        return batch;
    }

    /** The call serves others too: an interruption of the one that leads must not reach the store. */
    private void commitUninterrupted(List<Pending<I, O>> batch) {
        boolean interrupted = Thread.interrupted();
        try {
            commit(batch);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void commit(List<Pending<I, O>> batch) {
        try {
            attempt(batch);
        } finally {
            boolean leadAsync = false;
            lock.lock();
            try {
                flights--;
                for (Pending<I, O> pending : batch) {
                    pending.answered = true;
                    if (pending.turn != null) {
                        pending.turn.signal();
                    }
                }
                leadAsync = !gathered.isEmpty() && !passToWaiting();
            } finally {
                lock.unlock();
            }
            if (leadAsync) {
                run(this::leadOnExecutor);
            }
            for (Pending<I, O> pending : batch) {
                if (pending.future != null) {
                    run(pending::complete);
                }
            }
        }
    }

    /**
     * Passes the lead to the first caller that waits, if there is one: an executor that is kept busy by such callers
     * would never come to lead.
     */
    private boolean passToWaiting() {
        for (Pending<I, O> pending : gathered) {
            if (pending.turn != null) {
                pending.turn.signal();
                return true;
            }
        }
        return false;
    }

    /** An executor that takes nothing any more (it was shut down) must not leave a future without an end. */
    private void run(Runnable work) {
        try {
            executor.execute(work);
        } catch (RejectedExecutionException e) {
            work.run();
        }
    }

    private void attempt(List<Pending<I, O>> batch) {
        try {
            List<I> items = new ArrayList<>(batch.size());
            batch.forEach(pending -> items.add(pending.item));
            List<O> answers = call.apply(items);
            if (answers.size() != items.size()) {
                throw new IllegalStateException(
                        "the store gave " + answers.size() + " answers to " + items.size() + " items");
            }
            for (int i = 0; i < batch.size(); i++) {
                batch.get(i).result = answers.get(i);
            }
        } catch (Throwable e) {
            boolean content = e instanceof StoreException trouble && trouble.kind() == StoreException.Kind.REFUSED;
            if (content && batch.size() > 1) {
                attempt(batch.subList(0, batch.size() / 2));
                attempt(batch.subList(batch.size() / 2, batch.size()));
            } else {
                batch.forEach(pending -> pending.failure = e);
            }
        }
    }

    /** One call that waits; {@code answered} is guarded by the lock, the rest is written before it is set. */
    private static final class Pending<I, O> {
        private final I item;
        private final @Nullable Condition turn;
        private final @Nullable CompletableFuture<O> future;
        private @Nullable O result;
        private @Nullable Throwable failure;
        private boolean answered;

        Pending(I item, @Nullable Condition turn, @Nullable CompletableFuture<O> future) {
            this.item = item;
            this.turn = turn;
            this.future = future;
        }

        Condition turn() {
            if (turn == null) {
                throw new IllegalStateException("an asynchronous call does not wait");
            }
            return turn;
        }

        O answer() {
            if (failure instanceof RuntimeException e) {
                throw e;
            }
            if (failure instanceof Error e) {
                throw e;
            }
            if (result == null) {
                throw new IllegalStateException("the store gave no answer");
            }
            return result;
        }

        void complete() {
            if (future == null) {
                return;
            }
            if (failure != null) {
                future.completeExceptionally(failure);
            } else {
                future.complete(answer());
            }
        }
    }
}
