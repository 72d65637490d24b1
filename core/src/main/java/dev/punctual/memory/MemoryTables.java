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
 * Tables on plain ordered maps. Entries of the due index with equal numbers come in the order of their arrival, those
 * of the other indexes by id. Not thread-safe.
 */
final class MemoryTables implements TaskTables {

    /** The smallest id, and no living one, as an id has at least one byte that is not a control character. */
    private static final TaskId FIRST = TaskId.of(" ");

    private final Map<TaskId, TaskRecord> records = new HashMap<>();
    /** The ids in order, for lists; apart from the records, so that finding one costs no comparisons. */
    private final TreeSet<TaskId> ids = new TreeSet<>();

    private final Map<Section, TreeSet<IndexEntry>> indexes = new HashMap<>();
    private final Map<TaskId, Long> arrivals = new HashMap<>();
    private long arrived;

    @Override
    public @Nullable TaskRecord get(TaskId id) {
        return records.get(id);
    }

    @Override
    public void put(TaskRecord record) {
        if (records.put(record.id(), record) == null) {
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
        long arrival = 0;
        if (section.index() == Section.Index.DUE) {
            arrival = ++arrived;
            arrivals.put(id, arrival);
        }
        index(section).add(new IndexEntry(number, arrival, id));
    }

    @Override
    public void remove(Section section, long number, TaskId id) {
        Long arrival = section.index() == Section.Index.DUE ? arrivals.remove(id) : null;
        NavigableSet<IndexEntry> index = index(section);
        if (!index.remove(new IndexEntry(number, arrival == null ? 0 : arrival, id))) {
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
        NavigableSet<IndexEntry> index = index(section);
        return new WalkingCursor(index.ceiling(new IndexEntry(from, Long.MIN_VALUE, FIRST)), index::higher);
    }

    @Override
    public IndexCursor ascendAfter(Section section, IndexEntry last) {
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
        TaskId first =
                from == null ? (ids.isEmpty() ? null : ids.first()) : inclusive ? ids.ceiling(from) : ids.higher(from);
        return new WalkingCursor(entry(first), at -> entry(ids.higher(at.id())));
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
