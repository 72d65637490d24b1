package dev.punctual.jdbc;

import dev.punctual.CallId;
import dev.punctual.Lease;
import dev.punctual.Payload;
import dev.punctual.Priority;
import dev.punctual.RunHistory;
import dev.punctual.ScheduleResult;
import dev.punctual.Sink;
import dev.punctual.TaskId;
import dev.punctual.TaskRecord;
import dev.punctual.TaskSpec;
import dev.punctual.TaskState;
import java.nio.ByteBuffer;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A task record as a row: which columns there are, and how they are written and read. Thread-safe.
 *
 * <p>What is usual is left out (NULL): zeros, the default retry policy, the content type of plain bytes. Queue, type,
 * kind of sink, suspect and priority stand in the row of the partition.
 */
final class TaskRows {

    /** The format of a row that this build writes and reads; rows of another format are left alone. */
    static final int FORMAT = 1;

    /** What changes from state to state, in the order in which it is bound. */
    static final List<String> STATE_COLUMNS = List.of(
            "incarnation",
            "part",
            "state",
            "flags",
            "due_at",
            "expire_at",
            "sort_key",
            "token",
            "settled_token",
            "worker",
            "claim_seq",
            "lease_until",
            "failures",
            "losses",
            "redrives",
            "call_id",
            "created_at",
            "finished_at",
            "revision",
            "last_error",
            "history");

    /** What stays as it was scheduled, in the order in which it is bound. */
    static final List<String> SPEC_COLUMNS =
            List.of("format", "content_type", "payload_version", "sink_address", "retry", "headers", "payload");

    static final int GHOST = 1;
    static final int CANCEL_REQUESTED = 1 << 1;
    private static final int CALL_REPLACED = 1 << 2;
    /** The largest flag, so that a row is a stub if its flags are at least this. */
    static final int STUB = 1 << 3;

    private TaskRows() {}

    /** Returns the columns to select: {@code id} first, then all others. */
    static String whole(String alias) {
        return alias + "id, " + listed(STATE_COLUMNS, alias) + ", " + listed(SPEC_COLUMNS, alias);
    }

    /** Returns the columns to select when neither payload nor headers are needed; they read as empty. */
    static String light(String alias) {
        return whole(alias).replace(alias + "headers, " + alias + "payload", "NULL AS headers, NULL AS payload");
    }

    private static String listed(List<String> columns, String alias) {
        return columns.stream().map(column -> alias + column).collect(Collectors.joining(", "));
    }

    static void bindState(TaskRecord record, int part, Parameters to) throws SQLException {
        Lease lease = record.lease();
        TaskRecord.Call call = record.call();
        to.number(record.incarnation())
                .integer(part)
                .integer(code(record.state()))
                .integer(flags(record))
                .number(record.dueAt())
                .numberOrNull(record.expireAt())
                .number(record.sortKey())
                .numberOrNull(record.token())
                .numberOrNull(record.settledToken())
                .text(lease == null ? null : lease.worker())
                .numberOrNull(lease == null ? 0 : lease.claimSeq())
                .numberOrNull(lease == null ? 0 : lease.untilMillis())
                .integerUnless(0, record.failures())
                .integerUnless(0, record.losses())
                .integerUnless(0, record.redrives())
                .bytes(call == null ? null : bytes(call.id()))
                .number(record.createdAt())
                .numberOrNull(record.finishedAt())
                .number(record.revision())
                .text(record.lastError().isEmpty() ? null : record.lastError())
                .bytes(
                        record.history().equals(RunHistory.EMPTY)
                                ? null
                                : record.history().bytes());
    }

    static void bindSpec(TaskSpec spec, Parameters to) throws SQLException {
        Payload payload = spec.payload();
        to.integer(FORMAT)
                .text(contentType(payload))
                .integerUnless(1, payload.version())
                .text(sinkAddress(spec))
                .text(RetryText.write(spec.retry()))
                .bytes(HeaderBytes.write(spec.headers()))
                .bytes(payload.bytes());
    }

    static @Nullable String contentType(Payload payload) {
        return payload.contentType().equals(Payload.OCTETS) ? null : payload.contentType();
    }

    /** Returns what stands in the column: nothing for the usual version. */
    static @Nullable Integer version(Payload payload) {
        return payload.version() == 1 ? null : payload.version();
    }

    static @Nullable String sinkAddress(TaskSpec spec) {
        return spec.sink().equals(Sink.NONE) ? null : spec.sink().address();
    }

    /** Reads the row where the result stands; {@link #whole} or {@link #light} begin at the column {@code first}. */
    static TaskRecord read(ResultSet row, int first, PartitionTable partitions) throws SQLException {
        int at = first;
        TaskId id = TaskId.of(row.getString(at++));
        long incarnation = row.getLong(at++);
        Partition partition = partitions.get(row.getInt(at++));
        TaskState state = state(row.getInt(at++));
        int flags = row.getInt(at++);
        long dueAt = row.getLong(at++);
        long expireAt = row.getLong(at++);
        long sortKey = row.getLong(at++);
        long token = row.getLong(at++);
        long settledToken = row.getLong(at++);
        String worker = row.getString(at++);
        long claimSeq = row.getLong(at++);
        long leaseUntil = row.getLong(at++);
        int failures = row.getInt(at++);
        int losses = row.getInt(at++);
        int redrives = row.getInt(at++);
        byte[] call = row.getBytes(at++);
        long createdAt = row.getLong(at++);
        long finishedAt = row.getLong(at++);
        long revision = row.getLong(at++);
        String lastError = row.getString(at++);
        byte[] history = row.getBytes(at++);
        return new TaskRecord(
                id,
                incarnation,
                readSpec(row, at, partition),
                state,
                dueAt,
                expireAt,
                sortKey,
                token,
                settledToken,
                worker == null ? null : new Lease(worker, claimSeq, leaseUntil),
                failures,
                losses,
                (flags & GHOST) != 0,
                (flags & CANCEL_REQUESTED) != 0,
                call == null ? null : call(call, flags),
                createdAt,
                finishedAt,
                revision,
                redrives,
                lastError == null ? "" : lastError,
                history == null ? RunHistory.EMPTY : RunHistory.of(history),
                (flags & STUB) != 0);
    }

    private static TaskSpec readSpec(ResultSet row, int first, Partition partition) throws SQLException {
        int format = row.getInt(first);
        if (format != FORMAT) {
            throw new IllegalArgumentException("the row has format " + format + ", this build reads " + FORMAT);
        }
        String contentType = row.getString(first + 1);
        int version = row.getInt(first + 2);
        version = row.wasNull() ? 1 : version;
        String address = row.getString(first + 3);
        String retry = row.getString(first + 4);
        byte[] headers = row.getBytes(first + 5);
        byte[] payload = row.getBytes(first + 6);
        return new TaskSpec(
                partition.type(),
                partition.queue(),
                address == null ? Sink.NONE : new Sink(partition.sinkKind(), address),
                new Priority(partition.priority()),
                new Payload(
                        payload == null ? Payload.EMPTY.bytes() : payload,
                        contentType == null ? Payload.OCTETS : contentType,
                        version),
                headers == null ? Map.of() : HeaderBytes.read(headers),
                RetryText.read(retry));
    }

    static byte[] bytes(CallId id) {
        return ByteBuffer.allocate(16).putLong(id.high()).putLong(id.low()).array();
    }

    private static TaskRecord.Call call(byte[] id, int flags) {
        return new TaskRecord.Call(
                CallId.of(id),
                (flags & CALL_REPLACED) != 0 ? ScheduleResult.Outcome.REPLACED : ScheduleResult.Outcome.CREATED);
    }

    private static int flags(TaskRecord record) {
        TaskRecord.Call call = record.call();
        return (record.ghost() ? GHOST : 0)
                | (record.cancelRequested() ? CANCEL_REQUESTED : 0)
                | (record.stub() ? STUB : 0)
                | (call != null && call.outcome() == ScheduleResult.Outcome.REPLACED ? CALL_REPLACED : 0);
    }

    /** Returns the number that stands for the state in a row. */
    static int code(TaskState state) {
        return switch (state) {
            case SCHEDULED -> 1;
            case RUNNING -> 2;
            case SUCCEEDED -> 3;
            case DEAD -> 4;
            case CANCELLED -> 5;
            case EXPIRED -> 6;
        };
    }

    static TaskState state(int code) {
        return switch (code) {
            case 1 -> TaskState.SCHEDULED;
            case 2 -> TaskState.RUNNING;
            case 3 -> TaskState.SUCCEEDED;
            case 4 -> TaskState.DEAD;
            case 5 -> TaskState.CANCELLED;
            case 6 -> TaskState.EXPIRED;
            default -> throw new IllegalArgumentException("unknown state " + code);
        };
    }
}
