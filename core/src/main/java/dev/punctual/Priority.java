package dev.punctual;

/**
 * Who goes first among the due tasks of a queue: 0 to 9, 9 first, 4 if not given (the scale of JMS).
 *
 * <p>A priority does not grow with age. Instead every 16th claim of a worker goes by due time alone, so that a task
 * behind an endless stream of higher ones waits longer, but not for ever; and queues take turns, whatever the
 * priorities in them.
 *
 * <p>Immutable. Thread-safe.
 *
 * @param value 0 to 9
 */
public record Priority(int value) implements Comparable<Priority> {

    /** The last to go. */
    public static final Priority LOWEST = new Priority(0);
    /** The priority of a task that names none. */
    public static final Priority NORMAL = new Priority(4);
    /** The first to go. */
    public static final Priority HIGHEST = new Priority(9);

    /**
     * Checks the values.
     *
     * @throws InvalidTaskException if the value is not 0 to 9
     */
    public Priority {
        if (value < 0 || value > 9) {
            throw new InvalidTaskException(Refusal.invalid("priority", "must be 0 to 9, was " + value, "4"));
        }
    }

    /** Orders from the last to go to the first to go. */
    @Override
    public int compareTo(Priority other) {
        return Integer.compare(value, other.value);
    }
}
