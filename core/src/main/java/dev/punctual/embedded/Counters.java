package dev.punctual.embedded;

import dev.punctual.TaskQueries.Count;
import dev.punctual.TaskRecord;
import dev.punctual.TaskSpec;
import dev.punctual.TaskState;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** How many records there are of each queue, type and state; exact, as every change passes here. Not thread-safe. */
final class Counters {

    static final String VALUE_PREFIX = "count/";

    private static final List<TaskState> STATES = List.of(
            TaskState.SCHEDULED,
            TaskState.RUNNING,
            TaskState.SUCCEEDED,
            TaskState.DEAD,
            TaskState.CANCELLED,
            TaskState.EXPIRED);
    /** Behind the states: how many of the finished records are stubs. */
    private static final int STUBS = STATES.size();

    private static final int COLUMNS = STUBS + 1;

    private static final class Row {
        private final String queue;
        private final String type;
        private final String name;
        private final long[] byState;
        private boolean changed;

        Row(String queue, String type, long[] byState) {
            this.queue = queue;
            this.type = type;
            this.byState = byState;
            name = VALUE_PREFIX + queue + "/" + type;
        }
    }

    private final TreeMap<String, Map<String, Row>> rows = new TreeMap<>();
    private final List<Row> changed = new ArrayList<>();
    private final long[] totals = new long[COLUMNS];
    /** The row of the latest record: most of one call belong to the same. */
    private @Nullable Row latest;

    /** Takes over a count from an earlier process. */
    void restore(String name, long[] byState) {
        int slash = name.indexOf('/');
        Row row = new Row(name.substring(0, slash), name.substring(slash + 1), Arrays.copyOf(byState, COLUMNS));
        rows.computeIfAbsent(row.queue, queue -> new LinkedHashMap<>()).put(row.type, row);
        for (int i = 0; i < totals.length; i++) {
            totals[i] += row.byState[i];
        }
    }

    /** Counts that a record was changed, created (before is null) or removed (after is null). */
    void moved(@Nullable TaskRecord before, @Nullable TaskRecord after) {
        if (before != null) {
            add(before, -1);
        }
        if (after != null) {
            add(after, 1);
        }
    }

    private void add(TaskRecord record, long by) {
        Row row = row(record.spec());
        int state = column(record.state());
        row.byState[state] += by;
        totals[state] += by;
        if (record.stub()) {
            row.byState[STUBS] += by;
            totals[STUBS] += by;
        }
        if (!row.changed) {
            row.changed = true;
            changed.add(row);
        }
    }

    private Row row(TaskSpec spec) {
        Row row = latest;
        if (row == null || !row.type.equals(spec.type()) || !row.queue.equals(spec.queue())) {
            row = rows.computeIfAbsent(spec.queue(), queue -> new LinkedHashMap<>())
                    .computeIfAbsent(spec.type(), type -> new Row(spec.queue(), type, new long[COLUMNS]));
            latest = row;
        }
        return row;
    }

    long total(TaskState state) {
        return totals[column(state)];
    }

    /** Its place in {@link #STATES}, without a search: every change of every record asks. */
    private static int column(TaskState state) {
        return switch (state) {
            case SCHEDULED -> 0;
            case RUNNING -> 1;
            case SUCCEEDED -> 2;
            case DEAD -> 3;
            case CANCELLED -> 4;
            case EXPIRED -> 5;
        };
    }

    /** Returns the number of tasks that wait or run. */
    long pending() {
        return total(TaskState.SCHEDULED) + total(TaskState.RUNNING);
    }

    /** Returns the number of finished records that are not dead letters and kept whole. */
    long finishedWhole() {
        return total(TaskState.SUCCEEDED) + total(TaskState.CANCELLED) + total(TaskState.EXPIRED) - stubs();
    }

    /** Returns the number of finished records that were stripped to stubs. */
    long stubs() {
        return totals[STUBS];
    }

    List<Count> counts() {
        List<Count> counts = new ArrayList<>();
        rows.values()
                .forEach(types -> types.values().forEach(row -> {
                    Map<TaskState, Long> byState = states(row.byState);
                    if (!byState.isEmpty()) {
                        counts.add(new Count(row.queue, row.type, byState, true));
                    }
                }));
        return counts;
    }

    /** Returns the counts of each queue that has records, by name. */
    SortedMap<String, Map<TaskState, Long>> byQueue() {
        TreeMap<String, Map<TaskState, Long>> queues = new TreeMap<>();
        rows.forEach((queue, types) -> {
            long[] sum = new long[COLUMNS];
            types.values().forEach(row -> {
                for (int i = 0; i < sum.length; i++) {
                    sum[i] += row.byState[i];
                }
            });
            Map<TaskState, Long> byState = states(sum);
            if (!byState.isEmpty()) {
                queues.put(queue, byState);
            }
        });
        return queues;
    }

    private static Map<TaskState, Long> states(long[] byState) {
        Map<TaskState, Long> map = new EnumMap<>(TaskState.class);
        for (int i = 0; i < STUBS; i++) {
            if (byState[i] != 0) {
                map.put(STATES.get(i), byState[i]);
            }
        }
        return map;
    }

    /** Stores what has changed. A row without records is dropped, so that names used once do not stay for ever. */
    void store(TaskTables tables) {
        for (Row row : changed) {
            row.changed = false;
            boolean empty = true;
            for (long count : row.byState) {
                empty &= count == 0;
            }
            if (empty) {
                forget(row);
            }
            tables.putValue(row.name, empty ? null : row.byState.clone());
        }
        changed.clear();
    }

    private void forget(Row row) {
        latest = null;
        rows.computeIfPresent(row.queue, (queue, types) -> {
            types.remove(row.type);
            return types.isEmpty() ? null : types;
        });
    }
}
