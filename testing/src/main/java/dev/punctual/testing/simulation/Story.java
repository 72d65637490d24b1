package dev.punctual.testing.simulation;

import dev.punctual.CallId;
import dev.punctual.Payload;
import dev.punctual.TaskId;
import dev.punctual.TaskRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is known of one id from what callers asked and were told, beside the record. Not thread-safe. */
final class Story {

    final TaskId id;
    /** Somebody has asked to schedule it. */
    boolean intended;
    /** There should be a record. */
    boolean present;
    /** The record as it was last seen. */
    @Nullable
    TaskRecord last;

    /** The call that last wrote the record. */
    @Nullable
    CallId lastCall;

    long incarnation;
    Payload payload = Payload.EMPTY;
    /** When it may run, to the nanosecond. */
    Instant due = Instant.MAX;
    /** The due time was set by a reschedule. */
    boolean moved;

    int failures;
    int losses;
    /** Somebody was told that it is cancelled, or that it will be after the run that is under way. */
    boolean cancelled;

    boolean cancelAsked;
    long tokenMax;
    long settledToken;
    /** The latest claim, if the task runs. */
    @Nullable
    Claim claim;
    /** Every claim there was, by token. */
    final Map<Long, Claim> claims = new HashMap<>();
    /** Claims whose handlers are at work. */
    final List<Claim> atWork = new ArrayList<>();
    /** Claims of this incarnation whose handlers ended well since the last redrive. */
    final List<Claim> succeeded = new ArrayList<>();

    Story(TaskId id) {
        this.id = id;
    }

    /** How a claim ended, or has not. */
    enum Fate {
        /** It holds. */
        HELD,
        /** Its report was accepted. */
        SETTLED,
        /** Its report was accepted, and said that the handler had not come back. */
        GIVEN_UP,
        /** It was taken back. */
        LOST
    }

    /** How the handler of a claim ended, or has not. */
    enum End {
        /** It was not called. */
        NOT_STARTED,
        /** It is at work. */
        AT_WORK,
        /** It came back without an exception. */
        GOOD,
        /** It threw. */
        BAD,
        /** Its process was killed. */
        KILLED
    }

    /** One claim of the task. */
    static final class Claim {
        final long token;
        final long incarnation;
        final String worker;
        final long claimSeq;
        long leaseEndNanos;
        Fate fate = Fate.HELD;
        End end = End.NOT_STARTED;

        Claim(TaskRecord record, String worker, long claimSeq, long leaseEndNanos) {
            this.token = record.token();
            this.incarnation = record.incarnation();
            this.worker = worker;
            this.claimSeq = claimSeq;
            this.leaseEndNanos = leaseEndNanos;
        }

        /** Returns whether another run may begin beside it. */
        boolean givenAway() {
            return fate == Fate.LOST || fate == Fate.GIVEN_UP;
        }

        @Override
        public String toString() {
            return "token " + token + " (" + fate + ", handler " + end + ")";
        }
    }

    /** A new record takes the place of an old one, or of none. */
    void begin(long newIncarnation) {
        incarnation = newIncarnation;
        present = true;
        failures = 0;
        losses = 0;
        cancelled = false;
        cancelAsked = false;
        claim = null;
        succeeded.clear();
    }

    /** The record is gone. */
    void end() {
        present = false;
        last = null;
        lastCall = null;
        claim = null;
        settledToken = 0;
    }

    boolean holds(long token) {
        return claim != null && claim.token == token && claim.fate == Fate.HELD;
    }
}
