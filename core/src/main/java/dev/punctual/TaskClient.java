package dev.punctual;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Schedules, reschedules, cancels and finds tasks. When a call returns, the store has done what it answers.
 *
 * <p>Concurrent calls to schedule meet in a group commit: the first goes to the store at once, those that arrive
 * meanwhile go together with the next call.
 *
 * <p><b>Caveats.</b> A {@link StoreException} whose {@link StoreException#outcomeUnknown() outcome is unknown} may have
 * been carried out. The client has then already repeated the call {@value #REPEATS_MAX} times under the same call id;
 * give tasks ids of your own to be able to repeat it yourself.
 *
 * <p>Owns no thread and needs no closing. Thread-safe.
 */
public final class TaskClient {

    /** How often a call to schedule whose outcome is unknown is repeated under the same call id. */
    public static final int REPEATS_MAX = 3;
    /** Most asynchronous calls that may wait for a store; further ones are refused, so that memory stays bounded. */
    public static final int ASYNC_WAITING_MAX = 100_000;
    /** Most tasks of single calls that one group commit sends together. */
    public static final int GROUP_MAX = 1_000;

    private final TaskStore store;
    private final TimeSource time;
    private final GuardedListener listener;
    private final GroupCommit<NewTask, ScheduleResult> commits;
    private final boolean alone;
    private final Supplier<Optional<TaskStore>> view;

    private TaskClient(Builder builder) {
        store = builder.store;
        time = builder.time;
        listener = new GuardedListener(builder.listeners);
        commits = new GroupCommit<>(
                this::insert, GROUP_MAX, builder.executor, store.capabilities().insertsAtOnce());
        alone = store.capabilities().insertsAtOnce() == StoreCapabilities.INSERTS_ALONE;
        Supplier<Optional<CallerTransaction>> joining = builder.joining;
        view = joining == null ? Optional::empty : () -> joining.get().map(store::within);
    }

    private TaskClient(TaskClient outside, TaskStore inside) {
        store = outside.store;
        time = outside.time;
        listener = outside.listener;
        commits = outside.commits;
        alone = outside.alone;
        view = () -> Optional.of(inside);
    }

    /** Returns the client of this store, with all defaults. */
    public static TaskClient of(TaskStore store) {
        return builder(store).build();
    }

    /** Returns a builder of a client of this store. */
    public static Builder builder(TaskStore store) {
        return new Builder(store);
    }

    /**
     * Returns a client whose calls run inside a transaction of the caller's: what they schedule, cancel and reschedule
     * is there if and only if the transaction commits. They go to the store one by one, on the calling thread, and are
     * not repeated when their outcome is unknown: the transaction is broken then, and the exception reaches the caller.
     * {@link #scheduleAsync} does its work before it returns a future that has ended. {@link #scheduleAll} is atomic
     * with the transaction, however many tasks there are. {@link #find} reads outside of it.
     *
     * <p>Listeners are told {@link TaskEvent.Kind#SCHEDULED} when the statement is done, although the transaction may
     * still roll back.
     *
     * <p>The client may be used by those threads alone that may use the transaction, and until it ends.
     *
     * @throws UnsupportedByStoreException if the store lacks {@link Capability#TRANSACTIONAL_INSERT}
     * @throws IllegalArgumentException if the transaction is of a kind that the store does not know
     */
    public TaskClient within(CallerTransaction transaction) {
        return new TaskClient(this, store.within(transaction));
    }

    /**
     * Schedules a task.
     *
     * @throws InvalidTaskException if the store refuses the request; nothing was stored
     * @throws StoreException if the store is full or in trouble
     */
    public ScheduleResult schedule(TaskRequest<?> request) {
        return submit(request.encode(time));
    }

    /**
     * Schedules a task given in the form of a store.
     *
     * @throws InvalidTaskException if the store refuses the request; nothing was stored
     * @throws StoreException if the store is full or in trouble
     */
    public ScheduleResult submit(NewTask task) {
        Optional<TaskStore> inside = view.get();
        if (inside.isPresent()) {
            return told(task, inside.get().insert(List.of(task)).get(0));
        }
        return told(task, alone ? insert(List.of(task)).get(0) : commits.call(task));
    }

    /**
     * Schedules a task; the future ends with the answer, or with the exception that {@link #schedule} would throw. It
     * is completed on the client's executor. While {@value #ASYNC_WAITING_MAX} calls wait, further ones are refused.
     */
    public CompletableFuture<ScheduleResult> scheduleAsync(TaskRequest<?> request) {
        NewTask task = request.encode(time);
        Optional<TaskStore> inside = view.get();
        if (inside.isPresent()) {
            return ended(() -> told(task, inside.get().insert(List.of(task)).get(0)));
        }
        if (commits.waiting() >= ASYNC_WAITING_MAX) {
            return CompletableFuture.failedFuture(new StoreException(
                    store.capabilities().store(),
                    ASYNC_WAITING_MAX + " calls wait for the store already; nothing was done, try again later",
                    StoreException.Kind.UNAVAILABLE,
                    null));
        }
        return commits.callAsync(task).thenApply(result -> told(task, result));
    }

    private static CompletableFuture<ScheduleResult> ended(Supplier<ScheduleResult> call) {
        try {
            return CompletableFuture.completedFuture(call.get());
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /**
     * Schedules many tasks: one answer each, in order. A refused one is answered {@link ScheduleResult.Outcome#REFUSED}
     * and does not disturb the others. More than {@link Limits#BATCH_MAX} are sent in several calls, so the whole is
     * not atomic.
     *
     * @throws StoreException if the store is in trouble; some of the tasks may have been scheduled
     */
    public List<ScheduleResult> scheduleAll(List<? extends TaskRequest<?>> requests) {
        List<ScheduleResult> results = new ArrayList<>(Collections.nCopies(requests.size(), null));
        List<NewTask> tasks = new ArrayList<>(requests.size());
        List<Integer> places = new ArrayList<>(requests.size());
        for (int i = 0; i < requests.size(); i++) {
            TaskRequest<?> request = requests.get(i);
            try {
                tasks.add(request.encode(time));
                places.add(i);
            } catch (InvalidTaskException e) {
                results.set(i, ScheduleResult.refused(request.idOrGenerated(time), e.refusal()));
            }
        }
        List<ScheduleResult> answers = submitAll(tasks);
        for (int i = 0; i < answers.size(); i++) {
            results.set(places.get(i), answers.get(i));
        }
        return results;
    }

    /** Schedules many tasks given in the form of a store; otherwise like {@link #scheduleAll}. */
    public List<ScheduleResult> submitAll(List<NewTask> tasks) {
        List<ScheduleResult> results = new ArrayList<>(tasks.size());
        Optional<TaskStore> inside = view.get();
        for (int from = 0; from < tasks.size(); from += Limits.BATCH_MAX) {
            List<NewTask> part = tasks.subList(from, Math.min(tasks.size(), from + Limits.BATCH_MAX));
            List<ScheduleResult> answers = inside.isPresent() ? inside.get().insert(part) : insert(part);
            for (int i = 0; i < part.size(); i++) {
                tell(part.get(i), answers.get(i));
            }
            results.addAll(answers);
        }
        return results;
    }

    /** Cancels a task. */
    public CancelResult cancel(TaskId id) {
        store.capabilities().require(Capability.CANCEL);
        return view.get().orElse(store).cancel(List.of(id)).get(0);
    }

    /**
     * Moves a waiting task to another time.
     *
     * @throws InvalidTaskException if the new time is not acceptable
     */
    public RescheduleResult reschedule(TaskId id, Due due) {
        return reschedule(Reschedule.of(id, due));
    }

    /**
     * Moves a waiting task.
     *
     * @throws InvalidTaskException if the new time or payload is not acceptable
     */
    public RescheduleResult reschedule(Reschedule request) {
        store.capabilities().require(Capability.RESCHEDULE);
        RescheduleResult result =
                view.get().orElse(store).reschedule(List.of(request)).get(0);
        if (result.refusal() != null) {
            throw result.refusal().toException(store.capabilities().store());
        }
        return result;
    }

    /** Moves a waiting task to so long from now. */
    public RescheduleResult rescheduleIn(TaskId id, Duration delay) {
        return reschedule(id, Due.after(delay));
    }

    /** Returns the record with this id. */
    public Optional<TaskRecord> find(TaskId id) {
        return store.queries().find(id);
    }

    /** Returns the store. */
    public TaskStore store() {
        return store;
    }

    private ScheduleResult told(NewTask task, ScheduleResult result) {
        if (result.refusal() != null) {
            throw result.refusal().toException(store.capabilities().store());
        }
        tell(task, result);
        return result;
    }

    /** Outside the group commit, on the caller's own thread: a listener may schedule tasks itself. */
    private void tell(NewTask task, ScheduleResult result) {
        if (result.accepted() && listener.listens()) {
            listener.scheduled(task, result, time.now().toEpochMilli());
        }
    }

    private List<ScheduleResult> insert(List<NewTask> tasks) {
        StoreException first = null;
        for (int repeat = 0; ; repeat++) {
            try {
                return store.insert(tasks);
            } catch (StoreException e) {
                // An unknown outcome stays unknown, whatever the repetitions meet: the first call may have been done.
                first = first == null ? e : first;
                if (!first.outcomeUnknown() || repeat >= REPEATS_MAX) {
                    throw first;
                }
            }
        }
    }

    /** Makes a {@link TaskClient}. Not thread-safe. */
    public static final class Builder {
        private final TaskStore store;
        private final List<TaskListener> listeners = new ArrayList<>();
        private TimeSource time = TimeSource.system();
        private Executor executor = ForkJoinPool.commonPool();
        private @Nullable Supplier<Optional<CallerTransaction>> joining;

        private Builder(TaskStore store) {
            this.store = store;
        }

        /** Sets the clock for generated ids and events; that of the machine by default. */
        public Builder time(TimeSource value) {
            time = value;
            return this;
        }

        /** Sets what completes the futures of {@link #scheduleAsync}; the common pool by default. */
        public Builder executor(Executor value) {
            executor = value;
            return this;
        }

        /** Adds a listener. */
        public Builder listener(TaskListener value) {
            listeners.add(value);
            return this;
        }

        /**
         * Sets who knows the transaction to take part in; none by default. It is asked at each call, on the calling
         * thread; if it answers one, the call runs as by {@link TaskClient#within}. What it throws reaches the caller.
         */
        public Builder joining(Supplier<Optional<CallerTransaction>> value) {
            joining = value;
            return this;
        }

        /**
         * Returns the client.
         *
         * @throws UnsupportedByStoreException if it is to join transactions and the store lacks
         *     {@link Capability#TRANSACTIONAL_INSERT}
         */
        public TaskClient build() {
            if (joining != null) {
                store.capabilities().require(Capability.TRANSACTIONAL_INSERT);
            }
            return new TaskClient(this);
        }
    }
}
