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
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Removes finished records past their retention, shortens those beyond the number that is kept whole, and expires
 * waiting tasks that no worker covers; in steps of at most {@link Limits#BATCH_MAX} rows, each skipping rows that
 * others hold, so that it never stands in the way. Thread-safe.
 */
final class Pruner {

    private final Engine engine;
    private final Statements sql;
    private final Retention retention;
    private final ExcessHistory history;

    Pruner(Engine engine) {
        this.engine = engine;
        this.sql = engine.sql();
        this.retention = engine.settings().settings().retention();
        this.history = new ExcessHistory(engine.session(), sql, retention.finishedMax());
    }

    int prune(int max) {
        long now = engine.session()
                .read(connection -> RecordChanges.readClock(connection, sql).millis());
        forgetSilentWorkers(now);
        int changed = expire(now, max);
        for (TaskState finished : ExcessHistory.NOT_DEAD) {
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
                .read(connection -> FinishedRow.read(
                        connection,
                        "SELECT 0, id, 0 FROM " + sql.task() + " WHERE state = 1 AND expire_at < ?" + except
                                + " ORDER BY expire_at LIMIT ?",
                        now,
                        max))
                .stream()
                .map(FinishedRow::id)
                .toList();
        return change(ids, (changes, current) -> changed(engine.machine().expire(current, changes.now()), current));
    }

    private int removeOlder(TaskState finished, long before, int max) {
        List<FinishedRow> old = engine.session().read(connection -> finished(connection, finished, before, max));
        return remove(old, finished);
    }

    private List<FinishedRow> finished(Connection connection, TaskState finished, long before, int max)
            throws SQLException {
        return FinishedRow.read(
                connection,
                "SELECT finished_at, id, flags FROM " + sql.task() + " WHERE state = " + TaskRows.code(finished)
                        + " AND finished_at < ? ORDER BY finished_at LIMIT ?",
                before,
                max);
    }

    /** Beyond the number kept whole, the oldest go first: removed if old enough, else stripped to a stub. */
    private int shorten(long now, int max) {
        List<FinishedRow> excess = history.take(max);
        long before = now - millis(retention.stub());
        List<FinishedRow> removed =
                excess.stream().filter(old -> old.finishedAt() < before).toList();
        Map<TaskId, Long> stubbed = excess.stream()
                .filter(old -> old.finishedAt() >= before)
                .collect(Collectors.toMap(FinishedRow::id, FinishedRow::finishedAt));
        return remove(removed, null)
                + change(List.copyOf(stubbed.keySet()), (changes, current) -> {
                    // It may have run again since it was found.
                    boolean same = Objects.equals(stubbed.get(current.id()), current.finishedAt());
                    return changed(same ? stub(current) : null, current);
                });
    }

    private @Nullable TaskRecord stub(TaskRecord current) {
        return current.state().finished() && current.state() != TaskState.DEAD && !current.stub()
                ? engine.machine().stub(current)
                : null;
    }

    /** Stubs have done their work once nobody can still be waiting for the answer they hold. */
    private int removeOldStubs(long now, int max) {
        int removed = 0;
        for (TaskState finished : ExcessHistory.NOT_DEAD) {
            int left = max - removed;
            List<FinishedRow> old = engine.session()
                    .read(connection -> finished(connection, finished, now - millis(retention.stub()), left));
            // The oldest are stubbed first, so stubs stand before all that is whole.
            List<FinishedRow> stubs = old.stream().takeWhile(FinishedRow::stub).toList();
            removed += remove(stubs, finished);
        }
        return removed;
    }

    private int remove(List<FinishedRow> old, @Nullable TaskState expected) {
        return change(old.stream().map(FinishedRow::id).toList(), (changes, current) -> {
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
