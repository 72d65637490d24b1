package dev.punctual.embedded;

import dev.punctual.TaskId;
import java.util.Comparator;

/**
 * An entry of an index. Entries are ordered by number, then arrival, then id.
 *
 * @param number the sort key, the time of finishing or the expiry; 0 where there is none
 * @param arrival the order of arrival among equal numbers, where the tables know it; else 0
 * @param id the task
 */
public record IndexEntry(long number, long arrival, TaskId id) implements Comparable<IndexEntry> {

    private static final Comparator<IndexEntry> ORDER = Comparator.comparingLong(IndexEntry::number)
            .thenComparingLong(IndexEntry::arrival)
            .thenComparing(IndexEntry::id);

    @Override
    public int compareTo(IndexEntry other) {
        return ORDER.compare(this, other);
    }
}
