package dev.punctual.jdbc;

import dev.punctual.ClaimRequest;
import dev.punctual.TimeSource;
import dev.punctual.jdbc.PartitionTable.Numbered;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Looks at the heads of partitions, in one statement, from where living entries can begin: an index keeps the entries
 * of rows that are done, until the engine cleans up, and reading past them on every claim is what makes claims slow (26
 * ms with 200,000 of them on PostgreSQL).
 *
 * <p>The bound of a partition is the head that was seen last, or the server's clock if that is earlier, less
 * {@value #SLACK_MILLIS} ms. A task enters with a sort key of at least now, so only one whose transaction committed
 * later than that can stand below; {@link #UNBOUNDED_EVERY_NANOS} apart a look is unbounded and finds it. Thread-safe.
 */
final class DueIndex {

    static final long SLACK_MILLIS = 2_000;
    static final long UNBOUNDED_EVERY_NANOS = TimeUnit.SECONDS.toNanos(4);

    private final OwnTransactions session;
    private final Statements sql;
    private final Plans plans;
    private final String tableBytes;
    private final PartitionTable partitions;
    private final TimeSource time;
    /** Below this nothing waits, as far as is known; by the number of the partition. */
    private final Map<Integer, Long> bounds = new ConcurrentHashMap<>();

    /**
     * When a partition was last read from its beginning, in nanoseconds. One by one: several workers may share the
     * store, and the one that polls first must not keep the partitions of another from their turn.
     */
    private final Map<Integer, Long> wholeAt = new ConcurrentHashMap<>();

    DueIndex(Base base, Dialect dialect, TimeSource time) {
        this.session = base.session();
        this.sql = base.sql();
        this.plans = base.plans();
        this.partitions = base.partitions();
        this.tableBytes = dialect.tableBytes(sql.task());
        this.time = time;
    }

    /** Looks at the partitions that the request may take from. */
    DuePeek peek(ClaimRequest request) {
        long nanos = time.nanoTime();
        DuePeek peek = look(request, nanos);
        if (peek.registry() != partitions.registry()) {
            partitions.reload();
            peek = look(request, nanos);
        }
        remember(peek, nanos);
        return peek;
    }

    private long from(int part, long nanos) {
        Long last = wholeAt.get(part);
        boolean whole = last == null || nanos - last >= UNBOUNDED_EVERY_NANOS;
        return whole ? Long.MIN_VALUE : bounds.getOrDefault(part, Long.MIN_VALUE);
    }

    /** What another node has said to be due earlier must not stay below the bound. */
    void lower(int part, long sortKey) {
        bounds.computeIfPresent(part, (number, bound) -> Math.min(bound, sortKey));
    }

    private void remember(DuePeek peek, long nanos) {
        long latest = peek.nowMillis();
        for (DuePeek.Head head : peek.heads()) {
            if (head.bound() == Long.MIN_VALUE) {
                wholeAt.put(head.part(), nanos);
            }
            long first = head.sortKeys().isEmpty()
                    ? latest
                    : Math.min(latest, head.sortKeys().get(0));
            bounds.put(head.part(), first - SLACK_MILLIS);
        }
    }

    private DuePeek look(ClaimRequest request, long nanos) {
        List<Numbered> wanted = partitions.wanted(request.wanted());
        Map<Integer, Long> from = new HashMap<>();
        wanted.forEach(numbered -> from.put(numbered.number(), from(numbered.number(), nanos)));
        return session.read(connection -> read(connection, request.max() + 1, wanted, from));
    }

    private DuePeek read(Connection connection, int limit, List<Numbered> wanted, Map<Integer, Long> from)
            throws SQLException {
        long micros = 0;
        long registry = 0;
        boolean expired = false;
        Map<Integer, List<Long>> keys = new HashMap<>();
        try (PreparedStatement query = plans.kept(connection, text(wanted.size()))) {
            Parameters to = new Parameters(query);
            for (Numbered numbered : wanted) {
                to.integer(numbered.number())
                        .number(from.getOrDefault(numbered.number(), Long.MIN_VALUE))
                        .integer(limit);
            }
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    int part = rows.getInt(1);
                    long number = rows.getLong(2);
                    if (part == CLOCK) {
                        micros = number;
                    } else if (part == REGISTRY) {
                        registry = number;
                        plans.tableHas(rows.getLong(3));
                    } else {
                        keys.computeIfAbsent(part, any -> new ArrayList<>()).add(number);
                        expired |= expired(rows.getLong(3), number, micros);
                    }
                }
            }
        }
        long latest = Math.floorDiv(micros, 1_000L) - SLACK_MILLIS;
        List<DuePeek.Head> heads = wanted.stream()
                .map(numbered -> new DuePeek.Head(
                        numbered.number(),
                        numbered.partition(),
                        Math.min(latest, from.getOrDefault(numbered.number(), Long.MIN_VALUE)),
                        keys.getOrDefault(numbered.number(), List.of()).stream()
                                .sorted()
                                .toList()))
                .toList();
        return new DuePeek(micros, registry, heads, expired);
    }

    private static boolean expired(long expireAt, long sortKey, long nowMicros) {
        long millis = Math.floorDiv(nowMicros, 1_000L);
        return expireAt != 0 && expireAt < millis && sortKey <= millis;
    }

    private static final int CLOCK = 0;
    private static final int REGISTRY = -1;

    private String text(int parts) {
        String meta = sql.table("meta");
        String head = "SELECT " + CLOCK + " AS part, " + sql.clock() + " AS sort_key, 0 AS expire_at FROM " + meta
                + " WHERE one_row = 1 UNION ALL SELECT " + REGISTRY + ", registry, " + tableBytes + " FROM " + meta
                + " WHERE one_row = 1";
        return head
                + IntStream.range(0, parts)
                        .mapToObj(i -> " UNION ALL SELECT part, sort_key, expire_at FROM (SELECT part, sort_key,"
                                + " expire_at FROM " + sql.task() + " WHERE state = 1 AND part = ?"
                                // After a step back of the clock the bound goes back too.
                                + " AND sort_key >= LEAST(?, " + sql.millis() + " - " + SLACK_MILLIS + ")"
                                + " ORDER BY sort_key LIMIT ?) AS p" + i)
                        .collect(Collectors.joining());
    }
}
