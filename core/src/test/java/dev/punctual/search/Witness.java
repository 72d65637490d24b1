package dev.punctual.search;

import dev.punctual.RetryPolicy;
import dev.punctual.ScheduleResult;
import dev.punctual.TaskRecord;
import dev.punctual.TaskState;
import org.jspecify.annotations.Nullable;

/**
 * What callers were told and what handlers did, kept apart from the record, and the checks of the promises. The numbers
 * are those of the invariants in {@code docs/state-machine.md}.
 */
final class Witness {

    /** Counts the uses of the id from 1; handlers of an earlier life no longer count as runs of the task. */
    int life = 1;
    /** The highest token ever given out. */
    long tokenMax;
    /** The token of the last report that was accepted for the present record. */
    long accepted;
    /** Until when the latest owner was told that it has the task. */
    long leaseEnd;
    /** The due time that was last promised. */
    long due;
    /** A run was given up without its end being known. */
    boolean lost;
    /** Runs that failed, and runs that were lost, as far as they count against the budgets. */
    int failures;

    int losses;
    /** A caller was told CANCELLED. */
    boolean cancelled;
    /** A caller was told that the task runs and will be cancelled. */
    boolean cancelAsked;
    /** The call that last wrote the record, and what it was told. */
    int writer = -1;

    ScheduleResult.@Nullable Outcome written;

    Witness() {}

    Witness(Witness from) {
        life = from.life;
        tokenMax = from.tokenMax;
        accepted = from.accepted;
        leaseEnd = from.leaseEnd;
        due = from.due;
        lost = from.lost;
        failures = from.failures;
        losses = from.losses;
        cancelled = from.cancelled;
        cancelAsked = from.cancelAsked;
        writer = from.writer;
        written = from.written;
    }

    boolean same(Witness other) {
        return tokenMax == other.tokenMax
                && leaseEnd == other.leaseEnd
                && due == other.due
                && failures == other.failures
                && losses == other.losses
                && cancelled == other.cancelled
                && cancelAsked == other.cancelAsked;
    }

    /** The id is used anew, or its record is gone. */
    void newLife(boolean recordGone) {
        life++;
        cancelled = false;
        cancelAsked = false;
        freshBudgets();
        if (recordGone) {
            lost = false;
            accepted = 0;
            writer = -1;
            written = null;
        }
    }

    void freshBudgets() {
        failures = 0;
        losses = 0;
    }

    /** Checks a change of the record within one life. */
    static void changed(TaskRecord before, TaskRecord after, boolean redrive) {
        if (before.state() != after.state()) {
            Violation.unless(
                    before.state().canMoveTo(after.state()) && (before.state() != TaskState.DEAD || redrive),
                    "I7: a task moved from " + before.state() + " to " + after.state());
        }
        boolean counts = before.state() != after.state()
                || before.dueAt() != after.dueAt()
                || !before.spec().payload().equals(after.spec().payload());
        Violation.unless(
                after.revision() >= before.revision() + (counts ? 1 : 0),
                "the revision did not grow with state, due time or payload");
        wellFormed(after);
    }

    /** Checks a record by itself. */
    static void wellFormed(TaskRecord record) {
        boolean running = record.state() == TaskState.RUNNING;
        Violation.unless((record.lease() != null) == running, "a record has a lease exactly while it runs");
        Violation.unless(running || !record.cancelRequested(), "cancelRequested outlived the run");
        Violation.unless(
                (record.finishedAt() != 0) == record.state().finished(), "finishedAt is set exactly when finished");
        Violation.unless(record.sortKey() >= record.dueAt(), "I3: sorted before its due time");
        int attempts = record.spec().retry().maxAttempts();
        int losses = record.spec().retry().maxLosses();
        boolean within = record.state().finished()
                ? record.failures() <= attempts && record.losses() <= losses
                : record.failures() < attempts && record.losses() < losses;
        Violation.unless(within, "I5: failures or losses beyond their limit");
    }

    /** Checks that a claim was right, and remembers it. */
    void claimed(TaskRecord claimed, long now) {
        Violation.unless(claimed.token() > tokenMax, "I4: the tokens of an id did not grow");
        Violation.unless(now >= due, "I3: claimed before its due time");
        Violation.unless(!cancelAsked, "T11: claimed again after a caller was told that it would be cancelled");
        RetryPolicy retry = claimed.spec().retry();
        Violation.unless(
                failures < retry.maxAttempts() && losses < retry.maxLosses(), "I5: claimed again beyond its budgets");
        tokenMax = claimed.token();
        leaseEnd = now + World.LEASE;
    }

    /** Checks that a handler may start. */
    void started(World world, Slot slot) {
        if (slot.life != life) {
            return;
        }
        Violation.unless(!cancelled, "I6: a handler started after CANCELLED");
        Violation.unless(lost || !world.handlerAtWork(slot), "I8: two runs at once and nothing was lost");
    }
}
