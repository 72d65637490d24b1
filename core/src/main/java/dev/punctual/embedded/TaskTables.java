package dev.punctual.embedded;

import dev.punctual.TaskId;
import dev.punctual.TaskRecord;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * What a store that lives in the process keeps: records by id, ordered index entries, and small named values. The
 * engine reads its own writes at once; whether and when they become durable is the store's business.
 *
 * <p>Not thread-safe: the engine calls it from one thread at a time.
 */
public interface TaskTables {

    /**
     * Returns the record with this id.
     *
     * @throws UnreadableRecordException if there is one that this build cannot read
     */
    @Nullable
    TaskRecord get(TaskId id);

    /** Writes a record. */
    void put(TaskRecord record);

    /** Removes a record. */
    void remove(TaskId id);

    /** Adds an index entry. */
    void add(Section section, long number, TaskId id);

    /** Removes an index entry; it is there. */
    void remove(Section section, long number, TaskId id);

    /**
     * Returns a cursor over the entries of a section in ascending order. The tables must not be changed while it is
     * open.
     *
     * @param from the smallest number
     */
    IndexCursor ascend(Section section, long from);

    /**
     * Returns a cursor like {@link #ascend}, over a section of what is due, for a claim at that time: the chance for
     * tables that keep what is not yet due apart to find out what has become so.
     *
     * @param nowMillis the time, in epoch milliseconds; it may go back
     */
    IndexCursor ascendDue(Section section, long from, long nowMillis);

    /** Returns a cursor over the entries of a section that come after this one, in ascending order. */
    IndexCursor ascendAfter(Section section, IndexEntry last);

    /**
     * Returns a cursor over the entries of a section in descending order. The tables must not be changed while it is
     * open.
     *
     * @param last if given, only entries before this one
     */
    IndexCursor descend(Section section, @Nullable IndexEntry last);

    /**
     * Returns a cursor over all ids in ascending order of their bytes; its numbers are 0. The tables must not be
     * changed while it is open.
     *
     * @param from the smallest id, or null for the first
     * @param inclusive whether {@code from} itself may be returned
     */
    IndexCursor ids(@Nullable TaskId from, boolean inclusive);

    /** Writes a small named value; null removes it. */
    void putValue(String name, long @Nullable [] value);

    /** Shows every named value. */
    void values(BiConsumer<String, long[]> reader);
}
