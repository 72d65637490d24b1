package dev.punctual.jdbc;

import dev.punctual.ClaimRequest;
import dev.punctual.ClaimResult;
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

    private final FarHeads far = new FarHeads();

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
        remember(peek, request.max() + 1, nanos);
        return peek;
    }

    private Range range(int part, long nanos) {
        Long last = wholeAt.get(part);
        if (last == null || nanos - last >= UNBOUNDED_EVERY_NANOS) {
            return Range.WHOLE;
        }
        return new Range(bounds.getOrDefault(part, Long.MIN_VALUE), far.leap(part));
    }

    /** What a look reads of one partition: from where on, and where it goes on behind what is due soon. */
    private record Range(long from, long leap) {
        private static final Range WHOLE = new Range(Long.MIN_VALUE, Long.MIN_VALUE);

        boolean leaps() {
            return leap != Long.MIN_VALUE;
        }
    }

    /** What another node has said to be due earlier must not stay below the bound. */
    void lower(int part, long sortKey) {
        bounds.computeIfPresent(part, (number, bound) -> Math.min(bound, sortKey));
    }

    private void remember(DuePeek peek, int limit, long nanos) {
        boolean whole = peek.heads().stream().allMatch(head -> head.bound() == Long.MIN_VALUE);
        far.took(time.nanoTime() - nanos, whole);
        long latest = peek.nowMillis();
        for (DuePeek.Head head : peek.heads()) {
            if (head.bound() == Long.MIN_VALUE) {
                wholeAt.put(head.part(), nanos);
                far.found(head.part(), latest, head.sortKeys(), limit);
            }
            long first = head.sortKeys().isEmpty()
                    ? latest
                    : Math.min(latest, head.sortKeys().get(0));
            bounds.put(head.part(), first - SLACK_MILLIS);
        }
    }

    private DuePeek look(ClaimRequest request, long nanos) {
        List<Numbered> wanted = partitions.wanted(request.wanted());
        Map<Integer, Range> ranges = new HashMap<>();
        wanted.forEach(numbered -> ranges.put(numbered.number(), range(numbered.number(), nanos)));
        return session.read(connection -> read(connection, request.max() + 1, wanted, ranges))
                .again(again(ranges, nanos));
    }

    /** In how many milliseconds the first partition that was not read to its end is to be. */
    private long again(Map<Integer, Range> ranges, long nanos) {
        return ranges.entrySet().stream()
                .filter(entry -> entry.getValue().leaps())
                .mapToLong(entry -> wholeAt.getOrDefault(entry.getKey(), nanos) + UNBOUNDED_EVERY_NANOS - nanos)
                .map(TimeUnit.NANOSECONDS::toMillis)
                .min()
                .orElse(ClaimResult.NONE);
    }

    private DuePeek read(Connection connection, int limit, List<Numbered> wanted, Map<Integer, Range> ranges)
            throws SQLException {
        long micros = 0;
        long registry = 0;
        boolean expired = false;
        Map<Integer, List<Long>> keys = new HashMap<>();
        try (PreparedStatement query = plans.kept(connection, text(wanted, ranges))) {
            Parameters to = new Parameters(query);
            for (Numbered numbered : wanted) {
                Range range = ranges.getOrDefault(numbered.number(), Range.WHOLE);
                to.integer(numbered.number()).number(range.from()).integer(limit);
                if (range.leaps()) {
                    to.integer(numbered.number()).number(range.leap());
                }
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
                        Math.min(
                                latest,
                                ranges.getOrDefault(numbered.number(), Range.WHOLE)
                                        .from()),
                        keys.getOrDefault(numbered.number(), List.of()).stream()
                                .sorted()
                                .toList()))
                .toList();
        return new DuePeek(micros, registry, heads, ClaimResult.NONE, expired);
    }

    private static boolean expired(long expireAt, long sortKey, long nowMicros) {
        long millis = Math.floorDiv(nowMicros, 1_000L);
        return expireAt != 0 && expireAt < millis && sortKey <= millis;
    }

    private static final int CLOCK = 0;
    private static final int REGISTRY = -1;

    private String text(List<Numbered> wanted, Map<Integer, Range> ranges) {
        String meta = sql.table("meta");
        String head = "SELECT " + CLOCK + " AS part, " + sql.clock() + " AS sort_key, 0 AS expire_at FROM " + meta
                + " WHERE one_row = 1 UNION ALL SELECT " + REGISTRY + ", registry, " + tableBytes + " FROM " + meta
                + " WHERE one_row = 1";
        // After a step back of the clock the bound goes back too.
        String all = "sort_key >= LEAST(?, " + sql.millis() + " - " + SLACK_MILLIS + ")";
        String soon = sql.millis() + " + " + FarHeads.NEAR_MILLIS;
        String near = all + " AND sort_key <= " + soon;
        String beyond = "sort_key >= GREATEST(?, " + soon + " + 1)";
        return head
                + wanted.stream()
                        .map(numbered -> ranges.getOrDefault(numbered.number(), Range.WHOLE))
                        .map(range -> range.leaps() ? branch(near, "?") + branch(beyond, "1") : branch(all, "?"))
                        .collect(Collectors.joining());
    }

    private String branch(String where, String limit) {
        return " UNION ALL SELECT part, sort_key, expire_at FROM (SELECT part, sort_key, expire_at FROM " + sql.task()
                + " WHERE state = 1 AND part = ? AND " + where + " ORDER BY sort_key LIMIT " + limit + ") AS p";
    }
}
