package dev.punctual;

/**
 * Why something was not accepted: which field, what is wrong with it, and what a right value looks like.
 *
 * <p>Immutable. Thread-safe.
 *
 * @param reason the kind of refusal, stable for programs
 * @param field the field that is at fault, as it is called in the HTTP API
 * @param problem what is wrong, with the limit and the value, as the end of a sentence that begins with the field
 * @param example a right value
 */
public record Refusal(Reason reason, String field, String problem, String example) {

    /** The kinds of refusal. */
    public enum Reason {
        /** The value can never be right. */
        INVALID,
        /** The value is larger than a limit on its size. */
        TOO_LARGE,
        /** The due time is beyond the horizon or before 2000. */
        OUT_OF_RANGE,
        /** The store holds as many tasks as it may; try again later. */
        STORE_FULL,
        /** Somebody else's open transaction holds the task; try again later. */
        BUSY
    }

    static Refusal invalid(String field, String problem, String example) {
        return new Refusal(Reason.INVALID, field, problem, example);
    }

    /** Returns the whole as one sentence: field, problem, example. */
    public String message() {
        return field + ": " + problem + (example.isEmpty() ? "" : " (for example " + example + ")");
    }

    /** Returns the exception that says this to a caller: of the store if it is full or busy, else of the value. */
    public RuntimeException toException(String store) {
        return switch (reason) {
            case STORE_FULL -> new StoreException(store, message(), StoreException.Kind.FULL, null);
            case BUSY -> new StoreException(store, message(), StoreException.Kind.UNAVAILABLE, null);
            case INVALID, TOO_LARGE, OUT_OF_RANGE -> new InvalidTaskException(this);
        };
    }
}
