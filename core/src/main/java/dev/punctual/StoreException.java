package dev.punctual;

import org.jspecify.annotations.Nullable;

/** Trouble with a store: the message names the store and what it means for the caller; the cause is kept. */
public final class StoreException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** What is known about a call that failed. */
    public enum Kind {
        /** Nothing was done; the same call may succeed later. */
        UNAVAILABLE(true, false),
        /**
         * The call may or may not have been carried out, wholly or in part: repeat it with the same call id, or read
         * back.
         */
        OUTCOME_UNKNOWN(true, true),
        /** The store holds as many tasks as it may. Nothing was done; claims and reports still work. */
        FULL(true, false),
        /**
         * Nothing was done, and this content will be refused again: an item that the store cannot take. Other content
         * of the same call may be accepted without it.
         */
        REFUSED(false, false),
        /** Nothing was done, and any such call will fail again: wrong settings, damaged data, a closed store. */
        FATAL(false, false);

        private final boolean retryable;
        private final boolean outcomeUnknown;

        Kind(boolean retryable, boolean outcomeUnknown) {
            this.retryable = retryable;
            this.outcomeUnknown = outcomeUnknown;
        }
    }

    private final String store;
    private final Kind kind;

    /** Makes the exception; the message is prefixed with the name of the store. */
    public StoreException(String store, String message, Kind kind, @Nullable Throwable cause) {
        super(store + ": " + message, cause);
        this.store = store;
        this.kind = kind;
    }

    /** Returns the name of the store, such as {@code rocksdb}. */
    public String store() {
        return store;
    }

    /** Returns what is known about the call. */
    public Kind kind() {
        return kind;
    }

    /** Returns whether the same call may succeed later. */
    public boolean retryable() {
        return kind.retryable;
    }

    /** Returns whether the call may have been carried out although it failed. */
    public boolean outcomeUnknown() {
        return kind.outcomeUnknown;
    }
}
