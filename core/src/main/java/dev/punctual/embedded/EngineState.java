package dev.punctual.embedded;

import dev.punctual.Lease;
import dev.punctual.Retention;
import dev.punctual.Selector;
import dev.punctual.StoreSettings;
import dev.punctual.TaskId;
import dev.punctual.TaskRecord;
import dev.punctual.TaskState;
import dev.punctual.TaskStateMachine.Moment;
import dev.punctual.TaskStateMachine.Step;
import dev.punctual.WorkerInfo;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the engine works on: the tables, and what it keeps in memory about them. The one place where a record and its
 * index entries change together. Not thread-safe.
 */
final class EngineState {

    private static final Logger LOG = LoggerFactory.getLogger(EngineState.class);

    /** A worker that was not heard of for longer is not shown. */
    private static final long WORKER_SILENT_MILLIS = 60_000;

    private static final String PAUSED_PREFIX = "paused/";
    private static final String FLOOR = "floor";
    private static final String CLOCK = "clock";
    private static final Section EXPIRING = new Section(Section.Index.EXPIRING, "");
    private static final Section RUNNING = new Section(Section.Index.RUNNING, "");
    private static final Section SUCCEEDED = new Section(Section.Index.FINISHED, "s");
    private static final Section DEAD = new Section(Section.Index.FINISHED, "d");
    private static final Section CANCELLED = new Section(Section.Index.FINISHED, "c");
    private static final Section EXPIRED = new Section(Section.Index.FINISHED, "e");

    /**
     * How long a running task whose lease is not known is left alone after a failed commit: a report of it may have
     * been lost, and its repetition must still find it running.
     */
    private static final long LEASE_AFTER_FAILURE_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final TaskTables tables;
    private final StoreSettings settings;
    private final EmbeddedClock clock;
    private final Retention retention;
    private final DueDirectory due;
    private final LeaseTable leases = new LeaseTable();
    private final Counters counters = new Counters();
    private final ClaimNumbers claimNumbers = new ClaimNumbers();
    private final Map<String, WorkerInfo> workers = new HashMap<>();
    private final Set<String> paused = new TreeSet<>();
    private final Set<TaskId> unreadable = new TreeSet<>();
    private long tokenFloor;
    /** The wall clock as it was last stored: whether it stepped back while no process was there to see it. */
    private long storedMillis;

    /** Makes the state from the tables; {@code before} is that of this process before a commit failed, if one did. */
    EngineState(TaskTables tables, StoreSettings settings, @Nullable EngineState before) {
        this.tables = tables;
        this.settings = settings;
        clock = new EmbeddedClock(settings.time());
        retention = settings.retention();
        due = new DueDirectory(tables);
        tables.values(this::restore);
        restoreRunning(before == null ? null : before.leases);
        if (storedMillis > clock.millis() + EmbeddedClock.STEP_MILLIS) {
            rebuildSortKeys(storedMillis);
        }
        if (before != null) {
            workers.putAll(before.workers);
        }
    }

    /** Returns the state as the tables hold it, after a commit failed: the leases are kept. */
    EngineState reread(TaskTables newTables) {
        return new EngineState(newTables, settings, this);
    }

    private void restore(String name, long[] value) {
        if (name.startsWith(DueDirectory.VALUE_PREFIX)) {
            due.restore(name.substring(DueDirectory.VALUE_PREFIX.length()), value[0]);
        } else if (name.startsWith(Counters.VALUE_PREFIX)) {
            counters.restore(name.substring(Counters.VALUE_PREFIX.length()), value);
        } else if (name.startsWith(ClaimNumbers.VALUE_PREFIX)) {
            claimNumbers.restore(name.substring(ClaimNumbers.VALUE_PREFIX.length()), value[0], clock.nanos());
        } else if (name.startsWith(PAUSED_PREFIX)) {
            paused.add(name.substring(PAUSED_PREFIX.length()));
        } else if (name.equals(FLOOR)) {
            tokenFloor = value[0];
        } else if (name.equals(CLOCK)) {
            storedMillis = value[0];
        }
    }

    /** What ran in an earlier process has lost its lease: that process is gone, and its monotonic clock with it. */
    private void restoreRunning(@Nullable LeaseTable known) {
        List<TaskId> ids = new ArrayList<>();
        try (IndexCursor cursor = tables.ascend(RUNNING, 0)) {
            for (; cursor.valid(); cursor.advance()) {
                ids.add(cursor.id());
            }
        }
        for (TaskId id : ids) {
            TaskRecord record = readable(id);
            if (record != null && record.lease() != null) {
                leases.put(id, record.lease(), deadline(id, record.lease(), known));
            }
        }
    }

    private long deadline(TaskId id, Lease lease, @Nullable LeaseTable known) {
        if (known == null) {
            return clock.nanos() - 1;
        }
        LeaseTable.Held held = known.get(id);
        return held != null && held.worker().equals(lease.worker()) && held.claimSeq() == lease.claimSeq()
                ? held.deadlineNanos()
                : clock.nanos() + LEASE_AFTER_FAILURE_NANOS;
    }

    /** Reads the clocks; after a step back of the wall clock the due index is put right first. */
    Moment tick() {
        long before = clock.tick();
        if (before != 0) {
            rebuildSortKeys(before);
        }
        return clock.now();
    }

    /** After a step back, tasks that were indexed at the time they entered would wait until the clock catches up. */
    private void rebuildSortKeys(long before) {
        LOG.warn("The wall clock stepped back by {} ms; due tasks are indexed anew", before - clock.millis());
        List<TaskRecord> misplaced = new ArrayList<>();
        for (DuePartition partition : due.select(Selector.any(), Selector.any())) {
            try (IndexCursor cursor = tables.ascend(partition.section(), clock.millis() + 1)) {
                for (; cursor.valid() && cursor.number() <= before; cursor.advance()) {
                    TaskRecord record = readable(cursor.id());
                    if (record != null && Math.max(record.dueAt(), clock.millis()) < record.sortKey()) {
                        misplaced.add(record);
                    }
                }
            }
        }
        for (TaskRecord record : misplaced) {
            long sortKey = Math.max(record.dueAt(), clock.millis());
            write(record, record.edit().sortKey(sortKey).done());
        }
    }

    Moment moment() {
        return clock.now();
    }

    long millis() {
        return clock.millis();
    }

    long nanos() {
        return clock.nanos();
    }

    long wallMillis(long deadlineNanos) {
        return clock.wallMillis(deadlineNanos);
    }

    /**
     * Returns the record with its present lease.
     *
     * @throws UnreadableRecordException if this build cannot read it
     */
    @Nullable
    TaskRecord read(TaskId id) {
        TaskRecord record = tables.get(id);
        return record == null || record.lease() == null ? record : leased(record);
    }

    /** Returns the record with its present lease; null if there is none, or none that this build can read. */
    @Nullable
    TaskRecord readable(TaskId id) {
        try {
            return read(id);
        } catch (UnreadableRecordException e) {
            if (unreadable.add(id)) {
                LOG.error("{}. It is kept as it is and holds up nothing else", e.getMessage());
            }
            return null;
        }
    }

    /** Returns the running record with the lease that is kept in memory. */
    TaskRecord leased(TaskRecord record) {
        Lease lease = record.lease();
        LeaseTable.Held held = leases.get(record.id());
        if (lease == null) {
            return record;
        }
        long until = held == null ? clock.millis() - 1 : clock.wallMillis(held.deadlineNanos());
        return until == lease.untilMillis()
                ? record
                : record.edit().lease(lease.until(until)).done();
    }

    /** Writes what a step changed and returns its answer. */
    <A> A apply(@Nullable TaskRecord before, Step<A> step) {
        if (step.changed()) {
            write(before, step.record());
        }
        return step.answer();
    }

    /** Changes a record (created if before is null, removed if after is null) and everything that points at it. */
    void write(@Nullable TaskRecord before, @Nullable TaskRecord after) {
        boolean staysLinked = before != null && after != null && sameEntries(before, after);
        if (before != null && !staysLinked) {
            unlink(before);
        }
        if (after != null) {
            tables.put(after);
            if (!staysLinked) {
                link(after);
            }
        } else if (before != null) {
            tables.remove(before.id());
            raiseFloor(before.token());
        }
        counters.moved(before, after);
    }

    /** Returns whether both are found in the same places: one that runs on, one that is shortened to a stub. */
    private static boolean sameEntries(TaskRecord before, TaskRecord after) {
        return before.state() == after.state()
                && (before.state() == TaskState.RUNNING
                        || (before.state().finished() && before.finishedAt() == after.finishedAt()));
    }

    private void link(TaskRecord record) {
        switch (record.state()) {
            case SCHEDULED -> {
                due.add(record);
                if (record.expireAt() != 0) {
                    tables.add(EXPIRING, record.expireAt(), record.id());
                }
            }
            case RUNNING -> tables.add(RUNNING, 0, record.id());
            case SUCCEEDED, DEAD, CANCELLED, EXPIRED ->
                tables.add(finished(record.state()), record.finishedAt(), record.id());
        }
    }

    private void unlink(TaskRecord record) {
        switch (record.state()) {
            case SCHEDULED -> {
                due.remove(record);
                if (record.expireAt() != 0) {
                    tables.remove(EXPIRING, record.expireAt(), record.id());
                }
            }
            case RUNNING -> {
                tables.remove(RUNNING, 0, record.id());
                leases.remove(record.id());
            }
            case SUCCEEDED, DEAD, CANCELLED, EXPIRED ->
                tables.remove(finished(record.state()), record.finishedAt(), record.id());
        }
    }

    /** Returns the section of the finished records of a state. */
    static Section finished(TaskState state) {
        return switch (state) {
            case SUCCEEDED -> SUCCEEDED;
            case DEAD -> DEAD;
            case CANCELLED -> CANCELLED;
            case EXPIRED -> EXPIRED;
            case SCHEDULED, RUNNING -> throw new IllegalArgumentException(state + " is not final");
        };
    }

    static Section expiring() {
        return EXPIRING;
    }

    private void raiseFloor(long token) {
        if (token > tokenFloor) {
            tokenFloor = token;
            tables.putValue(FLOOR, new long[] {token});
        }
    }

    void pause(String queue) {
        if (paused.add(queue)) {
            tables.putValue(PAUSED_PREFIX + queue, new long[] {1});
        }
    }

    void resume(String queue) {
        if (paused.remove(queue)) {
            tables.putValue(PAUSED_PREFIX + queue, null);
            due.hintAll(queue);
        }
    }

    void storeValues() {
        counters.store(tables);
        claimNumbers.store(tables);
        boolean indexed = due.store(clock.millis());
        if (indexed && Math.abs(clock.millis() - storedMillis) > EmbeddedClock.STEP_MILLIS) {
            storedMillis = clock.millis();
            tables.putValue(CLOCK, new long[] {storedMillis});
        }
    }

    TaskTables tables() {
        return tables;
    }

    Retention retention() {
        return retention;
    }

    DueDirectory due() {
        return due;
    }

    LeaseTable leases() {
        return leases;
    }

    Counters counters() {
        return counters;
    }

    ClaimNumbers claimNumbers() {
        return claimNumbers;
    }

    Map<String, WorkerInfo> workers() {
        return workers;
    }

    Set<String> paused() {
        return Collections.unmodifiableSet(paused);
    }

    void forgetSilentWorkers() {
        workers.values().removeIf(worker -> clock.millis() - worker.lastSeenMillis() > WORKER_SILENT_MILLIS);
    }

    long tokenFloor() {
        return tokenFloor;
    }
}
