package dev.punctual.jdbc;

import dev.punctual.TaskRecord;
import dev.punctual.TaskSpec;

/** One part of the due index: what a claim can ask for, or pass over, as a whole. */
record Partition(String queue, String type, String sinkKind, boolean suspect, int priority) {

    /** Returns where tasks of this description wait. */
    static Partition of(TaskSpec spec, boolean suspect) {
        return new Partition(
                spec.queue(),
                spec.type(),
                spec.sink().kind(),
                suspect,
                spec.priority().value());
    }

    /** Returns where this record waits, or would. */
    static Partition of(TaskRecord record) {
        return of(record.spec(), record.suspect());
    }
}
