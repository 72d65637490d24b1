package dev.punctual;

/**
 * A transaction of the caller's own that a store can take part in. It is made by the module of the store, which alone
 * knows what is inside; a store refuses a kind that is not its own.
 *
 * <p>It belongs to the caller: begun, committed, rolled back and closed by the caller alone, and used by one thread at
 * a time. Implementations are immutable.
 *
 * @see TaskStore#within
 */
public interface CallerTransaction {}
