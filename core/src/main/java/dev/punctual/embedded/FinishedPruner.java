package dev.punctual.embedded;

import dev.punctual.TaskRecord;
import dev.punctual.TaskState;
import dev.punctual.TaskStateMachine;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Removes finished records past their retention, shortens those beyond the number that is kept whole, and expires
 * waiting tasks that no worker covers. Each call changes at most so many records. Not thread-safe.
 */
final class FinishedPruner {

    /** So many records beyond their number gather before {@link #tidy} sets about them. */
    private static final int TIDY_FROM = 128;

    /** So many stubs that {@link #stubbedTo} does not know of are passed over: those of one millisecond. */
    private static final long UNMARKED_MAX = 1_000;

    private static final List<TaskState> NOT_DEAD =
            List.of(TaskState.SUCCEEDED, TaskState.CANCELLED, TaskState.EXPIRED);

    private final TaskStateMachine machine;
    private final EngineState state;
    /** Up to here the records of a state are known to be stubs. */
    private final Map<TaskState, IndexEntry> stubbedTo = new EnumMap<>(TaskState.class);

    /** Where the search for expired tasks goes on, so that those of paused queues do not hold up the others. */
    private @Nullable IndexEntry expiryLookedTo;

    FinishedPruner(TaskStateMachine machine, EngineState state) {
        this.machine = machine;
        this.state = state;
    }

    int prune(int max) {
        state.tick();
        state.claimNumbers().prune(state.nanos());
        state.forgetSilentWorkers();
        state.due().forgetEmpty();
        int changed = expire(max);
        for (TaskState finished : NOT_DEAD) {
            changed += removeOlder(finished, state.retention().finished(), max - changed);
        }
        changed += removeOlder(TaskState.DEAD, state.retention().dead(), max - changed);
        return changed + shorten(max - changed);
    }

    /**
     * Shortens what is beyond the number kept whole and removes stubs that have done their work, about as many as have
     * gathered since the last time.
     */
    void tidy() {
        long beyond = state.counters().finishedWhole() - state.retention().finishedMax();
        if (beyond >= TIDY_FROM) {
            shortenWhole((int) Math.min(beyond, Integer.MAX_VALUE));
            removeOldStubs((int) Math.min(2 * beyond, Integer.MAX_VALUE));
        }
    }

    private int expire(int max) {
        List<TaskRecord> expired = new ArrayList<>();
        int examined = 0;
        try (IndexCursor cursor = expiryLookedTo == null
                ? state.tables().ascend(EngineState.expiring(), 0)
                : state.tables().ascendAfter(EngineState.expiring(), expiryLookedTo)) {
            expiryLookedTo = null;
            for (; cursor.valid() && cursor.number() < state.millis(); cursor.advance()) {
                if (examined++ >= max) {
                    break;
                }
                expiryLookedTo = cursor.entry();
                TaskRecord record = state.readable(cursor.id());
                if (record != null && !state.paused().contains(record.spec().queue())) {
                    expired.add(record);
                }
            }
        }
        if (examined <= max) {
            expiryLookedTo = null; // All that has expired was looked at: begin again next time.
        }
        for (TaskRecord record : expired) {
            state.write(record, machine.expire(record, state.moment()));
        }
        return expired.size();
    }

    private int removeOlder(TaskState finished, Duration age, int max) {
        List<TaskRecord> old = new ArrayList<>();
        try (IndexCursor cursor = state.tables().ascend(EngineState.finished(finished), 0)) {
            long before = state.millis() - age.toMillis();
            for (; cursor.valid() && cursor.number() < before && old.size() < max; cursor.advance()) {
                TaskRecord record = state.readable(cursor.id());
                if (record != null) {
                    old.add(record);
                }
            }
        }
        old.forEach(record -> state.write(record, null));
        return old.size();
    }

    /** Beyond the number kept whole, the oldest go first: removed if old enough, else stripped to a stub. */
    private int shorten(int max) {
        int changed = shortenWhole(max);
        return changed + removeOldStubs(max - changed);
    }

    private int shortenWhole(int max) {
        int changed = 0;
        for (TaskRecord oldest : oldestWhole(max)) {
            if (oldest.stub()) {
                // A stub of an earlier process.
                markStub(oldest);
                continue;
            }
            changed++;
            if (oldest.finishedAt() < state.millis() - state.retention().stub().toMillis()) {
                state.write(oldest, null);
            } else {
                state.write(oldest, machine.stub(oldest));
                markStub(oldest);
            }
        }
        return changed;
    }

    private void markStub(TaskRecord record) {
        // Not those of the present millisecond: a smaller id that finishes in it would lie before the mark for ever.
        if (record.finishedAt() < state.millis()) {
            stubbedTo.put(record.state(), new IndexEntry(record.finishedAt(), 0, record.id()));
        }
    }

    /**
     * Returns the oldest of those kept whole, as many as there are too many of, and the stubs between them; looks at so
     * many at most, beside {@value #UNMARKED_MAX} stubs.
     */
    private List<TaskRecord> oldestWhole(int max) {
        long beyond = state.counters().finishedWhole() - state.retention().finishedMax();
        List<TaskRecord> oldest = new ArrayList<>();
        List<IndexCursor> cursors = new ArrayList<>();
        try {
            if (beyond > 0) {
                NOT_DEAD.forEach(finished -> cursors.add(unstubbed(finished)));
            }
            for (long examined = 0; examined < max + UNMARKED_MAX && beyond > 0 && max > 0; examined++) {
                IndexCursor first = earliest(cursors);
                if (first == null) {
                    break;
                }
                TaskRecord record = state.readable(first.id());
                first.advance();
                if (record != null) {
                    oldest.add(record);
                    beyond -= record.stub() ? 0 : 1;
                }
            }
            return oldest;
        } finally {
            cursors.forEach(IndexCursor::close);
        }
    }

    private IndexCursor unstubbed(TaskState finished) {
        IndexEntry stubbed = stubbedTo.get(finished);
        Section section = EngineState.finished(finished);
        return stubbed == null
                ? state.tables().ascend(section, 0)
                : state.tables().ascendAfter(section, stubbed);
    }

    private static @Nullable IndexCursor earliest(List<IndexCursor> cursors) {
        IndexCursor earliest = null;
        for (IndexCursor cursor : cursors) {
            if (cursor.valid() && (earliest == null || cursor.number() < earliest.number())) {
                earliest = cursor;
            }
        }
        return earliest;
    }

    /** Stubs have done their work once nobody can still be waiting for the answer they hold. */
    private int removeOldStubs(int max) {
        if (state.counters().stubs() == 0 || max <= 0) {
            return 0;
        }
        long before = state.millis() - state.retention().stub().toMillis();
        List<TaskRecord> old = new ArrayList<>();
        for (TaskState finished : NOT_DEAD) {
            try (IndexCursor cursor = state.tables().ascend(EngineState.finished(finished), 0)) {
                for (; cursor.valid() && cursor.number() < before && old.size() < max; cursor.advance()) {
                    TaskRecord record = state.readable(cursor.id());
                    if (record == null || !record.stub()) {
                        break;
                    }
                    old.add(record);
                }
            }
        }
        old.forEach(record -> state.write(record, null));
        return old.size();
    }
}
