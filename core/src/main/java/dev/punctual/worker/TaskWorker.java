package dev.punctual.worker;

import dev.punctual.ClaimRequest.Wanted;
import dev.punctual.Selector;
import dev.punctual.SinkHandler;
import dev.punctual.TaskClient;
import dev.punctual.TaskHandler;
import dev.punctual.TaskListener;
import dev.punctual.TaskStore;
import dev.punctual.TaskType;
import dev.punctual.TimeSource;
import dev.punctual.WakeupSignal;
import dev.punctual.WorkerStatus;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Runs the due tasks of a store: claims what it has free slots for, calls the handlers, records how each run ended,
 * keeps leases alive, and takes back tasks of workers that were lost. Any number of workers, in any number of
 * processes, share a store.
 *
 * <pre>{@code
 * try (TaskWorker worker = TaskWorker.builder(store)
 *         .handler(CANCEL_ORDER, (orderId, context) -> orders.cancelUnpaid(orderId))
 *         .build()) {
 *     worker.start();
 *     ...
 * }
 * }</pre>
 *
 * <p>Each run has a thread of its own: a virtual one on Java 21 and newer, else one of a pool. A task is claimed within
 * one floor poll of its due time if a slot is free, and normally within a millisecond or two.
 *
 * <p><b>Without threads.</b> A worker that is not started can be driven from outside, by a cron job or a serverless
 * platform: {@link #runDue} and {@link #recover} do one bounded piece of work on the calling thread.
 *
 * <p><b>Caveats.</b> A task runs at least once: again after a lost lease, a time limit that its handler ignored, or a
 * stop that it ignored. Runs of different tasks overlap and may end in any order. Closing the worker does not close the
 * store.
 *
 * <p>Thread-safe.
 */
public final class TaskWorker implements AutoCloseable {

    private final WorkerEngine engine;

    private TaskWorker(WorkerEngine engine) {
        this.engine = engine;
    }

    /** Returns a builder of a worker of this store. */
    public static Builder builder(TaskStore store) {
        return new Builder(store);
    }

    /**
     * Starts the threads of this worker. Does nothing if it has been started.
     *
     * @return this worker
     * @throws IllegalStateException if it has been closed
     */
    public TaskWorker start() {
        engine.start();
        return this;
    }

    /**
     * Runs due tasks on the calling thread, one after another, until none is due or so many have run. For workers that
     * are not started; the time limit and the renewal of leases need threads and do not apply, so a handler that may
     * outlast the lease must call {@link dev.punctual.TaskContext#renew()}.
     *
     * @param limit how many tasks at most, at least 1
     * @return how many tasks ran, well or not
     * @throws dev.punctual.StoreException if the store is in trouble; calling again goes on safely
     * @throws IllegalStateException if the worker has been closed
     */
    public int runDue(int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("limit must be at least 1, was " + limit + ", for example 100");
        }
        return engine.runDue(limit);
    }

    /**
     * Takes back tasks whose worker was lost, and removes finished ones past their retention: one bounded piece of
     * each, on the calling thread. For workers that are not started.
     *
     * @return how many tasks were taken back; more may be waiting if it is 100
     * @throws dev.punctual.StoreException if the store is in trouble
     * @throws IllegalStateException if the worker has been closed
     */
    public int recover() {
        return engine.recover();
    }

    /** Returns how the worker is doing. */
    public WorkerStatus status() {
        return engine.status();
    }

    /**
     * Stops the worker: claims no more; waits for running handlers up to the grace time while their leases are renewed;
     * interrupts the others and gives their tasks back uncharged, also those whose handlers ignore the interrupt for a
     * second; records all this. Returns when that is done. Idempotent; does not close the store.
     *
     * <p>Called by a handler of this worker it does not wait, since the handler would wait for itself: the stop goes on
     * by itself, and the run counts as it ends.
     */
    @Override
    public void close() {
        engine.close();
    }

    /** For tests: the parts, so that they can be stepped. */
    WorkerEngine engine() {
        return engine;
    }

    /** Makes a {@link TaskWorker}. Needs a store and at least one handler or sink. Not thread-safe. */
    public static final class Builder {

        private final WorkerEngine.Plan plan;

        private Builder(TaskStore store) {
            plan = new WorkerEngine.Plan(store);
        }

        /**
         * Sets the client that handlers get; by default one of the store, whose calls no interrupt of a handler (by its
         * time limit, a lost lease or a stop) reaches: it comes when the call has ended.
         */
        public Builder client(TaskClient value) {
            plan.client = value;
            return this;
        }

        /**
         * Adds the handler of a type and its aliases.
         *
         * @throws IllegalArgumentException if one of the names has a handler already
         */
        public <T> Builder handler(TaskType<T> type, TaskHandler<T> handler) {
            plan.bindings.handler(type, handler);
            return this;
        }

        /**
         * Adds the handler of a kind of sink, such as {@code webhook}; it gets the tasks of every type that have such a
         * sink.
         *
         * @throws IllegalArgumentException if the kind is empty or has a handler already
         */
        public Builder sink(String kind, SinkHandler handler) {
            plan.bindings.sink(kind, handler);
            return this;
        }

        /** Sets from which queues it claims; any by default. */
        public Builder queues(Selector value) {
            plan.queues = value;
            return this;
        }

        /**
         * Sets how many tasks run at once, 1 to 100,000; 16 by default: enough to keep a small service busy with calls
         * to others, few enough not to overrun them. Also bounds what is claimed ahead: nothing.
         */
        public Builder slots(int value) {
            plan.slots = value;
            return this;
        }

        /**
         * Sets how long a claim holds without being renewed, 2 s to 1 h; 30 s by default: so long a lost worker's tasks
         * stay untouched, and so long a pause of this process or its store may last without a task running twice. It is
         * renewed every third of it, so runs may be much longer.
         */
        public Builder lease(Duration value) {
            plan.lease = value;
            return this;
        }

        /**
         * Sets how often the store is asked at least, 1 ms to 1 min; 500 ms by default: the net for hints and next due
         * times that were missed, at two calls a second.
         */
        public Builder floorPoll(Duration value) {
            plan.floorPoll = value;
            return this;
        }

        /**
         * Sets how long {@link #close} waits for running handlers, 0 to 1 h; 20 s by default: most platforms kill after
         * 30 s.
         */
        public Builder grace(Duration value) {
            plan.grace = value;
            return this;
        }

        /**
         * Sets how long a handler may run, 1 ms to 365 days; 1 h by default: then it is interrupted, the run counts as
         * failed and the slot goes to others even if the handler does not come back. As many threads as there are slots
         * may be stuck so: {@link WorkerStatus#stuck()} counts them, from that number on the worker is not healthy, and
         * each further one costs a slot until it comes back.
         */
        public Builder timeLimit(Duration value) {
            plan.timeLimit = value;
            return this;
        }

        /** Sets the name for people, 1 to 100 characters; host name and process id by default. */
        public Builder name(String value) {
            plan.name = value;
            return this;
        }

        /** Sets the clocks; those of the machine by default. */
        public Builder time(TimeSource value) {
            plan.time = value;
            return this;
        }

        /** Adds a listener. */
        public Builder listener(TaskListener value) {
            plan.listeners.add(value);
            return this;
        }

        /** Adds a source of hints, beside those of the store itself. */
        public Builder wakeups(WakeupSignal value) {
            plan.signals.add(value);
            return this;
        }

        /**
         * Sets whether it takes back the tasks of lost workers; true by default, at one call a second. Some worker
         * must.
         */
        public Builder recovers(boolean value) {
            plan.recovers = value;
            return this;
        }

        /**
         * Sets whether it removes finished tasks past their retention; true by default, every 5 s. Some worker must.
         */
        public Builder prunes(boolean value) {
            plan.prunes = value;
            return this;
        }

        /** For tests: runs handlers by this instead of by threads of its own. */
        Builder runBy(@Nullable Executor value) {
            plan.executor = value;
            return this;
        }

        /**
         * Returns the worker, not yet started.
         *
         * @throws IllegalArgumentException if it has neither handler nor sink, or a value is out of bounds
         */
        public TaskWorker build() {
            return new TaskWorker(engine());
        }

        /**
         * Returns the worker without any thread, to be stepped by a simulation.
         *
         * @param handlers runs the handlers, when and where it likes; each run is handed over once
         * @throws IllegalArgumentException if it has neither handler nor sink, or a value is out of bounds
         */
        public WorkerSteps buildStepped(Executor handlers) {
            plan.executor = handlers;
            return new WorkerSteps(engine());
        }

        private WorkerEngine engine() {
            List<Wanted> wanted = plan.bindings.wanted(plan.queues);
            if (wanted.isEmpty()) {
                throw new IllegalArgumentException("a worker needs at least one handler or sink,"
                        + " for example .handler(TYPE, (payload, context) -> ...)");
            }
            return new WorkerEngine(plan, wanted);
        }
    }
}
