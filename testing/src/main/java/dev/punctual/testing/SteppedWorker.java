package dev.punctual.testing;

import dev.punctual.Capability;
import dev.punctual.Selector;
import dev.punctual.TaskQueries;
import dev.punctual.TaskQueries.Filter;
import dev.punctual.TaskQueries.Window;
import dev.punctual.TaskRecord;
import dev.punctual.TaskState;
import dev.punctual.TaskStore;
import dev.punctual.worker.TaskWorker;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A worker that is moved through time by a test: thirty minutes pass in a millisecond. It goes from one due time to the
 * next and runs what falls due on the calling thread, exactly at its time; retries, lost leases and expiries happen
 * when they would.
 *
 * <pre>{@code
 * ManualTime time = new ManualTime();
 * TaskStore store = MemoryTaskStore.open(StoreSettings.DEFAULT.withTime(time));
 * TaskWorker worker = TaskWorker.builder(store).time(time).handler(CANCEL_ORDER, ...).build();
 * SteppedWorker stepped = new SteppedWorker(worker, store, time);
 *
 * client.schedule(CANCEL_ORDER.in(ofMinutes(30), "4711"));
 * stepped.advance(ofMinutes(30));
 * }</pre>
 *
 * <p><b>Caveats.</b> Runs take no time unless their handlers move it, and never overlap; what depends on overlap wants
 * threads. Nothing renews leases: a handler that moves time beyond the lease loses it, as in a process that was paused.
 *
 * <p>Not thread-safe.
 */
public final class SteppedWorker {

    /** Most runs at one moment; more means that tasks schedule each other without any delay, for ever. */
    public static final int RUNS_MAX = 100_000;

    private static final int CHUNK = 1_000;

    private final TaskWorker worker;
    private final TaskStore store;
    private final ManualTime time;
    private final int runsMax;

    /**
     * Takes a worker that is not started.
     *
     * @param store the worker's store; it must be able to list tasks
     * @param time the clocks of both worker and store
     */
    public SteppedWorker(TaskWorker worker, TaskStore store, ManualTime time) {
        this(worker, store, time, RUNS_MAX);
    }

    SteppedWorker(TaskWorker worker, TaskStore store, ManualTime time, int runsMax) {
        store.capabilities().require(Capability.LIST);
        this.worker = worker;
        this.store = store;
        this.time = time;
        this.runsMax = runsMax;
    }

    /**
     * Runs everything that is due now, also what becomes due by it.
     *
     * @return how many runs there were, good or bad
     * @throws IllegalStateException if there seems to be no end to it
     */
    public int runDue() {
        int took;
        do {
            took = worker.recover();
        } while (took > 0);
        int runs = 0;
        int more;
        do {
            more = worker.runDue(CHUNK);
            runs += more;
            if (runs > runsMax) {
                throw new IllegalStateException("more than " + runsMax + " runs at " + time.now()
                        + "; a handler probably schedules a task that is due at once, every time it runs");
            }
        } while (more > 0);
        return runs;
    }

    /**
     * Lets time pass, running everything that falls due on the way at its time.
     *
     * @param span not negative; if a handler moves time beyond its end, the rest of what is due runs at that later time
     * @return how many runs there were, good or bad
     */
    public int advance(Duration span) {
        Instant end = time.now().plus(span);
        int runs = runDue();
        while (time.now().isBefore(end)) {
            time.advance(Duration.between(time.now(), nextStop(end)));
            runs += runDue();
        }
        return runs;
    }

    /** The next moment at which something may happen, at most the end. */
    private Instant nextStop(Instant end) {
        return Stream.of(nextDue(end), nextLeaseEnd())
                .flatMap(Optional::stream)
                .filter(stop -> stop.isAfter(time.now()))
                .filter(stop -> stop.isBefore(end))
                .min(Instant::compareTo)
                .orElse(end);
    }

    private Optional<Instant> nextDue(Instant end) {
        Window window = new Window(time.now().plusMillis(1), end.plusMillis(1));
        return first(new Filter(TaskState.SCHEDULED, Selector.any(), Selector.any(), "", window))
                .map(task -> Instant.ofEpochMilli(task.dueAt()));
    }

    private Optional<Instant> nextLeaseEnd() {
        // A lease has run out once its last millisecond has passed.
        return first(Filter.of(TaskState.RUNNING))
                .map(task -> Instant.ofEpochMilli(
                        Objects.requireNonNull(task.lease()).untilMillis() + 1));
    }

    private Optional<TaskRecord> first(Filter filter) {
        @Nullable String cursor = null;
        do {
            TaskQueries.Page page = store.queries().page(filter, 1, cursor);
            List<TaskRecord> records = page.records();
            if (!records.isEmpty()) {
                return Optional.of(records.get(0));
            }
            cursor = page.next();
        } while (cursor != null);
        return Optional.empty();
    }
}
