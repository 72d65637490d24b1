package dev.punctual.jdbc;

import dev.punctual.ClaimRequest;
import dev.punctual.Selector;
import dev.punctual.StoreException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;

/**
 * The numbers of partitions and the pauses of queues, as last read; every change of either raises the registry number,
 * which each claim looks at. Partitions are registered in a transaction of the store's own before the first task of
 * their kind is written, so that a caller's open transaction never makes another wait for a new number.
 *
 * <p>Thread-safe: readers see one consistent snapshot.
 */
final class PartitionTable {

    private record Snapshot(
            long registry, Map<Partition, Integer> numbers, Map<Integer, Partition> byNumber, Set<String> paused) {}

    /** By queue, which is the order in which claims take turns. */
    private static final Comparator<Numbered> BY_QUEUE = Comparator.<Numbered, String>comparing(
                    numbered -> numbered.partition().queue())
            .thenComparing(Numbered::number);

    /** A partition with its number. */
    record Numbered(int number, Partition partition) {}

    private final OwnTransactions session;
    private final Statements sql;
    private final ReentrantLock reloading = new ReentrantLock();
    private volatile Snapshot snapshot = new Snapshot(-1, Map.of(), Map.of(), Set.of());

    PartitionTable(OwnTransactions session, Statements sql) {
        this.session = session;
        this.sql = sql;
    }

    /** Returns the registry number that was last read. */
    long registry() {
        return snapshot.registry();
    }

    /** Returns the queues that were paused when last read. */
    Set<String> paused() {
        return snapshot.paused();
    }

    /** Returns the partition with this number, which a row of the table bears. */
    Partition get(int number) {
        Partition found = snapshot.byNumber().get(number);
        if (found == null) {
            reload();
            found = snapshot.byNumber().get(number);
        }
        if (found == null) {
            throw new IllegalArgumentException("no partition has the number " + number);
        }
        return found;
    }

    /** Returns the number of a partition that is registered. */
    int number(Partition partition) {
        Integer number = snapshot.numbers().get(partition);
        if (number == null) {
            throw new IllegalStateException("not registered: " + partition);
        }
        return number;
    }

    /** Returns the partitions that a claim may take from, in order of queues. */
    List<Numbered> wanted(ClaimRequest.Wanted wanted) {
        Snapshot now = snapshot;
        return select(
                now,
                partition -> wanted.queues().matches(partition.queue())
                        && wanted.types().matches(partition.type())
                        && wanted.sinkKinds().matches(partition.sinkKind())
                        && (!partition.suspect() || wanted.maxSuspects() > 0)
                        && !now.paused().contains(partition.queue()));
    }

    /** Returns the partitions of these queues and types, in order of queues. */
    List<Numbered> of(Selector queues, Selector types) {
        return select(snapshot, partition -> queues.matches(partition.queue()) && types.matches(partition.type()));
    }

    private static List<Numbered> select(Snapshot now, Predicate<Partition> wanted) {
        List<Numbered> chosen = new ArrayList<>();
        now.numbers().forEach((partition, number) -> {
            if (wanted.test(partition)) {
                chosen.add(new Numbered(number, partition));
            }
        });
        chosen.sort(BY_QUEUE);
        return chosen;
    }

    /** Registers what is new, each together with its suspects' side, so that a loss never needs a new number. */
    void register(Collection<Partition> partitions) {
        Set<Partition> missing = new LinkedHashSet<>();
        for (Partition partition : partitions) {
            if (!snapshot.numbers().containsKey(partition)) {
                missing.add(partition);
            }
        }
        if (missing.isEmpty()) {
            return;
        }
        reload();
        missing.removeAll(snapshot.numbers().keySet());
        for (Partition partition : missing) {
            register(partition);
        }
        if (!missing.isEmpty()) {
            reload();
        }
    }

    private void register(Partition partition) {
        try {
            session.step(connection -> insert(connection, partition));
        } catch (StoreException e) {
            if (!(e.getCause() instanceof SQLException reason && Trouble.duplicate(reason))) {
                throw e;
            }
            // Another node was first.
        }
    }

    private Object insert(Connection connection, Partition partition) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO " + sql.table("partition")
                + " (queue, type, sink_kind, suspect, priority) VALUES (?, ?, ?, ?, ?)")) {
            Parameters to = new Parameters(insert);
            for (int suspect = 0; suspect <= 1; suspect++) {
                to.restart()
                        .text(partition.queue())
                        .text(partition.type())
                        .text(partition.sinkKind())
                        .integer(suspect)
                        .integer(partition.priority());
                insert.executeUpdate();
            }
        }
        raise(connection);
        return partition;
    }

    /** Tells every node, at its next claim, that partitions or pauses have changed. */
    void raise(Connection connection) throws SQLException {
        try (PreparedStatement raise = connection.prepareStatement(
                "UPDATE " + sql.table("meta") + " SET registry = registry + 1 WHERE one_row = 1")) {
            raise.executeUpdate();
        }
    }

    /** Reads everything anew; one at a time, so that an older reading never replaces a newer one. */
    void reload() {
        reloading.lock();
        try {
            snapshot = session.read(this::load);
        } finally {
            reloading.unlock();
        }
    }

    private Snapshot load(Connection connection) throws SQLException {
        long registry = 0;
        Map<Partition, Integer> numbers = new HashMap<>();
        Map<Integer, Partition> byNumber = new HashMap<>();
        Set<String> paused = new HashSet<>();
        // The number comes first: what changes while the rest is read raises it again.
        try (PreparedStatement query = connection.prepareStatement(
                        "SELECT registry FROM " + sql.table("meta") + " WHERE one_row = 1");
                ResultSet rows = query.executeQuery()) {
            if (rows.next()) {
                registry = rows.getLong(1);
            }
        }
        try (PreparedStatement query = connection.prepareStatement(
                        "SELECT part, queue, type, sink_kind, suspect," + " priority FROM " + sql.table("partition"));
                ResultSet rows = query.executeQuery()) {
            while (rows.next()) {
                Partition partition = new Partition(
                        rows.getString(2), rows.getString(3), rows.getString(4), rows.getInt(5) != 0, rows.getInt(6));
                numbers.put(partition, rows.getInt(1));
                byNumber.put(rows.getInt(1), partition);
            }
        }
        try (PreparedStatement query =
                        connection.prepareStatement("SELECT queue FROM " + sql.table("queue") + " WHERE paused <> 0");
                ResultSet rows = query.executeQuery()) {
            while (rows.next()) {
                paused.add(rows.getString(1));
            }
        }
        return new Snapshot(registry, Map.copyOf(numbers), Map.copyOf(byNumber), Set.copyOf(paused));
    }
}
