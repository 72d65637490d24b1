package dev.punctual.contract;

import dev.punctual.CallerTransaction;

/**
 * A transaction of the caller's that a contract test has begun, on a connection of its own.
 *
 * <p>Not thread-safe.
 */
public interface OpenTransaction extends AutoCloseable {

    /** Returns what the store is given to take part in it. */
    CallerTransaction handle();

    /** Commits it. */
    void commit();

    /** Rolls it back. */
    void rollback();

    /** Rolls it back unless it has ended, and gives its connection back. */
    @Override
    void close();
}
