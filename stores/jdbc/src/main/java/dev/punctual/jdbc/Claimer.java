package dev.punctual.jdbc;

import dev.punctual.ClaimRequest;
import dev.punctual.ClaimResult;
import dev.punctual.Lease;
import dev.punctual.TaskId;
import dev.punctual.TaskRecord;
import dev.punctual.TaskStateMachine;
import dev.punctual.TaskStateMachine.Step;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * T2 and T2': looks at the heads of the partitions, plans, and carries the plan out. A look costs one round trip and
 * locks nothing; an idle poll is the look and one small write of the claim's number. Thread-safe.
 */
final class Claimer {

    /** Most expired tasks that one claim clears away; further ones wait for the next claim. */
    static final int EXPIRED_MAX = 1_000;

    private static final Comparator<TaskRecord> BY_TIME = Comparator.comparingLong(TaskRecord::sortKey)
            .thenComparing(record -> record.id().value());

    private final OwnTransactions session;
    private final Statements sql;
    private final PartitionTable partitions;
    private final TaskStateMachine machine;
    private final DueIndex index;
    private final DueClaims claims;

    Claimer(Base base, DueIndex index, DueClaims claims) {
        this.session = base.session();
        this.sql = base.sql();
        this.partitions = base.partitions();
        this.machine = base.machine();
        this.index = index;
        this.claims = claims;
    }

    ClaimResult claim(ClaimRequest request) {
        DuePeek peek = index.peek(request);
        int expired = 0;
        if (peek.expired() && isNew(request)) {
            expired = expire(peek);
            peek = index.peek(request);
        }
        ClaimPlan plan = new ClaimPlan(request, peek);
        Optional<List<TaskRecord>> claimed = plan.isEmpty() ? nothing(request) : claims.claim(request, peek, plan);
        if (claimed.isEmpty()) {
            return again(request, peek, expired);
        }
        List<TaskRecord> taken = claimed.get();
        Map<Integer, Integer> counts = count(taken);
        return new ClaimResult(inOrder(taken, plan), now(request, peek, taken), plan.nextDue(counts), expired, false);
    }

    /** The clock by which the tasks were found due: that of the claim, which is a little later than the look. */
    private static long now(ClaimRequest request, DuePeek peek, List<TaskRecord> taken) {
        Lease lease = taken.isEmpty() ? null : taken.get(0).lease();
        return lease == null
                ? peek.nowMillis()
                : lease.untilMillis() - request.lease().toMillis();
    }

    private boolean isNew(ClaimRequest request) {
        return session.read(connection -> ClaimNumbers.last(connection, sql, request.worker())) < request.claimSeq();
    }

    private Optional<List<TaskRecord>> nothing(ClaimRequest request) {
        boolean higher = session.statement(connection -> ClaimNumbers.raise(connection, sql, request));
        return higher ? Optional.of(List.of()) : Optional.empty();
    }

    private Map<Integer, Integer> count(List<TaskRecord> taken) {
        Map<Integer, Integer> counts = new HashMap<>();
        taken.forEach(record -> counts.merge(partitions.number(Partition.of(record)), 1, Integer::sum));
        return counts;
    }

    private List<TaskRecord> inOrder(List<TaskRecord> taken, ClaimPlan plan) {
        Map<Integer, Deque<TaskRecord>> byPart = new HashMap<>();
        taken.stream()
                .sorted(BY_TIME)
                .forEach(record -> byPart.computeIfAbsent(
                                partitions.number(Partition.of(record)), part -> new ArrayDeque<>())
                        .add(record));
        List<TaskRecord> ordered = new ArrayList<>(taken.size());
        for (int part : plan.order()) {
            Deque<TaskRecord> next = byPart.get(part);
            if (next != null && !next.isEmpty()) {
                ordered.add(next.remove());
            }
        }
        return ordered;
    }

    /** The number is not higher than the last one: what still runs under it, its lease extended, or a stale claim. */
    private ClaimResult again(ClaimRequest request, DuePeek peek, int expired) {
        return session.step(connection -> {
            if (request.claimSeq() < ClaimNumbers.last(connection, sql, request.worker())) {
                return new ClaimResult(List.of(), peek.nowMillis(), ClaimResult.NONE, expired, true);
            }
            List<TaskId> held = ClaimNumbers.held(connection, sql, request);
            RecordChanges changes = new RecordChanges(connection, sql, partitions);
            changes.lock(held, RecordChanges.Read.WHOLE, false);
            List<TaskRecord> extended = new ArrayList<>();
            for (TaskId id : held) {
                TaskRecord current = changes.current(id);
                if (current != null && heldUnder(request, current.lease())) {
                    long until = changes.now().millis() + request.lease().toMillis();
                    Lease longer = new Lease(request.worker(), request.claimSeq(), until);
                    TaskRecord renewed = current.edit().lease(longer).done();
                    extended.add(changes.apply(id, new Step<>(renewed, true, renewed)));
                }
            }
            changes.write();
            extended.sort(BY_TIME);
            ClaimPlan nothing = new ClaimPlan(withoutRoom(request), peek);
            return new ClaimResult(extended, peek.nowMillis(), nothing.nextDue(Map.of()), expired, false);
        });
    }

    private static boolean heldUnder(ClaimRequest request, @Nullable Lease lease) {
        return lease != null && lease.worker().equals(request.worker()) && lease.claimSeq() == request.claimSeq();
    }

    private static ClaimRequest withoutRoom(ClaimRequest request) {
        return new ClaimRequest(request.worker(), request.claimSeq(), 0, request.lease(), request.wanted());
    }

    private int expire(DuePeek peek) {
        return session.step(connection -> {
            List<TaskId> ids = new ArrayList<>();
            for (DuePeek.Head head : peek.heads()) {
                ids.addAll(expiredIn(connection, head, peek.nowMillis(), EXPIRED_MAX - ids.size()));
            }
            RecordChanges changes = new RecordChanges(connection, sql, partitions);
            changes.lock(ids, RecordChanges.Read.LIGHT, true);
            for (TaskId id : ids) {
                TaskRecord current = changes.current(id);
                TaskRecord over = current == null ? null : machine.expire(current, changes.now());
                if (over != null) {
                    changes.apply(id, new Step<>(over, true, over));
                }
            }
            return changes.write().size();
        });
    }

    private List<TaskId> expiredIn(Connection connection, DuePeek.Head head, long nowMillis, int max)
            throws SQLException {
        List<TaskId> ids = new ArrayList<>();
        if (head.sortKeys().isEmpty() || max <= 0) {
            return ids;
        }
        try (PreparedStatement query = connection.prepareStatement("SELECT id FROM " + sql.task()
                + " WHERE state = 1 AND part = ? AND sort_key >= ? AND sort_key <= ? AND expire_at < ?"
                + " ORDER BY sort_key LIMIT ?")) {
            new Parameters(query)
                    .integer(head.part())
                    .number(head.bound())
                    .number(nowMillis)
                    .number(nowMillis)
                    .integer(max);
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    ids.add(TaskId.of(rows.getString(1)));
                }
            }
        }
        return ids;
    }
}
