package dev.punctual.testing.simulation;

import static dev.punctual.testing.simulation.Invariant.I13_CONSERVATION;
import static dev.punctual.testing.simulation.Invariant.I1_NOTHING_LOST;
import static dev.punctual.testing.simulation.Invariant.I6_CANCEL_TELLS_THE_TRUTH;
import static dev.punctual.testing.simulation.Invariant.I7_FINAL_STATES_ARE_FINAL;
import static dev.punctual.testing.simulation.Invariant.T1_CALLS_REPEAT_SAFELY;

import dev.punctual.CancelResult;
import dev.punctual.DiscardResult;
import dev.punctual.Due;
import dev.punctual.NewTask;
import dev.punctual.Payload;
import dev.punctual.RedriveResult;
import dev.punctual.Reschedule;
import dev.punctual.RescheduleResult;
import dev.punctual.ScheduleResult;
import dev.punctual.TaskId;
import dev.punctual.TaskRecord;
import dev.punctual.TaskState;
import dev.punctual.testing.simulation.Story.Claim;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Takes down what clients and operators asked and were told, and judges the answers. Not thread-safe. */
final class CommandChecks {

    private final Ledger ledger;

    CommandChecks(Ledger ledger) {
        this.ledger = ledger;
    }

    /** A caller is about to ask for it, perhaps several times. */
    void intend(NewTask task) {
        ledger.story(task.id()).intended = true;
    }

    /** A caller was told that the task is there. */
    void told(TaskId id, ScheduleResult.Outcome outcome) {
        Story story = ledger.story(id);
        boolean there = outcome == ScheduleResult.Outcome.REFUSED || story.present || story.tokenMax > 0;
        ledger.require(there, I1_NOTHING_LOST, story, "the caller was told " + outcome + ", but nothing was stored");
    }

    void inserted(NewTask task, Payload asked, ScheduleResult result) {
        Story story = ledger.story(task.id());
        if (task.callId().equals(story.lastCall) && story.present) {
            ledger.history.of(task.id(), "schedule again ->", result.outcome());
            ledger.require(
                    result.accepted(), T1_CALLS_REPEAT_SAFELY, story, "a repeated call was told " + result.outcome());
            return;
        }
        ledger.history.of(task.id(), "schedule", task.ifExists(), task.due().words(), "->", result.outcome());
        switch (result.outcome()) {
            case CREATED -> {
                boolean free = !story.present
                        || (story.last != null && story.last.state().finished());
                ledger.require(free, I7_FINAL_STATES_ARE_FINAL, story, "CREATED in the place of a live task");
                story.begin(task.incarnation());
                write(story, task, asked);
            }
            case REPLACED -> {
                ledger.require(
                        state(story) == TaskState.SCHEDULED,
                        I7_FINAL_STATES_ARE_FINAL,
                        story,
                        "REPLACED although it was " + state(story));
                story.failures = 0;
                story.losses = 0;
                write(story, task, asked);
            }
            case EXISTS, RUNNING ->
                ledger.require(
                        story.present, I1_NOTHING_LOST, story, "told " + result.outcome() + ", but there is no task");
            case REFUSED -> {}
        }
    }

    private void write(Story story, NewTask task, Payload asked) {
        story.lastCall = task.callId();
        story.payload = asked;
        story.due = resolve(task.due());
        story.moved = false;
    }

    private Instant resolve(Due due) {
        if (due instanceof Due.After after) {
            return ledger.time.now().plus(after.delay());
        }
        return ((Due.At) due).instant();
    }

    private static @Nullable TaskState state(Story story) {
        return story.last == null ? null : story.last.state();
    }

    void cancelled(TaskId id, CancelResult result) {
        Story story = ledger.story(id);
        TaskState state = state(story);
        ledger.history.of(id, "cancel ->", result);
        boolean right = switch (result) {
            case CANCELLED, CANCELLED_AFTER_LOSS -> state == TaskState.SCHEDULED || state == TaskState.CANCELLED;
            case RUNNING -> state == TaskState.RUNNING;
            case FINISHED -> state != null && state.finished() && state != TaskState.CANCELLED;
            case NOT_FOUND -> state == null;
        };
        ledger.require(right, I6_CANCEL_TELLS_THE_TRUTH, story, "cancel was told " + result + ", but it was " + state);
        if (result == CancelResult.CANCELLED) {
            for (Claim claim : story.atWork) {
                ledger.require(
                        claim.incarnation != story.incarnation,
                        I6_CANCEL_TELLS_THE_TRUTH,
                        story,
                        "CANCELLED, although a handler is at work: " + claim);
            }
        }
        story.cancelled |= result == CancelResult.CANCELLED || result == CancelResult.CANCELLED_AFTER_LOSS;
        story.cancelAsked |= result == CancelResult.RUNNING;
    }

    void rescheduled(Reschedule request, RescheduleResult result) {
        Story story = ledger.story(request.id());
        ledger.history.of(request.id(), "reschedule", request.due().words(), "->", result.outcome());
        TaskState state = state(story);
        boolean right = switch (result.outcome()) {
            case OK, STALE, PAUSED -> state == TaskState.SCHEDULED;
            case RUNNING -> state == TaskState.RUNNING;
            case FINISHED -> state != null && state.finished();
            case NOT_FOUND -> state == null;
            case REFUSED -> true;
        };
        ledger.require(right, I7_FINAL_STATES_ARE_FINAL, story, "told " + result.outcome() + ", but it was " + state);
        if (result.outcome() == RescheduleResult.Outcome.OK) {
            story.due = resolve(request.due());
            story.moved = true;
            story.payload = request.payload() == null ? story.payload : request.payload();
        }
    }

    void ranNow(TaskId id, RescheduleResult result) {
        rescheduled(Reschedule.of(id, Due.now()), result);
    }

    void redriven(TaskId id, RedriveResult result) {
        Story story = ledger.story(id);
        ledger.history.of(id, "redrive ->", result.outcome());
        if (result.outcome() == RedriveResult.Outcome.OK) {
            ledger.require(
                    state(story) == TaskState.DEAD,
                    I7_FINAL_STATES_ARE_FINAL,
                    story,
                    "redriven although it was " + state(story));
            story.failures = 0;
            story.losses = 0;
            story.due = ledger.time.now();
            story.moved = false;
            story.succeeded.clear();
        }
    }

    void discarded(TaskId id, DiscardResult result) {
        Story story = ledger.story(id);
        ledger.history.of(id, "discard ->", result);
        TaskState state = state(story);
        if (result == DiscardResult.OK) {
            ledger.require(
                    state != null && state.finished(), I13_CONSERVATION, story, "discarded although it was " + state);
            story.end();
        }
    }

    void paused(String queue) {
        ledger.history.add("queue", queue, "is paused");
        ledger.pausedNanos.putIfAbsent(queue, ledger.time.nanoTime());
    }

    void resumed(String queue) {
        ledger.history.add("queue", queue, "is resumed");
        ledger.pausedNanos.remove(queue);
    }

    /** A finished record may be gone after its retention, not before. */
    boolean mayBeGone(Story story, Duration retention) {
        TaskRecord last = story.last;
        return last != null
                && last.state().finished()
                && ledger.time.now().toEpochMilli() - last.finishedAt() >= retention.toMillis();
    }
}
