package dev.punctual.memory;

import dev.punctual.TaskId;
import dev.punctual.TaskRecord;
import dev.punctual.embedded.IndexCursor;
import dev.punctual.embedded.IndexEntry;
import dev.punctual.embedded.Section;
import dev.punctual.embedded.TaskTables;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Tables in memory. Waiting tasks lie in timing wheels, in the order of (sort key, arrival); the other indexes are
 * ordered by number, then id. What runs is not indexed: it is looked for only by the next process, and nothing of this
 * outlives this one. Not thread-safe.
 */
final class MemoryTables implements TaskTables {

    /** The smallest id, and no living one, as an id has at least one byte that is not a control character. */
    private static final TaskId FIRST = TaskId.of(" ");

    private final IdTable records = new IdTable();
    private final SortedIds ids = new SortedIds();
    private final WaitingTasks waiting;
    private final Map<Section, TreeSet<IndexEntry>> indexes = new HashMap<>();

    /** Makes empty tables at that time, in epoch milliseconds. */
    MemoryTables(long nowMillis) {
        waiting = new WaitingTasks(nowMillis);
    }

    @Override
    public @Nullable TaskRecord get(TaskId id) {
        return records.get(id);
    }

    @Override
    public void put(TaskRecord record) {
        if (records.put(record)) {
            ids.add(record.id());
        }
    }

    @Override
    public void remove(TaskId id) {
        records.remove(id);
        ids.remove(id);
    }

    @Override
    public void add(Section section, long number, TaskId id) {
        if (section.index() == Section.Index.DUE) {
            records.timer(id, waiting.add(section, number, id));
        } else if (section.index() != Section.Index.RUNNING) {
            index(section).add(new IndexEntry(number, 0, id));
        }
    }

    @Override
    public void remove(Section section, long number, TaskId id) {
        if (section.index() == Section.Index.DUE) {
            waiting.remove(section, number, id, records.timer(id, 0));
            return;
        }
        if (section.index() == Section.Index.RUNNING) {
            return;
        }
        NavigableSet<IndexEntry> index = index(section);
        if (!index.remove(new IndexEntry(number, 0, id))) {
            throw new IllegalStateException("no entry " + number + " of task " + id + " in " + section);
        }
        if (index.isEmpty()) {
            indexes.remove(section);
        }
    }

    private NavigableSet<IndexEntry> index(Section section) {
        return indexes.computeIfAbsent(section, name -> new TreeSet<>());
    }

    @Override
    public IndexCursor ascend(Section section, long from) {
        if (section.index() == Section.Index.DUE) {
            return waiting.ascend(section, from, 0);
        }
        NavigableSet<IndexEntry> index = index(section);
        return new WalkingCursor(index.ceiling(new IndexEntry(from, Long.MIN_VALUE, FIRST)), index::higher);
    }

    @Override
    public IndexCursor ascendDue(Section section, long from, long nowMillis) {
        waiting.advance(section, nowMillis);
        return ascend(section, from);
    }

    @Override
    public IndexCursor ascendAfter(Section section, IndexEntry last) {
        if (section.index() == Section.Index.DUE) {
            return waiting.ascend(section, last.number(), last.arrival());
        }
        NavigableSet<IndexEntry> index = index(section);
        return new WalkingCursor(index.higher(last), index::higher);
    }

    @Override
    public IndexCursor descend(Section section, @Nullable IndexEntry last) {
        NavigableSet<IndexEntry> index = index(section).descendingSet();
        return new WalkingCursor(
                last != null ? index.higher(last) : index.isEmpty() ? null : index.first(), index::higher);
    }

    @Override
    public IndexCursor ids(@Nullable TaskId from, boolean inclusive) {
        return new WalkingCursor(entry(ids.next(from, inclusive)), at -> entry(ids.next(at.id(), false)));
    }

    private static @Nullable IndexEntry entry(@Nullable TaskId id) {
        return id == null ? null : new IndexEntry(0, 0, id);
    }

    @Override
    public void putValue(String name, long @Nullable [] value) {
        // Nothing outlives the process, so nobody will read it.
    }

    @Override
    public void values(BiConsumer<String, long[]> reader) {
        // A new store has none.
    }

    /** Walks by asking for the next entry, so that it holds no iterator. */
    private static final class WalkingCursor implements IndexCursor {
        private final Function<IndexEntry, @Nullable IndexEntry> next;
        private @Nullable IndexEntry at;

        WalkingCursor(@Nullable IndexEntry first, Function<IndexEntry, @Nullable IndexEntry> next) {
            this.at = first;
            this.next = next;
        }

        @Override
        public boolean valid() {
            return at != null;
        }

        @Override
        public IndexEntry entry() {
            if (at == null) {
                throw new IllegalStateException("the cursor is past the last entry");
            }
            return at;
        }

        @Override
        public void advance() {
            at = next.apply(entry());
        }

        @Override
        public void close() {
            at = null;
        }
    }
}
