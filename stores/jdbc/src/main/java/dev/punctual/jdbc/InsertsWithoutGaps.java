package dev.punctual.jdbc;

import dev.punctual.NewTask;
import dev.punctual.ScheduleResult;
import dev.punctual.TaskId;
import dev.punctual.TaskRecord;
import dev.punctual.TaskStateMachine;
import dev.punctual.TaskStateMachine.Moment;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * MariaDB and MySQL, in a transaction of the caller's: it is REPEATABLE READ unless the caller chose otherwise, and
 * there a search for an id that does not exist locks the whole gap between its neighbours until the end of the
 * transaction; two such transactions that then insert end in a deadlock. So tasks are written first, unless their id
 * exists, and looked for afterwards, when there is no gap left to lock. Thread-safe.
 */
final class InsertsWithoutGaps implements Inserter.InsertStep {

    private final Statements sql;
    private final PartitionTable partitions;
    private final TaskStateMachine machine;
    private final Inserter.InsertStep general;

    InsertsWithoutGaps(Base base, Inserter.InsertStep general) {
        this.sql = base.sql();
        this.partitions = base.partitions();
        this.machine = base.machine();
        this.general = general;
    }

    @Override
    public List<ScheduleResult> insert(List<NewTask> tasks, Session session, FillMark.Room room) {
        if (session instanceof JoinedTransaction) {
            List<NewTask> first = distinct(tasks, room.left());
            if (!first.isEmpty()) {
                session.step(connection -> write(connection, first));
            }
        }
        // Finds each task of this very call as written, and answers what it has found.
        return general.insert(tasks, session, room);
    }

    private static List<NewTask> distinct(List<NewTask> tasks, long max) {
        Set<TaskId> seen = new HashSet<>();
        return tasks.stream()
                .filter(task -> seen.add(task.id()))
                .limit(Math.max(0, max))
                .sorted(Comparator.comparing(task -> task.id().value()))
                .toList();
    }

    private Moment write(Connection connection, List<NewTask> tasks) throws SQLException {
        Moment now = RecordChanges.readClock(connection, sql);
        List<TaskRecord> records = new ArrayList<>(tasks.size());
        for (NewTask task : tasks) {
            TaskRecord record = machine.schedule(null, task, now).record();
            if (record != null) {
                records.add(record);
            }
        }
        new RecordWriter(connection, sql, partitions).insertMissing(records);
        return now;
    }
}
