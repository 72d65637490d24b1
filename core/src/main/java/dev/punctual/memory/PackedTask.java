package dev.punctual.memory;

import dev.punctual.CallId;
import dev.punctual.Payload;
import dev.punctual.RunHistory;
import dev.punctual.ScheduleResult.Outcome;
import dev.punctual.TaskId;
import dev.punctual.TaskRecord;
import dev.punctual.TaskRecord.Call;
import dev.punctual.TaskSpec;
import dev.punctual.TaskState;
import org.jspecify.annotations.Nullable;

/**
 * A record that waits for its first run, in one small object: what most records are for most of their lives. What such
 * a record cannot yet have is left out, and what many have in common is shared. Immutable.
 */
final class PackedTask {

    private final TaskId id;
    /** The spec without the bytes of its payload, shared by all tasks like it. */
    private final TaskSpec shape;

    private final byte[] payload;
    private final long incarnation;
    private final long dueAt;
    private final long sortKey;
    private final long createdAt;
    private final long revision;
    private final long callHigh;
    private final long callLow;
    private final boolean replaced;

    private PackedTask(TaskRecord record, Call call, TaskSpec shape) {
        id = record.id();
        this.shape = shape;
        payload = record.spec().payload().bytes();
        incarnation = record.incarnation();
        dueAt = record.dueAt();
        sortKey = record.sortKey();
        createdAt = record.createdAt();
        revision = record.revision();
        callHigh = call.id().high();
        callLow = call.id().low();
        replaced = call.outcome() == Outcome.REPLACED;
    }

    /** Returns the record packed, or null if it has something for which there is no room. */
    static @Nullable PackedTask pack(TaskRecord record, TaskShapes shapes) {
        Call call = record.call();
        boolean fits = call != null
                && record.state() == TaskState.SCHEDULED
                && record.spec().headers().isEmpty()
                && neverRan(record)
                && record.expireAt() == 0
                && record.finishedAt() == 0
                && record.redrives() == 0
                && record.lastError().isEmpty()
                && !record.stub();
        return fits && call != null ? new PackedTask(record, call, shapes.of(record.spec())) : null;
    }

    private static boolean neverRan(TaskRecord record) {
        return record.token() == 0
                && record.settledToken() == 0
                && record.lease() == null
                && record.failures() == 0
                && record.losses() == 0
                && !record.ghost()
                && !record.cancelRequested()
                && record.history().equals(RunHistory.EMPTY);
    }

    TaskId id() {
        return id;
    }

    /** Returns the record, equal to the one that was packed. */
    TaskRecord unpack() {
        Payload bare = shape.payload();
        return new TaskRecord(
                id,
                incarnation,
                shape.withPayload(new Payload(payload, bare.contentType(), bare.version())),
                TaskState.SCHEDULED,
                dueAt,
                0,
                sortKey,
                0,
                0,
                null,
                0,
                0,
                false,
                false,
                new Call(new CallId(callHigh, callLow), replaced ? Outcome.REPLACED : Outcome.CREATED),
                createdAt,
                0,
                revision,
                0,
                "",
                RunHistory.EMPTY,
                false);
    }
}
