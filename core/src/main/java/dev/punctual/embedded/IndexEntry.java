package dev.punctual.embedded;

import dev.punctual.TaskId;

/**
 * An entry of an index. Entries are ordered by number, then arrival, then id.
 *
 * @param number the sort key, the time of finishing or the expiry; 0 where there is none
 * @param arrival the order of arrival among equal numbers, where the tables know it; else 0
 * @param id the task
 */
public record IndexEntry(long number, long arrival, TaskId id) implements Comparable<IndexEntry> {

    @Override
    public int compareTo(IndexEntry other) {
        // Written out: a chain of comparators shows in the profile of every index.
        if (number != other.number) {
            return Long.compare(number, other.number);
        }
        return arrival != other.arrival ? Long.compare(arrival, other.arrival) : id.compareTo(other.id);
    }
}
