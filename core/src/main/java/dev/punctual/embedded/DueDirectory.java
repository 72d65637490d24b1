package dev.punctual.embedded;

import dev.punctual.ClaimRequest;
import dev.punctual.Selector;
import dev.punctual.TaskRecord;
import dev.punctual.WakeupSignal.Hint;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** All partitions of the due index, by queue. Not thread-safe. */
final class DueDirectory {

    static final String VALUE_PREFIX = "due/";

    private final TaskTables tables;
    private final TreeMap<String, Map<Partition, DuePartition>> byQueue = new TreeMap<>();
    private final Set<DuePartition> touched = new LinkedHashSet<>();
    private final List<Hint> hints = new ArrayList<>();
    /** The partition of the latest record: most of one call belong to the same. */
    private @Nullable DuePartition latest;

    DueDirectory(TaskTables tables) {
        this.tables = tables;
    }

    /** Takes over a partition from an earlier process. */
    void restore(String name, long bound) {
        put(new DuePartition(Partition.parse(name), bound));
    }

    void add(TaskRecord record) {
        DuePartition due = of(record);
        touched.add(due);
        if (due.add(tables, record.sortKey(), record.id())) {
            Partition partition = due.partition();
            hints.add(new Hint(partition.queue(), partition.type(), partition.sinkKind(), record.sortKey()));
        }
    }

    void remove(TaskRecord record) {
        DuePartition due = of(record);
        touched.add(due);
        due.remove(tables, record.sortKey(), record.id());
    }

    private DuePartition of(TaskRecord record) {
        DuePartition due = latest;
        if (due == null || !due.partition().holds(record)) {
            Partition partition = Partition.of(record);
            Map<Partition, DuePartition> queue = byQueue.get(partition.queue());
            due = queue == null ? null : queue.get(partition);
            due = due != null ? due : put(new DuePartition(partition, Long.MAX_VALUE));
            latest = due;
        }
        return due;
    }

    private DuePartition put(DuePartition due) {
        byQueue.computeIfAbsent(due.partition().queue(), name -> new HashMap<>())
                .put(due.partition(), due);
        return due;
    }

    /** Returns the partitions that a claim may take from, in order of queues. */
    List<DuePartition> wanted(ClaimRequest.Wanted wanted, Set<String> paused) {
        List<DuePartition> found = new ArrayList<>();
        byQueue.forEach((queue, partitions) -> {
            if (wanted.queues().matches(queue) && !paused.contains(queue)) {
                for (DuePartition due : partitions.values()) {
                    if (due.partition().wantedBy(wanted)) {
                        found.add(due);
                    }
                }
            }
        });
        return found;
    }

    /** Returns the partitions of these queues and types. */
    List<DuePartition> select(Selector queues, Selector types) {
        List<DuePartition> found = new ArrayList<>();
        byQueue.forEach((queue, partitions) -> {
            if (queues.matches(queue)) {
                for (DuePartition due : partitions.values()) {
                    if (types.matches(due.partition().type())) {
                        found.add(due);
                    }
                }
            }
        });
        return found;
    }

    /** Hints at everything that waits in a queue, as after it was resumed. */
    void hintAll(String queue) {
        for (DuePartition due : select(Selector.of(queue), Selector.any())) {
            long head = due.exactHead(tables);
            if (head != Long.MAX_VALUE) {
                Partition partition = due.partition();
                hints.add(new Hint(partition.queue(), partition.type(), partition.sinkKind(), head));
            }
        }
    }

    /** Forgets the partitions in which nothing waits, so that names used once do not stay for ever. */
    void forgetEmpty() {
        latest = null;
        byQueue.values().removeIf(partitions -> {
            partitions.values().removeIf(this::forgets);
            return partitions.isEmpty();
        });
    }

    private boolean forgets(DuePartition due) {
        boolean empty = due.empty(tables);
        if (empty) {
            touched.remove(due);
            tables.putValue(VALUE_PREFIX + due.partition().name(), null);
        }
        return empty;
    }

    /** Stores the bounds that have moved; answers whether any entry was added or removed since the last call. */
    boolean store(long nowMillis) {
        boolean changed = !touched.isEmpty();
        for (DuePartition due : touched) {
            due.store(tables, nowMillis);
        }
        touched.clear();
        return changed;
    }

    /** Returns the hints since the last call. */
    List<Hint> takeHints() {
        if (hints.isEmpty()) {
            return List.of();
        }
        List<Hint> taken = List.copyOf(hints);
        hints.clear();
        return taken;
    }
}
