package dev.punctual.jdbc;

import dev.punctual.TaskId;
import dev.punctual.TaskRecord;
import dev.punctual.TaskStateMachine.Moment;
import dev.punctual.TaskStateMachine.Step;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One batch of transitions, the same in every dialect: reads the records and locks their rows, lets the state machine
 * decide one item after the other, writes what changed. Made for one transaction; not thread-safe.
 */
final class RecordChanges {

    private static final Logger LOG = LoggerFactory.getLogger(RecordChanges.class);

    /** Longest wait for rows that other transactions hold; the step is given up then, and nothing was done. */
    static final int WAIT_SECONDS = 3;
    /** Most ids in one statement: H2 compares every row it finds with the whole list. */
    static final int LOCKED_AT_ONCE = 256;

    /** What is read of a record. */
    enum Read {
        /** All but payload and headers. */
        LIGHT,
        /** Everything. */
        WHOLE
    }

    private final Connection connection;
    private final Statements sql;
    private final PartitionTable partitions;
    private final Map<TaskId, TaskRecord> before = new HashMap<>();
    private final Map<TaskId, TaskRecord> after = new HashMap<>();
    private final Set<TaskId> unreadable = new HashSet<>();
    private final Set<TaskId> changed = new HashSet<>();
    private @Nullable Moment now;

    RecordChanges(Connection connection, Statements sql, PartitionTable partitions) {
        this.connection = connection;
        this.sql = sql;
        this.partitions = partitions;
    }

    /**
     * Reads these records and locks them until the end of the transaction.
     *
     * @param skipLocked whether those that others hold read as if they were not there; else they are waited for, up to
     *     {@link #WAIT_SECONDS}
     */
    void lock(Collection<TaskId> ids, Read read, boolean skipLocked) throws SQLException {
        TreeSet<String> distinct = new TreeSet<>();
        ids.forEach(id -> distinct.add(id.value()));
        List<String> values = new ArrayList<>(distinct);
        if (values.isEmpty()) {
            return;
        }
        for (int from = 0; from < values.size(); from += LOCKED_AT_ONCE) {
            lockSome(values.subList(from, Math.min(values.size(), from + LOCKED_AT_ONCE)), read, skipLocked);
        }
    }

    private void lockSome(List<String> values, Read read, boolean skipLocked) throws SQLException {
        int places = Statements.rounded(values.size());
        try (PreparedStatement query = connection.prepareStatement(sql.lock(places, read == Read.WHOLE, skipLocked))) {
            query.setQueryTimeout(skipLocked ? 0 : WAIT_SECONDS);
            Parameters to = new Parameters(query);
            for (int i = 0; i < places; i++) {
                to.text(values.get(Math.min(i, values.size() - 1)));
            }
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    now = now == null ? new Moment(rows.getLong(1)) : now;
                    take(rows);
                }
            }
        }
    }

    private void take(ResultSet rows) throws SQLException {
        TaskId id = TaskId.of(rows.getString(2));
        try {
            TaskRecord record = TaskRows.read(rows, 2, partitions);
            before.put(id, record);
            after.put(id, record);
        } catch (IllegalArgumentException e) {
            unreadable.add(id);
            LOG.warn("The record of task {} cannot be read by this build and is left alone: {}", id, e.getMessage());
        }
    }

    /** Returns whether a record with this id exists that this build cannot read. */
    boolean unreadable(TaskId id) {
        return unreadable.contains(id);
    }

    /** Returns the record as the items so far have left it. */
    @Nullable
    TaskRecord current(TaskId id) {
        return after.get(id);
    }

    /** Returns the clock of the server: that of the statement that read the records, or read now. */
    Moment now() throws SQLException {
        Moment known = now;
        if (known == null) {
            known = readClock(connection, sql);
            now = known;
        }
        return known;
    }

    static Moment readClock(Connection connection, Statements sql) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(sql.readClock());
                ResultSet rows = query.executeQuery()) {
            if (!rows.next()) {
                throw new SQLException("the clock of the server gave no answer");
            }
            return new Moment(rows.getLong(1));
        }
    }

    /** Takes over what a step did. */
    <A> A apply(TaskId id, Step<A> step) {
        if (step.changed()) {
            changed.add(id);
            after.put(id, step.record());
        }
        return step.answer();
    }

    /** Writes what changed, and answers it: each record that exists now and differs. */
    List<TaskRecord> write() throws SQLException {
        List<TaskRecord> created = new ArrayList<>();
        List<TaskRecord> moved = new ArrayList<>();
        List<TaskRecord> rewritten = new ArrayList<>();
        List<TaskRecord> removed = new ArrayList<>();
        for (TaskId id : inOrder()) {
            TaskRecord old = before.get(id);
            TaskRecord fresh = after.get(id);
            if (!changed.contains(id)) {
                continue;
            }
            if (fresh == null) {
                if (old != null) {
                    removed.add(old);
                }
            } else if (old == null) {
                created.add(fresh);
            } else if (sameSpec(fresh, old)) {
                moved.add(fresh);
            } else {
                rewritten.add(fresh);
            }
        }
        RecordWriter writer = new RecordWriter(connection, sql, partitions);
        writer.insert(created);
        writer.updateState(moved);
        writer.updateWhole(rewritten);
        writer.delete(removed);
        List<TaskRecord> present = new ArrayList<>(created);
        present.addAll(moved);
        present.addAll(rewritten);
        return present;
    }

    /** By identity: what was not read (payload, headers) may differ although it looks the same. */
    @SuppressWarnings("ReferenceEquality")
    private static boolean sameSpec(TaskRecord fresh, TaskRecord old) {
        return fresh.spec() == old.spec();
    }

    private List<TaskId> inOrder() {
        List<TaskId> ids = new ArrayList<>(after.keySet());
        ids.sort((a, b) -> a.value().compareTo(b.value()));
        return ids;
    }
}
