package dev.punctual.embedded;

import dev.punctual.Limits;
import dev.punctual.Selector;
import dev.punctual.TaskId;
import dev.punctual.TaskQueries;
import dev.punctual.TaskRecord;
import dev.punctual.TaskState;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Pages of records in the order that suits their state, each looking at a bounded number of records. Not thread-safe.
 */
final class TaskPages {

    private final EngineState state;

    TaskPages(EngineState state) {
        this.state = state;
    }

    /** Where a page ended: the last entry that was looked at, and the number of the filter it was looked at for. */
    private record Place(int filter, IndexEntry entry) {

        String encode() {
            byte[] utf8 = entry.id().utf8();
            ByteBuffer bytes = ByteBuffer.allocate(20 + utf8.length);
            bytes.putInt(filter)
                    .putLong(entry.number())
                    .putLong(entry.arrival())
                    .put(utf8);
            return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.array());
        }

        static IndexEntry decode(String cursor, int filter) {
            try {
                ByteBuffer bytes = ByteBuffer.wrap(Base64.getUrlDecoder().decode(cursor));
                int found = bytes.getInt();
                long number = bytes.getLong();
                long arrival = bytes.getLong();
                byte[] utf8 = new byte[bytes.remaining()];
                bytes.get(utf8);
                if (found == filter) {
                    return new IndexEntry(number, arrival, TaskId.of(new String(utf8, StandardCharsets.UTF_8)));
                }
            } catch (RuntimeException e) {
                // Refused below, like a cursor of another list: neither was given out with this filter.
            }
            throw TaskDesk.refused(
                    "cursor", "is not one that this list has answered", "leave it out for the first page");
        }
    }

    /** Takes what passes the filter until the page is full or enough was looked at. */
    private static final class Collector {
        private final TaskQueries.Filter filter;
        private final int limit;
        private final List<TaskRecord> records = new ArrayList<>();
        private int examined;
        private @Nullable IndexEntry last;

        Collector(TaskQueries.Filter filter, int limit) {
            this.filter = filter;
            this.limit = limit;
        }

        boolean full() {
            return records.size() >= limit || examined >= Limits.PAGE_EXAMINED_MAX;
        }

        /** Returns the entry after which a cursor of this filter goes on, or null at the beginning. */
        @Nullable
        IndexEntry after(@Nullable String cursor) {
            return cursor == null ? null : Place.decode(cursor, number());
        }

        /**
         * A number of the filter that is the same in every process: cursors outlive a restart, but for running tasks.
         */
        private int number() {
            return List.of(
                            String.valueOf(filter.state()),
                            names(filter.queues()),
                            names(filter.types()),
                            filter.idPrefix(),
                            String.valueOf(filter.due()))
                    .hashCode();
        }

        private static String names(Selector selector) {
            return selector.names()
                    .map(names -> new TreeSet<>(names).toString())
                    .orElse("any");
        }

        void look(@Nullable TaskRecord record, IndexEntry entry) {
            examined++;
            last = entry;
            if (record != null && filter.matches(record)) {
                records.add(record);
            }
        }

        TaskQueries.Page page(boolean more) {
            return new TaskQueries.Page(records, more && last != null ? new Place(number(), last).encode() : null);
        }
    }

    TaskQueries.Page page(TaskQueries.Filter filter, int limit, @Nullable String cursor) {
        Collector collector = new Collector(filter, limit);
        if (filter.state() == null) {
            return byId(filter, collector, cursor);
        }
        return switch (filter.state()) {
            case SCHEDULED -> scheduled(filter, collector, cursor);
            case RUNNING -> running(collector, cursor);
            case SUCCEEDED, DEAD, CANCELLED, EXPIRED -> finished(filter.state(), collector, cursor);
        };
    }

    private TaskQueries.Page byId(TaskQueries.Filter filter, Collector collector, @Nullable String cursor) {
        IndexEntry last = collector.after(cursor);
        TaskId from = last != null ? last.id() : filter.idPrefix().isEmpty() ? null : TaskId.of(filter.idPrefix());
        try (IndexCursor ids = state.tables().ids(from, last == null)) {
            for (; ids.valid(); ids.advance()) {
                TaskId id = ids.id();
                if (!id.value().startsWith(filter.idPrefix())) {
                    break;
                }
                if (collector.full()) {
                    return collector.page(true);
                }
                collector.look(state.readable(id), ids.entry());
            }
        }
        return collector.page(false);
    }

    private TaskQueries.Page scheduled(TaskQueries.Filter filter, Collector collector, @Nullable String cursor) {
        IndexEntry last = collector.after(cursor);
        TaskQueries.Window window = filter.due();
        long from = window == null ? Long.MIN_VALUE : window.from().toEpochMilli();
        // A task scheduled after its due time has a later sort key, but never one beyond now.
        long to = window == null ? Long.MAX_VALUE : Math.max(window.to().toEpochMilli(), state.millis() + 1);
        PriorityQueue<IndexCursor> heads = new PriorityQueue<>(Comparator.comparing(IndexCursor::entry));
        List<IndexCursor> opened = new ArrayList<>();
        try {
            for (DuePartition due : state.due().select(filter.queues(), filter.types())) {
                IndexCursor head = last == null
                        ? state.tables().ascend(due.section(), Math.max(from, due.head()))
                        : state.tables().ascendAfter(due.section(), last);
                opened.add(head);
                if (head.valid()) {
                    heads.add(head);
                }
            }
            return merge(heads, to, collector);
        } finally {
            opened.forEach(IndexCursor::close);
        }
    }

    private TaskQueries.Page merge(PriorityQueue<IndexCursor> heads, long to, Collector collector) {
        while (!heads.isEmpty()) {
            IndexCursor head = heads.remove();
            if (head.number() >= to) {
                break;
            }
            if (collector.full()) {
                return collector.page(true);
            }
            collector.look(state.readable(head.id()), head.entry());
            head.advance();
            if (head.valid()) {
                heads.add(head);
            }
        }
        return collector.page(false);
    }

    private TaskQueries.Page running(Collector collector, @Nullable String cursor) {
        IndexEntry last = collector.after(cursor);
        LeaseTable.Held after = last == null ? null : new LeaseTable.Held(last.id(), "", 0, last.number());
        for (LeaseTable.Held held : state.leases().byDeadlineAfter(after)) {
            if (collector.full()) {
                return collector.page(true);
            }
            collector.look(state.readable(held.id()), new IndexEntry(held.deadlineNanos(), 0, held.id()));
        }
        return collector.page(false);
    }

    private TaskQueries.Page finished(TaskState finished, Collector collector, @Nullable String cursor) {
        IndexEntry last = collector.after(cursor);
        try (IndexCursor newest = state.tables().descend(EngineState.finished(finished), last)) {
            for (; newest.valid(); newest.advance()) {
                if (collector.full()) {
                    return collector.page(true);
                }
                collector.look(state.readable(newest.id()), newest.entry());
            }
        }
        return collector.page(false);
    }
}
