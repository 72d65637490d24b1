package dev.punctual.jdbc;

import dev.punctual.ClaimRequest;
import dev.punctual.TaskRecord;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * PostgreSQL: the number of the claim, the choice of rows and their change in one statement.
 *
 * <p>Two things keep it from ever taking more than asked, whatever plan the optimiser likes: the choice stands in a
 * MATERIALIZED common table expression, and the update finds its rows by their physical addresses in an array that is
 * built once. (A plain {@code WHERE id IN (SELECT .. LIMIT 20 FOR UPDATE SKIP LOCKED)} took 2,000 rows under a nested
 * loop that ran the inner part again.) Thread-safe.
 */
final class OneStatementClaims implements DueClaims {

    private static final Logger LOG = LoggerFactory.getLogger(OneStatementClaims.class);

    private final OwnTransactions session;
    private final Plans plans;
    private final PartitionTable partitions;
    private final Statements sql;
    private final String text;

    OneStatementClaims(Base base) {
        this.session = base.session();
        this.plans = base.plans();
        this.partitions = base.partitions();
        this.sql = base.sql();
        this.text = text(sql);
    }

    private static String text(Statements sql) {
        return "WITH clock AS MATERIALIZED (SELECT us, us / 1000 AS ms FROM (SELECT " + sql.clock() + " AS us) AS c),"
                + " numbered AS (INSERT INTO " + sql.table("worker") + " AS w (worker, claim_seq, last_seen)"
                + " SELECT ?, ?, ms FROM clock ON CONFLICT (worker) DO UPDATE SET claim_seq = EXCLUDED.claim_seq,"
                + " last_seen = EXCLUDED.last_seen WHERE w.claim_seq < EXCLUDED.claim_seq RETURNING 1),"
                + " picked AS MATERIALIZED (SELECT x.place FROM clock"
                + " CROSS JOIN unnest(?::integer[], ?::bigint[], ?::integer[]) AS p(part, bound, quota)"
                + " JOIN " + sql.table("partition") + " pp ON pp.part = p.part"
                + " LEFT JOIN " + sql.table("queue") + " q ON q.queue = pp.queue"
                + " CROSS JOIN LATERAL (SELECT t.ctid AS place FROM " + sql.task() + " t WHERE t.state = 1"
                + " AND t.part = p.part AND t.sort_key >= p.bound AND t.sort_key <= clock.ms"
                + " AND t.format = " + TaskRows.FORMAT + " AND (t.expire_at IS NULL OR t.expire_at >= clock.ms)"
                + " ORDER BY t.sort_key LIMIT p.quota FOR UPDATE SKIP LOCKED) AS x"
                + " WHERE COALESCE(q.paused, 0) = 0 AND EXISTS (SELECT 1 FROM numbered)),"
                + " taken AS (UPDATE " + sql.task() + " AS t SET state = 2,"
                + " token = GREATEST(COALESCE(t.token, 0) + 1, m.token_floor + 1, clock.us),"
                + " worker = ?, claim_seq = ?, lease_until = clock.ms + ?, revision = t.revision + 1"
                + " FROM clock, " + sql.table("meta") + " m WHERE m.one_row = 1"
                + " AND t.ctid = ANY (ARRAY(SELECT place FROM picked)) RETURNING " + TaskRows.whole("t.") + ")"
                + " SELECT (SELECT count(*) FROM numbered) AS numbered, taken.*"
                + " FROM (SELECT 1) AS one LEFT JOIN taken ON TRUE";
    }

    @Override
    public Optional<List<TaskRecord>> claim(ClaimRequest request, DuePeek peek, ClaimPlan plan) {
        return session.statement(connection -> run(connection, request, peek, plan));
    }

    private Optional<List<TaskRecord>> run(Connection connection, ClaimRequest request, DuePeek peek, ClaimPlan plan)
            throws SQLException {
        List<Integer> parts = new ArrayList<>();
        List<Long> bounds = new ArrayList<>();
        List<Integer> quotas = new ArrayList<>();
        for (DuePeek.Head head : peek.heads()) {
            Integer quota = plan.quotas().get(head.part());
            if (quota != null) {
                parts.add(head.part());
                bounds.add(head.bound());
                quotas.add(quota);
            }
        }
        try (PreparedStatement claim = plans.kept(connection, text)) {
            new Parameters(claim)
                    .text(request.worker())
                    .number(request.claimSeq())
                    .array("integer", parts.toArray())
                    .array("bigint", bounds.toArray())
                    .array("integer", quotas.toArray())
                    .text(request.worker())
                    .number(request.claimSeq())
                    .number(request.lease().toMillis());
            try (ResultSet rows = claim.executeQuery()) {
                return read(rows);
            }
        }
    }

    private Optional<List<TaskRecord>> read(ResultSet rows) throws SQLException {
        List<TaskRecord> taken = new ArrayList<>();
        while (rows.next()) {
            if (rows.getLong(1) == 0) {
                return Optional.empty();
            }
            String id = rows.getString(2);
            if (id == null) {
                continue;
            }
            try {
                taken.add(TaskRows.read(rows, 2, partitions));
            } catch (IllegalArgumentException e) {
                LOG.warn(
                        "The record of task {} in {} cannot be read by this build: {}", id, sql.task(), e.getMessage());
            }
        }
        return Optional.of(taken);
    }
}
