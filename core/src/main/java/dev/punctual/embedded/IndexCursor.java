package dev.punctual.embedded;

import dev.punctual.TaskId;

/** A place in an index. Not thread-safe. */
public interface IndexCursor extends AutoCloseable {

    /** Returns whether it stands at an entry; false past the last one. */
    boolean valid();

    /** Returns the entry it stands at. */
    IndexEntry entry();

    /** Returns the number of the entry it stands at. */
    default long number() {
        return entry().number();
    }

    /** Returns the id of the entry it stands at. */
    default TaskId id() {
        return entry().id();
    }

    /** Goes to the next entry in the order of the cursor. */
    void advance();

    @Override
    void close();
}
