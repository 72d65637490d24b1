package dev.punctual.jdbc;

import dev.punctual.ClaimResult;
import dev.punctual.Selector;
import dev.punctual.TaskQueries.Count;
import dev.punctual.TaskQueries.Forecast;
import dev.punctual.TaskQueries.QueueInfo;
import dev.punctual.TaskQueries.Window;
import dev.punctual.TaskState;
import dev.punctual.jdbc.PartitionTable.Numbered;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Numbers for people, each from a bounded look: counting in SQL reads every row. Up to {@link #COUNT_MAX} tasks of one
 * partition, or of one finished state, are counted; beyond that the engine's own estimate of the table fills in, and
 * the count says so. Thread-safe.
 */
final class Tallies {

    /** Up to here a count is exact. */
    static final int COUNT_MAX = 100_000;
    /** Most waiting tasks that one forecast looks at. */
    static final int FORECAST_EXAMINED_MAX = 100_000;
    /** Most steps of one forecast. */
    static final int FORECAST_STEPS_MAX = 10_000;

    private final Engine engine;
    private final Statements sql;
    private final TableEstimate estimate;

    Tallies(Engine engine) {
        this.engine = engine;
        this.sql = engine.sql();
        this.estimate = new TableEstimate(engine.dialect(), sql.task());
    }

    private record QueueAndType(String queue, String type) implements Comparable<QueueAndType> {
        @Override
        public int compareTo(QueueAndType other) {
            int byQueue = queue.compareTo(other.queue);
            return byQueue != 0 ? byQueue : type.compareTo(other.type);
        }
    }

    /** The numbers of one queue and type while they are gathered. Not thread-safe. */
    private static final class Sum {
        private final Map<TaskState, Long> byState = new EnumMap<>(TaskState.class);
        private boolean exact = true;

        void add(TaskState state, long count) {
            if (count > 0) {
                byState.merge(state, count, Long::sum);
            }
        }
    }

    List<Count> counts() {
        engine.partitions().reload();
        SortedMap<QueueAndType, Sum> sums = engine.session().read(this::sums);
        List<Count> counts = new ArrayList<>();
        sums.forEach((name, sum) -> {
            if (!sum.byState.isEmpty()) {
                counts.add(new Count(name.queue(), name.type(), sum.byState, sum.exact));
            }
        });
        return counts;
    }

    private SortedMap<QueueAndType, Sum> sums(Connection connection) throws SQLException {
        SortedMap<QueueAndType, Sum> sums = new TreeMap<>();
        List<Integer> overfull = new ArrayList<>();
        long[] counted = {0};
        new PerPartition(connection, engine.partitions().of(Selector.any(), Selector.any()))
                .query(
                        "SELECT min(part) AS part, count(*) AS waiting FROM (SELECT part FROM " + sql.task()
                                + " WHERE state = 1 AND part = ? ORDER BY sort_key LIMIT ?) AS few",
                        (to, part) -> to.integer(part).integer(COUNT_MAX + 1),
                        row -> {
                            long waiting = row.getLong(2);
                            if (waiting > COUNT_MAX) {
                                overfull.add(row.getInt(1));
                            } else if (waiting > 0) {
                                sum(sums, row.getInt(1)).add(TaskState.SCHEDULED, waiting);
                                counted[0] += waiting;
                            }
                        });
        for (TaskState state : TaskState.values()) {
            if (state != TaskState.SCHEDULED) {
                counted[0] += others(connection, state, sums);
            }
        }
        fillIn(connection, sums, overfull, counted[0]);
        return sums;
    }

    private Sum sum(Map<QueueAndType, Sum> sums, int part) {
        Partition partition = engine.partitions().get(part);
        return sums.computeIfAbsent(new QueueAndType(partition.queue(), partition.type()), any -> new Sum());
    }

    private long others(Connection connection, TaskState state, Map<QueueAndType, Sum> sums) throws SQLException {
        long total = 0;
        List<Sum> touched = new ArrayList<>();
        // In the order of an index, or a state with few tasks is looked for in the whole table.
        String column = state == TaskState.RUNNING ? "lease_until" : "finished_at";
        try (PreparedStatement query = connection.prepareStatement("SELECT part, count(*) FROM (SELECT part FROM "
                + sql.task() + " WHERE state = " + TaskRows.code(state) + " AND " + column + " >= 0 ORDER BY " + column
                + " LIMIT ?) AS few GROUP BY part")) {
            new Parameters(query).integer(COUNT_MAX + 1);
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    Sum sum = sum(sums, rows.getInt(1));
                    sum.add(state, rows.getLong(2));
                    touched.add(sum);
                    total += rows.getLong(2);
                }
            }
        }
        if (total > COUNT_MAX) {
            touched.forEach(sum -> sum.exact = false);
        }
        return total;
    }

    private void fillIn(Connection connection, Map<QueueAndType, Sum> sums, List<Integer> overfull, long counted)
            throws SQLException {
        if (overfull.isEmpty()) {
            return;
        }
        long share = (estimate.rows(connection) - counted) / overfull.size();
        for (int part : overfull) {
            Sum sum = sum(sums, part);
            sum.exact = false;
            sum.add(TaskState.SCHEDULED, Math.max(COUNT_MAX, share));
        }
    }

    List<QueueInfo> queues() {
        SortedMap<String, Map<TaskState, Long>> byQueue = new TreeMap<>();
        for (Count count : counts()) {
            Map<TaskState, Long> states = byQueue.computeIfAbsent(count.queue(), any -> new EnumMap<>(TaskState.class));
            count.byState().forEach((state, number) -> states.merge(state, number, Long::sum));
        }
        engine.partitions().paused().forEach(queue -> byQueue.putIfAbsent(queue, Map.of()));
        Map<String, Long> oldest = engine.session().read(this::oldest);
        List<QueueInfo> queues = new ArrayList<>();
        byQueue.forEach((queue, states) -> queues.add(new QueueInfo(
                queue,
                states,
                engine.partitions().paused().contains(queue),
                oldest.getOrDefault(queue, ClaimResult.NONE))));
        return queues;
    }

    private Map<String, Long> oldest(Connection connection) throws SQLException {
        Map<String, Long> oldest = new HashMap<>();
        new PerPartition(connection, engine.partitions().of(Selector.any(), Selector.any()))
                .query(
                        "SELECT part, sort_key FROM " + sql.task()
                                + " WHERE state = 1 AND part = ? ORDER BY sort_key LIMIT 1",
                        (to, part) -> to.integer(part),
                        row -> oldest.merge(
                                engine.partitions().get(row.getInt(1)).queue(), row.getLong(2), Math::min));
        return oldest;
    }

    Forecast forecast(Selector queues, Selector types, Window window, Duration step) {
        long from = window.from().toEpochMilli();
        long to = window.to().toEpochMilli();
        int steps = ForecastBounds.steps(window, step);
        long[] counts = new long[steps];
        long[] examined = {0};
        List<Numbered> parts = engine.partitions().of(queues, types);
        engine.session().read(connection -> {
            long now = RecordChanges.readClock(connection, sql).millis();
            long start = from <= now ? Long.MIN_VALUE : from;
            // One statement a call: with very many partitions the bound holds for each statement.
            new PerPartition(connection, parts)
                    .query(
                            "SELECT step, count(*) FROM (SELECT GREATEST(0, FLOOR((sort_key - " + from + ") / "
                                    + step.toMillis()
                                    + ")) AS step FROM (SELECT sort_key FROM (%s) AS u ORDER BY sort_key"
                                    + " LIMIT " + (FORECAST_EXAMINED_MAX + 1) + ") AS v) AS w GROUP BY step",
                            "SELECT sort_key FROM " + sql.task() + " WHERE state = 1 AND part = ? AND sort_key >= ?"
                                    + " AND sort_key < ? ORDER BY sort_key LIMIT " + (FORECAST_EXAMINED_MAX + 1),
                            (parameters, part) ->
                                    parameters.integer(part).number(start).number(to),
                            row -> {
                                counts[(int) Math.min(steps - 1, row.getLong(1))] += row.getLong(2);
                                examined[0] += row.getLong(2);
                            });
            return now;
        });
        List<Long> answer = new ArrayList<>(steps);
        for (long count : counts) {
            answer.add(count);
        }
        return new Forecast(answer, examined[0] <= FORECAST_EXAMINED_MAX);
    }
}
