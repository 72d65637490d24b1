package dev.punctual;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The whole of what a store keeps of one task. Times are epoch milliseconds of the store's clock; 0 means "none" where
 * a time may be absent (no task is due before 2000).
 *
 * @param id the id
 * @param incarnation a random number, new each time the id is used anew
 * @param spec what the caller asked for
 * @param state the state
 * @param dueAt when it is due
 * @param expireAt from when on it is not worth running, or 0
 * @param sortKey its place in the due index: the later of due time and the time it entered; kept after it left
 * @param token the fencing number of the latest claim; 0 if never claimed
 * @param settledToken the token of the last accepted report, or 0
 * @param lease who runs it; null unless running
 * @param failures runs that ended in an error
 * @param losses runs whose lease ran out unreported
 * @param ghost a started run was given up without its end being known; never cleared within an incarnation
 * @param cancelRequested somebody asked for it to be cancelled while it runs
 * @param call the call that last created or replaced it, or null
 * @param createdAt when this incarnation was created
 * @param finishedAt when it finished, or 0
 * @param revision grows with every change of state, due time or payload
 * @param redrives how often it was redriven from the dead letters
 * @param lastError the last error, at most {@link Limits#ERROR_BYTES_MAX} bytes; empty if none
 * @param history the last runs, as {@link RunHistory} writes them; opaque to stores
 * @param stub whether payload, headers, last error and history were dropped to save room
 */
public record TaskRecord(
        TaskId id,
        long incarnation,
        TaskSpec spec,
        TaskState state,
        long dueAt,
        long expireAt,
        long sortKey,
        long token,
        long settledToken,
        @Nullable Lease lease,
        int failures,
        int losses,
        boolean ghost,
        boolean cancelRequested,
        @Nullable Call call,
        long createdAt,
        long finishedAt,
        long revision,
        int redrives,
        String lastError,
        RunHistory history,
        boolean stub) {

    /**
     * The call that last created or replaced a record, and what it was told.
     *
     * @param id the call
     * @param outcome CREATED or REPLACED
     */
    public record Call(CallId id, ScheduleResult.Outcome outcome) {}

    /** Returns the number of the current or next run within the present budgets: failures + losses + 1. */
    public int attempt() {
        return failures + losses + 1;
    }

    /** Returns whether one more loss would bury it; at most one such task runs in a worker at a time. */
    public boolean suspect() {
        return losses > 0 && losses >= spec.retry().maxLosses() - 1;
    }

    /** Returns whether it may be claimed at that time: waiting, due and not expired. */
    public boolean claimable(long nowMillis) {
        return state == TaskState.SCHEDULED && sortKey <= nowMillis && !expired(nowMillis);
    }

    /** Returns whether its expiry has passed. */
    public boolean expired(long nowMillis) {
        return expireAt != 0 && expireAt < nowMillis;
    }

    /** Returns the runs that the history holds, oldest first. */
    public List<RunHistory.Run> runs() {
        return history.runs();
    }

    /** Returns a copy to be changed field by field. */
    public Editor edit() {
        return new Editor(this);
    }

    /** Changes single fields of a record; made by {@link TaskRecord#edit()}. Not thread-safe. */
    public static final class Editor {
        private final TaskRecord from;
        private long incarnation;
        private TaskSpec spec;
        private TaskState state;
        private long dueAt;
        private long expireAt;
        private long sortKey;
        private long token;
        private long settledToken;
        private @Nullable Lease lease;
        private int failures;
        private int losses;
        private boolean ghost;
        private boolean cancelRequested;
        private @Nullable Call call;
        private long createdAt;
        private long finishedAt;
        private long revision;
        private int redrives;
        private String lastError;
        private RunHistory history;
        private boolean stub;

        private Editor(TaskRecord from) {
            this.from = from;
            incarnation = from.incarnation;
            spec = from.spec;
            state = from.state;
            dueAt = from.dueAt;
            expireAt = from.expireAt;
            sortKey = from.sortKey;
            token = from.token;
            settledToken = from.settledToken;
            lease = from.lease;
            failures = from.failures;
            losses = from.losses;
            ghost = from.ghost;
            cancelRequested = from.cancelRequested;
            call = from.call;
            createdAt = from.createdAt;
            finishedAt = from.finishedAt;
            revision = from.revision;
            redrives = from.redrives;
            lastError = from.lastError;
            history = from.history;
            stub = from.stub;
        }

        Editor incarnation(long value) {
            incarnation = value;
            return this;
        }

        Editor spec(TaskSpec value) {
            spec = value;
            return this;
        }

        Editor state(TaskState value) {
            state = value;
            return this;
        }

        Editor dueAt(long value) {
            dueAt = value;
            return this;
        }

        Editor expireAt(long value) {
            expireAt = value;
            return this;
        }

        /** Sets the place in the due index; stores rebuild it when their clock steps back. */
        public Editor sortKey(long value) {
            sortKey = value;
            return this;
        }

        Editor token(long value) {
            token = value;
            return this;
        }

        Editor settledToken(long value) {
            settledToken = value;
            return this;
        }

        /** Sets the lease; stores that keep leases beside the record put the present one in when it is read. */
        public Editor lease(@Nullable Lease value) {
            lease = value;
            return this;
        }

        Editor failures(int value) {
            failures = value;
            return this;
        }

        Editor losses(int value) {
            losses = value;
            return this;
        }

        Editor ghost(boolean value) {
            ghost = value;
            return this;
        }

        Editor cancelRequested(boolean value) {
            cancelRequested = value;
            return this;
        }

        Editor call(@Nullable Call value) {
            call = value;
            return this;
        }

        Editor createdAt(long value) {
            createdAt = value;
            return this;
        }

        Editor finishedAt(long value) {
            finishedAt = value;
            return this;
        }

        Editor nextRevision() {
            revision++;
            return this;
        }

        Editor redrives(int value) {
            redrives = value;
            return this;
        }

        Editor lastError(String value) {
            lastError = value;
            return this;
        }

        Editor history(RunHistory value) {
            history = value;
            return this;
        }

        Editor stub() {
            spec = spec.stub();
            lastError = "";
            history = RunHistory.EMPTY;
            stub = true;
            return this;
        }

        /** Returns the changed record. */
        public TaskRecord done() {
            return new TaskRecord(
                    from.id,
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
                    ghost,
                    cancelRequested,
                    call,
                    createdAt,
                    finishedAt,
                    revision,
                    redrives,
                    lastError,
                    history,
                    stub);
        }
    }
}
