package dev.punctual.jdbc;

import dev.punctual.Due;
import dev.punctual.Limits;
import dev.punctual.NewTask;
import dev.punctual.ScheduleResult;
import dev.punctual.StoreException;
import dev.punctual.TaskId;
import dev.punctual.TaskRecord;
import dev.punctual.TaskStateMachine;
import dev.punctual.TaskStateMachine.Moment;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * PostgreSQL: tasks whose id is new are written by one statement that also reads the clock, resolves delays and hints
 * to other processes; this is the usual case. What is left over (the id exists, or something is to be refused) takes
 * the general way, item by item through the state machine. Thread-safe.
 */
final class OneStatementInserts implements Inserter.InsertStep {

    /** Longer spans than 10,000 years are left to the general way, where sums saturate. */
    private static final long SPAN_MAX = 315_569_520_000_000L;

    private final PartitionTable partitions;
    private final TaskStateMachine machine;
    private final Limits limits;
    private final Inserter.InsertStep general;
    private final Hints hints;
    private final String silent;
    private final String telling;

    OneStatementInserts(Base base, Limits limits, Hints hints, Inserter.InsertStep general) {
        this.partitions = base.partitions();
        this.machine = base.machine();
        this.limits = limits;
        this.general = general;
        this.hints = hints;
        this.silent = clock(base.sql()) + " " + insert(base.sql(), limits);
        this.telling = hints.channel().isEmpty() ? silent : telling(base.sql(), limits, hints);
    }

    /** Writes the tasks and tells other processes of those that are due soon. */
    private static String telling(Statements sql, Limits limits, Hints hints) {
        return clock(sql) + ", written AS (" + insert(sql, limits) + ") SELECT id, revision,"
                + " (SELECT count(pg_notify('" + hints.channel() + "', h.part || ' ' || h.sort_key)) FROM (SELECT part,"
                + " min(sort_key) AS sort_key FROM written CROSS JOIN clock WHERE sort_key <= clock.ms + "
                + hints.windowMillis() + " GROUP BY part) AS h) FROM written";
    }

    private static String clock(Statements sql) {
        return "WITH clock AS MATERIALIZED (SELECT us, us / 1000 AS ms FROM (SELECT " + sql.clock() + " AS us) AS c)";
    }

    private static String insert(Statements sql, Limits limits) {
        String latest = "LEAST(" + Limits.DUE_MAX.toEpochMilli() + ", clock.ms + " + millis(limits.horizon()) + ")";
        return "INSERT INTO " + sql.task() + " (id, incarnation, part, state, flags, due_at, expire_at,"
                + " sort_key, call_id, created_at, revision, format, content_type, payload_version, sink_address,"
                + " retry, headers, payload)"
                + " SELECT v.id, v.incarnation, v.part, 1, 0, d.due, d.due + v.expire_after, GREATEST(d.due, clock.ms),"
                + " v.call_id, clock.ms, clock.us, " + TaskRows.FORMAT + ", v.content_type, v.payload_version,"
                + " v.sink_address, v.retry, v.headers, v.payload"
                + " FROM clock CROSS JOIN unnest(?::text[], ?::bigint[], ?::integer[], ?::bigint[], ?::bigint[],"
                + " ?::bigint[], ?::bytea[], ?::text[], ?::integer[], ?::text[], ?::text[], ?::bytea[], ?::bytea[])"
                + " AS v(id, incarnation, part, due_at, delay, expire_after, call_id, content_type, payload_version,"
                + " sink_address, retry, headers, payload)"
                + " CROSS JOIN LATERAL (SELECT COALESCE(v.due_at, clock.ms + v.delay) AS due) AS d"
                + " WHERE d.due BETWEEN " + Limits.DUE_MIN.toEpochMilli() + " AND " + latest
                + " ON CONFLICT (id) DO NOTHING RETURNING id, revision, part, sort_key";
    }

    @Override
    public List<ScheduleResult> insert(List<NewTask> tasks, Session session, FillMark.Room room) {
        Map<TaskId, TaskRecord> written = writeFresh(tasks, session, room);
        room.took(written.size());
        List<ScheduleResult> results = new ArrayList<>(tasks.size());
        List<NewTask> left = new ArrayList<>();
        for (NewTask task : tasks) {
            // The second task of one id in a call must see the first: it takes the general way, after it.
            TaskRecord record = written.remove(task.id());
            results.add(record == null ? null : ScheduleResult.of(record, ScheduleResult.Outcome.CREATED));
            if (record == null) {
                left.add(task);
            }
        }
        if (!left.isEmpty()) {
            Iterator<ScheduleResult> answers =
                    rest(left, session, room, !written.isEmpty()).iterator();
            results.replaceAll(result -> result == null ? answers.next() : result);
        }
        return results;
    }

    private List<ScheduleResult> rest(List<NewTask> left, Session session, FillMark.Room room, boolean someWritten) {
        try {
            return general.insert(left, session, room);
        } catch (StoreException e) {
            throw someWritten ? Inserter.afterParts(e) : e;
        }
    }

    private Map<TaskId, TaskRecord> writeFresh(List<NewTask> tasks, Session session, FillMark.Room room) {
        Set<TaskId> seen = new HashSet<>();
        List<NewTask> fresh = new ArrayList<>(tasks.size());
        for (NewTask task : tasks) {
            if (seen.add(task.id()) && simple(task) && room.left() > fresh.size()) {
                fresh.add(task);
            }
        }
        if (fresh.isEmpty()) {
            return new HashMap<>();
        }
        fresh.sort(Comparator.comparing(task -> task.id().value()));
        Map<TaskId, TaskRecord> written = session.statement(connection -> write(connection, fresh));
        if (session instanceof OwnTransactions) {
            hints.tell(hints.dues(written.values()));
        }
        return written;
    }

    /** Whether the statement can decide by itself that the task is acceptable. */
    private boolean simple(NewTask task) {
        return task.spec().payload().size() <= limits.payloadBytesMax()
                && (task.expireAfter() == null || millis(task.expireAfter()) < SPAN_MAX)
                && !(task.due() instanceof Due.After after && millis(after.delay()) >= SPAN_MAX);
    }

    /** Returns whole milliseconds, rounded up like everywhere; saturates. */
    private static long millis(Duration span) {
        if (span.compareTo(Duration.ofMillis(SPAN_MAX)) >= 0) {
            return SPAN_MAX;
        }
        return span.plusNanos(999_999).toMillis();
    }

    private Map<TaskId, TaskRecord> write(Connection connection, List<NewTask> tasks) throws SQLException {
        Map<TaskId, TaskRecord> written = new HashMap<>();
        Map<String, NewTask> byId = new HashMap<>();
        tasks.forEach(task -> byId.put(task.id().value(), task));
        try (PreparedStatement insert = connection.prepareStatement(mayBeNear(tasks) ? telling : silent)) {
            insert.setQueryTimeout(RecordChanges.WAIT_SECONDS);
            bind(tasks, new Parameters(insert));
            try (ResultSet rows = insert.executeQuery()) {
                while (rows.next()) {
                    NewTask task = byId.get(rows.getString(1));
                    if (task != null) {
                        // The state machine says the same from the same clock; so the record is its own.
                        written.put(
                                task.id(),
                                machine.schedule(null, task, new Moment(rows.getLong(2)))
                                        .present());
                    }
                }
            }
        }
        return written;
    }

    private boolean mayBeNear(List<NewTask> tasks) {
        long soon = hints.soonMillis();
        return tasks.stream()
                .anyMatch(task ->
                        task.due().resolve(0) <= (task.due() instanceof Due.After ? hints.windowMillis() : soon));
    }

    private void bind(List<NewTask> tasks, Parameters to) throws SQLException {
        to.array("text", each(tasks, task -> task.id().value()))
                .array("bigint", each(tasks, NewTask::incarnation))
                .array("integer", each(tasks, task -> partitions.number(Partition.of(task.spec(), false))))
                .array(
                        "bigint",
                        each(
                                tasks,
                                task -> task.due() instanceof Due.At
                                        ? task.due().resolve(0)
                                        : null))
                .array(
                        "bigint",
                        each(
                                tasks,
                                task -> task.due() instanceof Due.At
                                        ? null
                                        : task.due().resolve(0)))
                .array("bigint", each(tasks, task -> task.expireAfter() == null ? null : millis(task.expireAfter())))
                .array("bytea", bytes(tasks, task -> TaskRows.bytes(task.callId())))
                .array(
                        "text",
                        each(tasks, task -> TaskRows.contentType(task.spec().payload())))
                .array(
                        "integer",
                        each(tasks, task -> TaskRows.version(task.spec().payload())))
                .array("text", each(tasks, task -> TaskRows.sinkAddress(task.spec())))
                .array("text", each(tasks, task -> RetryText.write(task.spec().retry())))
                .array(
                        "bytea",
                        bytes(tasks, task -> HeaderBytes.write(task.spec().headers())))
                .array("bytea", bytes(tasks, task -> task.spec().payload().bytes()));
    }

    private interface Column<T> {
        @Nullable
        T of(NewTask task);
    }

    private static Object[] each(List<NewTask> tasks, Column<Object> column) {
        return tasks.stream().map(column::of).toArray();
    }

    private static Object[] bytes(List<NewTask> tasks, Column<byte[]> column) {
        byte[][] values = new byte[tasks.size()][];
        Arrays.setAll(values, i -> column.of(tasks.get(i)));
        return values;
    }
}
