package dev.punctual.embedded;

import dev.punctual.ClaimRequest;
import dev.punctual.TaskRecord;

/**
 * The part of the due index to which a waiting task belongs, so that tasks a worker cannot take never stand before
 * those it can.
 *
 * @param queue the queue
 * @param type the type
 * @param sinkKind the kind of sink; empty for a handler or a pull worker
 * @param suspect whether one more loss would bury the task
 * @param priority 0 to 9
 */
record Partition(String queue, String type, String sinkKind, boolean suspect, int priority) {

    private static final char SEPARATOR = '/';

    static Partition of(TaskRecord record) {
        return new Partition(
                record.spec().queue(),
                record.spec().type(),
                record.spec().sink().kind(),
                record.suspect(),
                record.spec().priority().value());
    }

    /** Returns whether a waiting record belongs here. */
    boolean holds(TaskRecord record) {
        return type.equals(record.spec().type())
                && queue.equals(record.spec().queue())
                && priority == record.spec().priority().value()
                && sinkKind.equals(record.spec().sink().kind())
                && suspect == record.suspect();
    }

    /** Returns the partition whose {@link #name} this is. No name of the product's alphabet holds the separator. */
    static Partition parse(String name) {
        String[] parts = name.split("/", -1);
        return new Partition(parts[0], parts[1], parts[2], parts[3].equals("s"), Integer.parseInt(parts[4]));
    }

    String name() {
        return queue
                + SEPARATOR
                + type
                + SEPARATOR
                + sinkKind
                + SEPARATOR
                + (suspect ? "s" : "n")
                + SEPARATOR
                + priority
                + SEPARATOR;
    }

    /** Returns whether a request takes tasks of this partition, leaving pauses aside. */
    boolean wantedBy(ClaimRequest.Wanted wanted) {
        return (!suspect || wanted.maxSuspects() > 0)
                && wanted.queues().matches(queue)
                && wanted.types().matches(type)
                && wanted.sinkKinds().matches(sinkKind);
    }
}
