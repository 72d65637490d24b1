package dev.punctual.embedded;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A part of an index in which entries are ordered by (number, id): the due tasks of one partition, the finished records
 * of one state, what can expire, or what runs.
 *
 * <p>Immutable; its hash code is computed once. Thread-safe.
 */
public final class Section {

    /** The indexes. */
    public enum Index {
        /** Waiting tasks by sort key; one section a partition. */
        DUE,
        /** Finished records by the time they finished; one section a state. */
        FINISHED,
        /** Waiting tasks that have an expiry, by it; one section. */
        EXPIRING,
        /** Running tasks; one section, every number is 0. */
        RUNNING
    }

    private final Index index;
    private final String name;
    private final byte[] key;
    private final int hash;

    Section(Index index, String name) {
        this.index = index;
        this.name = name;
        this.key = name.getBytes(StandardCharsets.US_ASCII);
        this.hash = 31 * index.hashCode() + Arrays.hashCode(key);
    }

    /** Returns the index this is a part of. */
    public Index index() {
        return index;
    }

    /** Returns its name: ASCII, unique in the index; never the beginning of another section's name. */
    public String name() {
        return name;
    }

    /** Returns the name as bytes, not a copy: do not change them. */
    public byte[] key() {
        return key;
    }

    @Override
    public boolean equals(Object other) {
        return this == other || (other instanceof Section that && index == that.index && name.equals(that.name));
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public String toString() {
        return index + "/" + name;
    }
}
