package dev.punctual.jdbc;

import dev.punctual.Limits;
import dev.punctual.TaskQueries.Filter;
import dev.punctual.TaskQueries.Page;
import dev.punctual.TaskQueries.Window;
import dev.punctual.TaskRecord;
import dev.punctual.TaskState;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Pages of records by keyset: the next page begins after the last row that was looked at, so deep pages cost what the
 * first one costs. Keys are read from an index and filtered here, so that a filter that nothing passes still ends after
 * {@link Limits#PAGE_EXAMINED_MAX} rows. Thread-safe.
 */
final class TaskPages {

    private final Engine engine;
    private final Statements sql;

    TaskPages(Engine engine) {
        this.engine = engine;
        this.sql = engine.sql();
    }

    /** What of a row is looked at to decide whether it belongs to the page. */
    private record Key(long key, String id, int part, long dueAt) {
        PagePlace place() {
            return new PagePlace(key, id);
        }
    }

    Page page(Filter filter, int limit, @Nullable String cursor) {
        if (limit < 1 || limit > Limits.PAGE_MAX) {
            throw Refusals.invalid("limit", "must be 1 to " + Limits.PAGE_MAX + ", was " + limit, "100");
        }
        PagePlace after = cursor == null ? null : PagePlace.of(cursor, filter);
        return engine.session().read(connection -> page(connection, filter, limit, after));
    }

    private Page page(Connection connection, Filter filter, int limit, @Nullable PagePlace after) throws SQLException {
        boolean everything = filter.queues().names().isEmpty()
                && filter.types().names().isEmpty()
                && filter.idPrefix().isEmpty()
                && filter.due() == null;
        int window = everything ? limit + 1 : Limits.PAGE_EXAMINED_MAX + 1;
        List<Key> keys = keys(connection, filter, after, window);
        List<Key> chosen = new ArrayList<>();
        int examined = 0;
        while (examined < keys.size() && chosen.size() < limit && examined < Limits.PAGE_EXAMINED_MAX) {
            Key key = keys.get(examined++);
            if (passes(filter, key)) {
                chosen.add(key);
            }
        }
        boolean more = examined < keys.size();
        return new Page(
                records(connection, chosen, filter),
                more ? keys.get(examined - 1).place().cursor(filter) : null);
    }

    private boolean passes(Filter filter, Key key) {
        Partition partition = engine.partitions().get(key.part());
        return filter.queues().matches(partition.queue())
                && filter.types().matches(partition.type())
                && key.id().startsWith(filter.idPrefix())
                && (filter.due() == null || filter.due().contains(key.dueAt()));
    }

    private List<Key> keys(Connection connection, Filter filter, @Nullable PagePlace after, int window)
            throws SQLException {
        TaskState state = filter.state();
        if (state == null) {
            return byId(connection, filter, after, window);
        }
        return switch (state) {
            case SCHEDULED -> scheduled(connection, filter, after, window);
            case RUNNING -> byKey(connection, new Order(state, "lease_until", "", ">"), after, window);
            case SUCCEEDED, DEAD, CANCELLED, EXPIRED ->
                byKey(connection, new Order(state, "finished_at", " DESC", "<"), after, window);
        };
    }

    private List<Key> byId(Connection connection, Filter filter, @Nullable PagePlace after, int window)
            throws SQLException {
        String from = after == null ? filter.idPrefix() : after.id();
        try (PreparedStatement query = connection.prepareStatement("SELECT 0, id, part, due_at FROM " + sql.task()
                + " WHERE id " + (after == null ? ">=" : ">") + " ? ORDER BY id LIMIT ?")) {
            new Parameters(query).text(from).integer(window);
            List<Key> keys = read(query);
            // Ids are in the order of their bytes, so those with the prefix stand together.
            int end = 0;
            while (end < keys.size() && keys.get(end).id().startsWith(filter.idPrefix())) {
                end++;
            }
            return keys.subList(0, end);
        }
    }

    /** How the rows of a state are listed. */
    private record Order(TaskState state, String column, String direction, String beyond) {
        /** Returns the condition that a row stands after a place: its key twice, then its id. */
        String after() {
            return " AND " + column + " " + beyond + "= ? AND (" + column + " " + beyond + " ? OR id " + beyond + " ?)";
        }
    }

    private List<Key> byKey(Connection connection, Order order, @Nullable PagePlace after, int window)
            throws SQLException {
        try (PreparedStatement query = connection.prepareStatement("SELECT " + order.column()
                + ", id, part, due_at FROM " + sql.task() + " WHERE state = " + TaskRows.code(order.state()) + " AND "
                + order.column() + " IS NOT NULL" + (after == null ? "" : order.after()) + " ORDER BY "
                + order.column() + order.direction() + ", id" + order.direction() + " LIMIT ?")) {
            Parameters to = new Parameters(query);
            if (after != null) {
                to.number(after.key()).number(after.key()).text(after.id());
            }
            to.integer(window);
            return read(query);
        }
    }

    private List<Key> scheduled(Connection connection, Filter filter, @Nullable PagePlace after, int window)
            throws SQLException {
        Window due = filter.due();
        long from = due == null ? Long.MIN_VALUE : due.from().toEpochMilli();
        // A task scheduled after its due time has a later sort key, but never one beyond now.
        long to = due == null
                ? Long.MAX_VALUE
                : Math.max(
                        due.to().toEpochMilli(),
                        RecordChanges.readClock(connection, sql).millis() + 1);
        PagePlace place = after == null ? new PagePlace(from, "") : after;
        List<Key> keys = new ArrayList<>();
        new PerPartition(connection, engine.partitions().of(filter.queues(), filter.types()))
                .query(
                        "SELECT sort_key, id, part, due_at FROM " + sql.task() + " WHERE state = 1 AND part = ?"
                                + " AND sort_key >= ? AND sort_key < ? AND (sort_key > ? OR id > ?)"
                                + " ORDER BY sort_key, id LIMIT ?",
                        (parameters, part) -> parameters
                                .integer(part)
                                .number(place.key())
                                .number(to)
                                .number(place.key())
                                .text(place.id())
                                .integer(window),
                        row -> keys.add(key(row)));
        keys.sort(Comparator.comparingLong(Key::key).thenComparing(Key::id));
        return keys.subList(0, Math.min(keys.size(), window));
    }

    private static List<Key> read(PreparedStatement query) throws SQLException {
        List<Key> keys = new ArrayList<>();
        try (ResultSet rows = query.executeQuery()) {
            while (rows.next()) {
                keys.add(key(rows));
            }
        }
        return keys;
    }

    private static Key key(ResultSet row) throws SQLException {
        return new Key(row.getLong(1), row.getString(2), row.getInt(3), row.getLong(4));
    }

    /** Reads the chosen rows whole; one that has moved on meanwhile is left out. */
    private List<TaskRecord> records(Connection connection, List<Key> chosen, Filter filter) throws SQLException {
        if (chosen.isEmpty()) {
            return List.of();
        }
        int places = Statements.rounded(chosen.size());
        List<TaskRecord> found = new ArrayList<>();
        try (PreparedStatement query = connection.prepareStatement("SELECT " + TaskRows.whole("t.") + " FROM "
                + sql.task() + " t WHERE t.id IN (" + Statements.places(places) + ")")) {
            Parameters to = new Parameters(query);
            for (int i = 0; i < places; i++) {
                to.text(chosen.get(Math.min(i, chosen.size() - 1)).id());
            }
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    engine.readable(rows, 1, found);
                }
            }
        }
        Map<String, TaskRecord> byId = new HashMap<>();
        found.stream()
                .filter(filter::matches)
                .forEach(record -> byId.put(record.id().value(), record));
        List<TaskRecord> ordered = new ArrayList<>(byId.size());
        chosen.forEach(key -> {
            TaskRecord record = byId.get(key.id());
            if (record != null) {
                ordered.add(record);
            }
        });
        return ordered;
    }
}
