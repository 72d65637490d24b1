package dev.punctual;

/** What to do when the id of a request already names a record. */
public enum IfExists {
    /** Change nothing, whatever its state: the answer is EXISTS with its state and due time. */
    KEEP,
    /**
     * A waiting task is replaced by the whole request, a running one is refused, a finished one gives way to a new one.
     */
    REPLACE,
    /** A finished task gives way to a new one; a live one is kept. */
    RESTART
}
