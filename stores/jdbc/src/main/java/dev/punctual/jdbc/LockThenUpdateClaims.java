package dev.punctual.jdbc;

import dev.punctual.ClaimRequest;
import dev.punctual.Lease;
import dev.punctual.TaskId;
import dev.punctual.TaskRecord;
import dev.punctual.TaskStateMachine;
import dev.punctual.TaskStateMachine.Moment;
import dev.punctual.TaskStateMachine.Step;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * MariaDB, MySQL and H2: one transaction that notes the number of the claim, locks the rows it chooses and skips those
 * that others hold, then updates them by primary key, in the order of keys. Thread-safe.
 */
final class LockThenUpdateClaims implements DueClaims {

    private final OwnTransactions session;
    private final Statements sql;
    private final PartitionTable partitions;
    private final TaskStateMachine machine;
    private final boolean orderedSkipLocked;

    LockThenUpdateClaims(Base base, boolean orderedSkipLocked) {
        this.session = base.session();
        this.sql = base.sql();
        this.partitions = base.partitions();
        this.machine = base.machine();
        this.orderedSkipLocked = orderedSkipLocked;
    }

    @Override
    public Optional<List<TaskRecord>> claim(ClaimRequest request, DuePeek peek, ClaimPlan plan) {
        return session.step(connection -> run(connection, request, peek, plan));
    }

    private Optional<List<TaskRecord>> run(Connection connection, ClaimRequest request, DuePeek peek, ClaimPlan plan)
            throws SQLException {
        if (!ClaimNumbers.raise(connection, sql, request)) {
            return Optional.empty();
        }
        Gate gate = gate(connection);
        RecordChanges changes = new RecordChanges(connection, sql, partitions);
        List<TaskId> chosen = new ArrayList<>();
        for (DuePeek.Head head : peek.heads()) {
            Integer quota = plan.quotas().get(head.part());
            if (quota != null && !gate.paused().contains(head.partition().queue())) {
                chosen.addAll(choose(connection, head, quota, peek.nowMillis()));
            }
        }
        if (chosen.isEmpty()) {
            return Optional.of(List.of());
        }
        changes.lock(chosen, RecordChanges.Read.WHOLE, true);
        Moment now = changes.now();
        Lease lease = new Lease(
                request.worker(),
                request.claimSeq(),
                now.millis() + request.lease().toMillis());
        List<TaskRecord> taken = new ArrayList<>();
        for (TaskId id : chosen) {
            TaskRecord current = changes.current(id);
            if (current != null && current.claimable(now.millis())) {
                TaskRecord claimed = machine.claim(current, lease, gate.tokenFloor(), now);
                taken.add(changes.apply(id, new Step<>(claimed, true, claimed)));
            }
        }
        changes.write();
        return Optional.of(taken);
    }

    /** What stands before every claim. */
    private record Gate(long tokenFloor, Set<String> paused) {}

    private Gate gate(Connection connection) throws SQLException {
        long floor = 0;
        Set<String> paused = new HashSet<>();
        try (PreparedStatement query = connection.prepareStatement("SELECT token_floor, NULL FROM " + sql.table("meta")
                        + " WHERE one_row = 1 UNION ALL SELECT 0, queue FROM " + sql.table("queue")
                        + " WHERE paused <> 0");
                ResultSet rows = query.executeQuery()) {
            while (rows.next()) {
                floor = Math.max(floor, rows.getLong(1));
                String queue = rows.getString(2);
                if (queue != null) {
                    paused.add(queue);
                }
            }
        }
        return new Gate(floor, paused);
    }

    private List<TaskId> choose(Connection connection, DuePeek.Head head, int quota, long nowMillis)
            throws SQLException {
        List<TaskId> ids = new ArrayList<>();
        try (PreparedStatement query = connection.prepareStatement("SELECT id FROM " + sql.task()
                + " WHERE state = 1 AND part = ? AND sort_key >= ? AND sort_key <= ? AND format = " + TaskRows.FORMAT
                + " AND (expire_at IS NULL OR expire_at >= ?) ORDER BY sort_key LIMIT ?"
                + (orderedSkipLocked ? " FOR UPDATE SKIP LOCKED" : ""))) {
            new Parameters(query)
                    .integer(head.part())
                    .number(head.bound())
                    .number(nowMillis)
                    .number(nowMillis)
                    .integer(quota);
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    ids.add(TaskId.of(rows.getString(1)));
                }
            }
        }
        return ids;
    }
}
