package dev.punctual;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The stored form of a record, for stores that keep it as bytes: a format byte, then the fields in one fixed order,
 * integers as variable-length numbers, text as UTF-8 with its length before it. The id is not part of it (it is the
 * key).
 *
 * <p>A later build reads every format byte that an earlier one wrote. Thread-safe.
 */
public final class TaskRecordFormat {

    /** The format byte that this build writes. */
    public static final byte FORMAT = 1;

    /**
     * The retry settings that are left out. A part of the format: it stays as it is when {@link RetryPolicy#DEFAULT}
     * changes, so that what was stored keeps its settings.
     */
    private static final RetryPolicy LEFT_OUT =
            new RetryPolicy(10, 3, Duration.ofSeconds(5), 2, Duration.ofHours(1), 0.1);

    private static final int GHOST = 1;
    private static final int CANCEL_REQUESTED = 1 << 1;
    private static final int STUB = 1 << 2;
    private static final int LEASED = 1 << 3;
    private static final int CALLED = 1 << 4;
    private static final int CALL_REPLACED = 1 << 5;
    private static final int OWN_RETRY = 1 << 6;
    private static final int OWN_SINK = 1 << 7;

    private TaskRecordFormat() {}

    /** Returns the record as bytes. Thread-safe. */
    public static byte[] encode(TaskRecord record) {
        ByteSink out = new ByteSink(160 + record.spec().payload().size());
        out.writeByte(FORMAT);
        out.writeByte(code(record.state()));
        int flags = flags(record);
        out.writeByte(flags);
        out.writeLong(record.incarnation());
        out.writeVar(record.dueAt());
        out.writeVar(record.expireAt());
        out.writeVar(record.sortKey());
        out.writeVar(record.token());
        out.writeVar(record.settledToken());
        out.writeVar(record.failures());
        out.writeVar(record.losses());
        out.writeVar(record.createdAt());
        out.writeVar(record.finishedAt());
        out.writeVar(record.revision());
        out.writeVar(record.redrives());
        if (record.lease() != null) {
            out.writeText(record.lease().worker());
            out.writeVar(record.lease().claimSeq());
            out.writeVar(record.lease().untilMillis());
        }
        if (record.call() != null) {
            out.writeLong(record.call().id().high());
            out.writeLong(record.call().id().low());
        }
        out.writeText(record.lastError());
        out.writeBytes(record.history().bytes());
        encodeSpec(record.spec(), flags, out);
        return out.toBytes();
    }

    private static int flags(TaskRecord record) {
        TaskRecord.Call call = record.call();
        return (record.ghost() ? GHOST : 0)
                | (record.cancelRequested() ? CANCEL_REQUESTED : 0)
                | (record.stub() ? STUB : 0)
                | (record.lease() != null ? LEASED : 0)
                | (call != null ? CALLED : 0)
                | (call != null && call.outcome() == ScheduleResult.Outcome.REPLACED ? CALL_REPLACED : 0)
                | (record.spec().retry().equals(LEFT_OUT) ? 0 : OWN_RETRY)
                | (record.spec().sink().equals(Sink.NONE) ? 0 : OWN_SINK);
    }

    private static void encodeSpec(TaskSpec spec, int flags, ByteSink out) {
        out.writeText(spec.type());
        out.writeText(spec.queue());
        out.writeByte(spec.priority().value());
        if ((flags & OWN_SINK) != 0) {
            out.writeText(spec.sink().kind());
            out.writeText(spec.sink().address());
        }
        if ((flags & OWN_RETRY) != 0) {
            RetryPolicy retry = spec.retry();
            out.writeVar(retry.maxAttempts());
            out.writeVar(retry.maxLosses());
            out.writeVar(retry.firstDelay().toNanos());
            out.writeLong(Double.doubleToLongBits(retry.factor()));
            out.writeVar(retry.maxDelay().toNanos());
            out.writeLong(Double.doubleToLongBits(retry.jitter()));
        }
        out.writeVar(spec.headers().size());
        spec.headers().forEach((name, value) -> {
            out.writeText(name);
            out.writeText(value);
        });
        out.writeText(spec.payload().contentType());
        out.writeVar(spec.payload().version());
        out.writeBytes(spec.payload().bytes());
    }

    /**
     * Returns the record that the bytes hold. Thread-safe.
     *
     * @throws IllegalArgumentException if they are not a record that this build can read
     */
    public static TaskRecord decode(TaskId id, byte[] bytes) {
        ByteSource in = new ByteSource(bytes);
        int format = in.readByte();
        if (format != FORMAT) {
            throw new IllegalArgumentException(
                    "the record of task " + id + " has format " + format + ", this build reads format " + FORMAT);
        }
        TaskState state = state(in.readByte());
        int flags = in.readByte();
        long incarnation = in.readLong();
        long dueAt = in.readVar();
        long expireAt = in.readVar();
        long sortKey = in.readVar();
        long token = in.readVar();
        long settledToken = in.readVar();
        int failures = in.readVarInt();
        int losses = in.readVarInt();
        long createdAt = in.readVar();
        long finishedAt = in.readVar();
        long revision = in.readVar();
        int redrives = in.readVarInt();
        Lease lease = (flags & LEASED) != 0 ? new Lease(in.readText(), in.readVar(), in.readVar()) : null;
        TaskRecord.Call call = decodeCall(flags, in);
        String lastError = in.readText();
        RunHistory history = RunHistory.of(in.readBytes());
        TaskSpec spec = decodeSpec(flags, in);
        in.requireEnd();
        return new TaskRecord(
                id,
                incarnation,
                spec,
                state,
                dueAt,
                expireAt,
                sortKey,
                token,
                settledToken,
                lease,
                failures,
                losses,
                (flags & GHOST) != 0,
                (flags & CANCEL_REQUESTED) != 0,
                call,
                createdAt,
                finishedAt,
                revision,
                redrives,
                lastError,
                history,
                (flags & STUB) != 0);
    }

    private static TaskRecord.@Nullable Call decodeCall(int flags, ByteSource in) {
        return (flags & CALLED) == 0
                ? null
                : new TaskRecord.Call(
                        new CallId(in.readLong(), in.readLong()),
                        (flags & CALL_REPLACED) != 0
                                ? ScheduleResult.Outcome.REPLACED
                                : ScheduleResult.Outcome.CREATED);
    }

    private static TaskSpec decodeSpec(int flags, ByteSource in) {
        String type = in.readText();
        String queue = in.readText();
        Priority priority = new Priority(in.readByte());
        Sink sink = (flags & OWN_SINK) != 0 ? new Sink(in.readText(), in.readText()) : Sink.NONE;
        RetryPolicy retry = (flags & OWN_RETRY) == 0
                ? LEFT_OUT
                : new RetryPolicy(
                        in.readVarInt(),
                        in.readVarInt(),
                        Duration.ofNanos(in.readVar()),
                        Double.longBitsToDouble(in.readLong()),
                        Duration.ofNanos(in.readVar()),
                        Double.longBitsToDouble(in.readLong()));
        int headerCount = in.readVarInt();
        if (headerCount < 0) {
            throw new IllegalArgumentException("a record has " + headerCount + " headers");
        }
        Map<String, String> headers = new HashMap<>();
        for (int i = 0; i < headerCount; i++) {
            headers.put(in.readText(), in.readText());
        }
        String contentType = in.readText();
        int version = in.readVarInt();
        Payload payload = new Payload(in.readBytes(), contentType, version);
        return new TaskSpec(type, queue, sink, priority, payload, headers, retry);
    }

    /** The stored number of a state; never changes, unlike the order of the constants. */
    private static int code(TaskState state) {
        return switch (state) {
            case SCHEDULED -> 1;
            case RUNNING -> 2;
            case SUCCEEDED -> 3;
            case DEAD -> 4;
            case CANCELLED -> 5;
            case EXPIRED -> 6;
        };
    }

    private static TaskState state(int code) {
        for (TaskState state : TaskState.values()) {
            if (code(state) == code) {
                return state;
            }
        }
        throw new IllegalArgumentException("a record has the unknown state number " + code);
    }
}
