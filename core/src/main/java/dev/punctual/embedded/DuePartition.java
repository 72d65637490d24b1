package dev.punctual.embedded;

import dev.punctual.ClaimResult;
import dev.punctual.TaskId;

/**
 * One partition of the due index and what is known of its head, so that a claim reads only what may be due and never
 * the dead entries before it. Not thread-safe.
 *
 * <p>Invariant: no living entry has a sort key below {@code head}, but those whose records this build cannot read; if
 * {@code exact}, one has exactly that ({@link ClaimResult#NONE} if there is none).
 */
final class DuePartition {

    private final Partition partition;
    private final Section section;
    private long head;
    private boolean exact;
    private long stored = Long.MIN_VALUE;
    /** The smallest sort key of an entry that was passed over because this build cannot read its record. */
    private long passedOver = ClaimResult.NONE;

    DuePartition(Partition partition, long head) {
        this.partition = partition;
        this.section = new Section(Section.Index.DUE, partition.name());
        this.head = head;
    }

    Partition partition() {
        return partition;
    }

    Section section() {
        return section;
    }

    /** Returns a bound that no living entry is below. */
    long head() {
        return head;
    }

    /** Returns the smallest sort key of the living entries, looking into the tables only if something was removed. */
    long exactHead(TaskTables tables) {
        if (!exact) {
            try (IndexCursor cursor = tables.ascend(section, head)) {
                found(cursor.valid() ? cursor.number() : ClaimResult.NONE);
            }
        }
        return head;
    }

    /** Returns whether it holds no entry at all, not even one that cannot be read. */
    boolean empty(TaskTables tables) {
        return passedOver == ClaimResult.NONE && exactHead(tables) == ClaimResult.NONE;
    }

    /** A scan that began at the bound has found this to be the first entry that will stay. */
    void found(long sortKey) {
        head = sortKey;
        exact = true;
    }

    /** Returns whether the new entry comes before everything known here, so that sleepers should hear of it. */
    boolean add(TaskTables tables, long sortKey, TaskId id) {
        tables.add(section, sortKey, id);
        if (sortKey < head) {
            found(sortKey);
            return true;
        }
        return false;
    }

    void remove(TaskTables tables, long sortKey, TaskId id) {
        tables.remove(section, sortKey, id);
        if (sortKey == head) {
            exact = false;
        }
    }

    /** Notes that the record of the entry with this sort key cannot be read: a later build may, after a restart. */
    void passOver(long sortKey) {
        passedOver = Math.min(passedOver, sortKey);
    }

    /**
     * Stores the bound if it has moved enough to be worth a write, or backwards. Never a bound beyond now: what is
     * scheduled later may be due now. Never one beyond what was passed over.
     */
    void store(TaskTables tables, long nowMillis) {
        long bound = Math.min(Math.min(head, nowMillis), passedOver);
        if (bound < stored || bound > stored + EmbeddedClock.STEP_MILLIS || stored == Long.MIN_VALUE) {
            stored = bound;
            tables.putValue(DueDirectory.VALUE_PREFIX + partition.name(), new long[] {bound});
        }
    }
}
