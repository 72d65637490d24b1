package dev.punctual.jdbc;

import dev.punctual.Limits;
import dev.punctual.Retention;
import dev.punctual.Selector;
import dev.punctual.TaskId;
import dev.punctual.TaskRecord;
import dev.punctual.TaskState;
import dev.punctual.TaskStateMachine.Step;
import dev.punctual.jdbc.PartitionTable.Numbered;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Removes finished records past their retention, shortens those beyond the number that is kept whole, and expires
 * waiting tasks that no worker covers; in steps of at most {@link Limits#BATCH_MAX} rows, each skipping rows that
 * others hold, so that it never stands in the way. Thread-safe.
 */
final class Pruner {

    private static final List<TaskState> NOT_DEAD =
            List.of(TaskState.SUCCEEDED, TaskState.CANCELLED, TaskState.EXPIRED);

    private final Engine engine;
    private final Statements sql;
    private final Retention retention;

    Pruner(Engine engine) {
        this.engine = engine;
        this.sql = engine.sql();
        this.retention = engine.settings().settings().retention();
    }

    /** An old row: when it finished, its id, and whether it is a stub. */
    private record Old(long finishedAt, TaskId id, boolean stub) {}

    int prune(int max) {
        long now = engine.session()
                .read(connection -> RecordChanges.readClock(connection, sql).millis());
        forgetSilentWorkers(now);
        int changed = expire(now, max);
        for (TaskState finished : NOT_DEAD) {
            changed += removeOlder(finished, now - millis(retention.finished()), max - changed);
        }
        changed += removeOlder(TaskState.DEAD, now - millis(retention.dead()), max - changed);
        changed += shorten(now, max - changed);
        return changed + removeOldStubs(now, max - changed);
    }

    private static long millis(Duration span) {
        return span.toMillis();
    }

    private void forgetSilentWorkers(long now) {
        engine.session().statement(connection -> {
            try (PreparedStatement delete =
                    connection.prepareStatement("DELETE FROM " + sql.table("worker") + " WHERE last_seen < ?")) {
                new Parameters(delete).number(now - ClaimNumbers.SILENT_MILLIS);
                return delete.executeUpdate();
            }
        });
    }

    private int expire(long now, int max) {
        engine.partitions().reload();
        Set<String> paused = engine.partitions().paused();
        List<Integer> excluded = engine.partitions().of(Selector.any(), Selector.any()).stream()
                .filter(numbered -> paused.contains(numbered.partition().queue()))
                .map(Numbered::number)
                .toList();
        String except = excluded.isEmpty()
                ? ""
                : " AND part NOT IN (" + excluded.stream().map(String::valueOf).collect(Collectors.joining(", ")) + ")";
        List<TaskId> ids = engine
                .session()
                .read(connection -> old(
                        connection,
                        "SELECT 0, id, 0 FROM " + sql.task() + " WHERE state = 1 AND expire_at < ?" + except
                                + " ORDER BY expire_at LIMIT ?",
                        now,
                        max))
                .stream()
                .map(Old::id)
                .toList();
        return change(ids, (changes, current) -> changed(engine.machine().expire(current, changes.now()), current));
    }

    private int removeOlder(TaskState finished, long before, int max) {
        List<Old> old = engine.session().read(connection -> finished(connection, finished, before, max));
        return remove(old, finished);
    }

    private List<Old> finished(Connection connection, TaskState finished, long before, int max) throws SQLException {
        return old(
                connection,
                "SELECT finished_at, id, flags FROM " + sql.task() + " WHERE state = " + TaskRows.code(finished)
                        + " AND finished_at < ? ORDER BY finished_at, id LIMIT ?",
                before,
                max);
    }

    private static List<Old> old(Connection connection, String text, long before, int max) throws SQLException {
        List<Old> old = new ArrayList<>();
        if (max <= 0) {
            return old;
        }
        try (PreparedStatement query = connection.prepareStatement(text)) {
            new Parameters(query).number(before).integer(max);
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    old.add(new Old(rows.getLong(1), TaskId.of(rows.getString(2)), rows.getInt(3) >= TaskRows.STUB));
                }
            }
        }
        return old;
    }

    /** Beyond the number kept whole, the oldest go first: removed if old enough, else stripped to a stub. */
    private int shorten(long now, int max) {
        if (max <= 0) {
            return 0;
        }
        List<Old> excess = engine.session().read(connection -> excess(connection, max));
        long before = now - millis(retention.stub());
        List<Old> removed =
                excess.stream().filter(old -> old.finishedAt() < before).toList();
        List<TaskId> stubbed = excess.stream()
                .filter(old -> old.finishedAt() >= before)
                .map(Old::id)
                .toList();
        return remove(removed, null) + change(stubbed, (changes, current) -> changed(stub(current), current));
    }

    private @Nullable TaskRecord stub(TaskRecord current) {
        return current.state().finished() && current.state() != TaskState.DEAD && !current.stub()
                ? engine.machine().stub(current)
                : null;
    }

    private List<Old> excess(Connection connection, int max) throws SQLException {
        long whole = 0;
        List<Old> oldest = new ArrayList<>();
        for (TaskState finished : NOT_DEAD) {
            String where = " FROM " + sql.task() + " WHERE state = " + TaskRows.code(finished) + " AND flags < "
                    + TaskRows.STUB + " AND finished_at >= ?";
            for (Old count : old(
                    connection,
                    "SELECT count(*), 'any', 0 FROM (SELECT 1 AS one" + where + " LIMIT ?) AS few",
                    0,
                    retention.finishedMax() + max)) {
                whole += count.finishedAt();
            }
            oldest.addAll(old(
                    connection, "SELECT finished_at, id, flags" + where + " ORDER BY finished_at, id LIMIT ?", 0, max));
        }
        oldest.sort(Comparator.comparingLong(Old::finishedAt));
        long excess = Math.max(0, Math.min(max, whole - retention.finishedMax()));
        return oldest.subList(0, (int) Math.min(oldest.size(), excess));
    }

    /** Stubs have done their work once nobody can still be waiting for the answer they hold. */
    private int removeOldStubs(long now, int max) {
        int removed = 0;
        for (TaskState finished : NOT_DEAD) {
            int left = max - removed;
            List<Old> old = engine.session()
                    .read(connection -> finished(connection, finished, now - millis(retention.stub()), left));
            // The oldest are stubbed first, so stubs stand before all that is whole.
            List<Old> stubs = old.stream().takeWhile(Old::stub).toList();
            removed += remove(stubs, finished);
        }
        return removed;
    }

    private int remove(List<Old> old, @Nullable TaskState expected) {
        return change(old.stream().map(Old::id).toList(), (changes, current) -> {
            boolean still = current.state().finished() && (expected == null || current.state() == expected);
            return still ? new Step<>(null, true, true) : unchanged(current);
        });
    }

    private static Step<Boolean> unchanged(TaskRecord current) {
        return new Step<>(current, false, false);
    }

    private static Step<Boolean> changed(@Nullable TaskRecord next, TaskRecord current) {
        return next == null ? unchanged(current) : new Step<>(next, true, true);
    }

    /** What becomes of a row; the answer is whether it changes. */
    private interface Change {
        Step<Boolean> of(RecordChanges changes, TaskRecord current) throws SQLException;
    }

    private int change(List<TaskId> ids, Change change) {
        int changed = 0;
        for (int from = 0; from < ids.size(); from += Limits.BATCH_MAX) {
            List<TaskId> some = ids.subList(from, Math.min(ids.size(), from + Limits.BATCH_MAX));
            changed += engine.session().step(connection -> {
                RecordChanges changes = locked(connection, some);
                int count = 0;
                for (TaskId id : some) {
                    TaskRecord current = changes.current(id);
                    count += current != null && changes.apply(id, change.of(changes, current)) ? 1 : 0;
                }
                changes.write();
                return count;
            });
        }
        return changed;
    }

    private RecordChanges locked(Connection connection, List<TaskId> ids) throws SQLException {
        RecordChanges changes = new RecordChanges(connection, sql, engine.partitions());
        changes.lock(ids, RecordChanges.Read.LIGHT, true);
        return changes;
    }
}
