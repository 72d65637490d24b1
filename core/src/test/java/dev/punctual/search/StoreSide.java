package dev.punctual.search;

import dev.punctual.CancelResult;
import dev.punctual.DiscardResult;
import dev.punctual.Lease;
import dev.punctual.LeaseRef;
import dev.punctual.Reclaim;
import dev.punctual.RedriveResult;
import dev.punctual.RenewResult;
import dev.punctual.Report;
import dev.punctual.RescheduleResult;
import dev.punctual.RunHistory;
import dev.punctual.ScheduleResult;
import dev.punctual.SettleResult;
import dev.punctual.TaskRecord;
import dev.punctual.TaskState;
import dev.punctual.TaskStateMachine.Step;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What the store does with the messages that reach it, each in one atomic step, and the check of every answer. */
final class StoreSide {

    private final Rules rules;
    private final Calls calls;

    StoreSide(Rules rules, Calls calls) {
        this.rules = rules;
        this.calls = calls;
    }

    /** T1. */
    void schedule(World world, int call) {
        Witness witness = world.witness;
        TaskRecord before = world.record;
        Step<ScheduleResult> step = rules.schedule(before, calls.call(call), world.moment());
        ScheduleResult.Outcome outcome = step.answer().outcome();
        boolean repeat = before != null && witness.writer == call;
        Violation.unless(
                !repeat || (!step.changed() && outcome == witness.written),
                "T1: a repeated call was not answered as the first");
        Violation.unless(
                repeat || step.changed() == step.answer().accepted(), "T1: the answer does not say what was done");
        if (!step.changed()) {
            same(before, step);
            return;
        }
        TaskRecord after = step.present();
        if (outcome == ScheduleResult.Outcome.CREATED) {
            Violation.unless(before == null || before.state().finished(), "T1: a live task gave way to a new one");
            witness.newLife(before == null);
        } else {
            Violation.unless(before != null && before.state() == TaskState.SCHEDULED, "T1: replaced a running task");
            witness.freshBudgets();
        }
        Violation.unless(after.state() == TaskState.SCHEDULED, "T1: an accepted task does not wait");
        Violation.unless(
                before == null || after.revision() > before.revision(),
                "the revision did not grow with an id used anew");
        Witness.wellFormed(after);
        witness.writer = call;
        witness.written = outcome;
        witness.due = calls.call(call).due().resolve(world.now);
        world.record = after;
    }

    /** T2 and T2': the next claim of a worker. */
    void claim(World world, Slot slot) {
        TaskRecord answer = claim(world, slot.worker(), slot.seq, slot.seq + 1);
        slot.seq++;
        if (answer != null) {
            slot.claimed(answer, world.witness.life);
        }
    }

    /** T2: an earlier claim of a worker arrives once more, so many numbers back. */
    void claimAgain(World world, Slot slot, int back) {
        int claims = world.claims;
        TaskRecord answer = claim(world, slot.worker(), slot.seq, slot.seq - back);
        Violation.unless(world.claims == claims, "claim: a repeated or old claim added a task");
        if (back == 0 && slot.phase == Slot.Phase.CLAIMED && answer == null) {
            slot.idle(); // The first answer, with the task, was lost.
        }
    }

    /** T2: the claim of a process that has crashed arrives late, as the first that the store hears of it. */
    void claimOfDead(World world) {
        claim(world, "dead", 0, 1);
        world.lateClaims++;
    }

    /** T2: a claim of a crashed process that was granted arrives once more. */
    void claimOfDeadAgain(World world, Lease lease) {
        int claims = world.claims;
        claim(world, lease.worker(), lease.claimSeq(), lease.claimSeq());
        Violation.unless(world.claims == claims, "claim: a repeated claim added a task");
    }

    private @Nullable TaskRecord claim(World world, String worker, long lastSeq, long seq) {
        return switch (rules.judge(lastSeq, seq)) {
            case STALE -> null;
            case REPEAT -> again(world, worker, seq);
            case NEW -> grant(world, worker, seq);
        };
    }

    private @Nullable TaskRecord grant(World world, String worker, long seq) {
        TaskRecord before = world.record;
        if (before == null) {
            return null;
        }
        TaskRecord expired = rules.expire(before, world.moment());
        if (expired != null) {
            Violation.unless(before.expireAt() < world.now, "T2': expired too early");
            change(world, before, expired, false);
            return null;
        }
        if (!before.claimable(world.now)) {
            return null;
        }
        Lease lease = new Lease(worker, seq, world.now + World.LEASE);
        TaskRecord claimed = rules.claim(before, lease, world.floor, world.moment());
        change(world, before, claimed, false);
        world.witness.claimed(claimed, world.now);
        world.claims++;
        return claimed;
    }

    private @Nullable TaskRecord again(World world, String worker, long seq) {
        TaskRecord before = world.record;
        if (before == null
                || before.lease() == null
                || !before.lease().worker().equals(worker)
                || before.lease().claimSeq() != seq) {
            return null;
        }
        renew(world, before.token());
        return world.record;
    }

    /** T4. */
    void renew(World world, long token) {
        TaskRecord before = world.record;
        long until = world.now + World.LEASE;
        Step<RenewResult> step = rules.renew(before, new LeaseRef(Calls.ID, token), until);
        boolean owner = owner(before, token);
        Violation.unless((step.answer() != RenewResult.FENCED) == owner, "T4: renewed for another than the owner");
        if (!owner) {
            same(before, step);
            return;
        }
        boolean cancelling = step.answer() == RenewResult.CANCEL_REQUESTED;
        Violation.unless(cancelling == world.witness.cancelAsked, "T4: the owner is told a wrong thing about cancel");
        change(world, before, step.record(), false);
        world.witness.leaseEnd = until;
    }

    private static boolean owner(@Nullable TaskRecord record, long token) {
        return record != null && record.state() == TaskState.RUNNING && record.token() == token;
    }

    /** T5 to T8. */
    void settle(World world, Report report) {
        Witness witness = world.witness;
        TaskRecord before = world.record;
        Step<SettleResult> step = rules.settle(before, report, world.moment());
        boolean repeat = before != null && report.token() == witness.accepted;
        boolean owner = !repeat && owner(before, report.token());
        SettleResult right =
                before == null ? SettleResult.NOT_FOUND : repeat || owner ? SettleResult.OK : SettleResult.FENCED;
        Violation.unless(owner || !step.changed(), "G5: a report that is old or repeated changed something");
        Violation.unless(step.answer() == right, "G5: a report was answered " + step.answer() + ", not " + right);
        if (!owner) {
            same(before, step);
            return;
        }
        TaskRecord after = step.present();
        keepsHistory(before, after);
        Violation.unless(
                report.outcome() != Report.Outcome.COMPLETE || after.state() == TaskState.SUCCEEDED,
                "T5: a completed task did not succeed");
        witness.accepted = report.token();
        witness.lost |= report.unreturned();
        witness.failures += report.error().isEmpty() ? 0 : 1;
        if (report.outcome() == Report.Outcome.RETRY) {
            witness.due = world.now + report.delayMillis();
        }
        change(world, before, after, false);
    }

    /** T9: by a worker that has just seen the running record, or saw one long ago that another took back before. */
    void reclaim(World world, TaskRecord seen) {
        TaskRecord before = world.record;
        Step<Boolean> step = rules.reclaim(before, Reclaim.of(seen), world.moment());
        Violation.unless(step.changed() == step.answer(), "T9: the answer does not say what was done");
        if (!step.answer()) {
            same(before, step);
            return;
        }
        Violation.unless(before != null && before.state() == TaskState.RUNNING, "T9: took back what does not run");
        Violation.unless(world.witness.leaseEnd < world.now, "T9: took back a task whose lease was still good");
        keepsHistory(before, step.present());
        world.witness.lost = true;
        world.witness.losses++;
        world.takenBack = before;
        change(world, before, step.present(), false);
    }

    /**
     * The run that ended and all before it are in the history (never so many here that the oldest would be dropped).
     */
    private static void keepsHistory(@Nullable TaskRecord before, TaskRecord after) {
        List<RunHistory.Run> old = before == null ? List.of() : before.runs();
        List<RunHistory.Run> all = after.runs();
        boolean kept = all.size() >= old.size() && all.subList(0, old.size()).equals(old);
        boolean own = all.size() == old.size()
                || (all.size() == old.size() + 1 && all.get(old.size()).token() == after.token());
        Violation.unless(kept && own, "history: a run is missing or does not belong there");
    }

    /** T10 and T11. */
    void cancel(World world) {
        TaskRecord before = world.record;
        Witness witness = world.witness;
        Step<CancelResult> step = rules.cancel(before, world.moment());
        switch (step.answer()) {
            case CANCELLED -> {
                Violation.unless(!world.handlerAtWork(null), "G4: CANCELLED while a handler is at work");
                witness.cancelled = true;
            }
            case CANCELLED_AFTER_LOSS -> Violation.unless(witness.lost, "G4: CANCELLED_AFTER_LOSS without a loss");
            case RUNNING -> {
                Violation.unless(before != null && before.state() == TaskState.RUNNING, "T11: it does not run");
                witness.cancelAsked = true;
            }
            case FINISHED ->
                Violation.unless(
                        before != null && before.state().finished() && before.state() != TaskState.CANCELLED,
                        "T10: it has not finished");
            case NOT_FOUND -> Violation.unless(before == null, "T10: there is a record");
        }
        change(world, before, step.record(), false);
        boolean over = step.answer() == CancelResult.CANCELLED || step.answer() == CancelResult.CANCELLED_AFTER_LOSS;
        Violation.unless(
                !over || step.present().state() == TaskState.CANCELLED, "T10: said to be cancelled and is not");
    }

    /** T12 and T13, so many ticks from now; first with a revision that is out of date. */
    void reschedule(World world, int ticks) {
        TaskRecord before = world.record;
        Step<RescheduleResult> stale = rules.reschedule(before, calls.move(ticks, before, true), world.moment());
        Violation.unless(
                stale.answer().outcome() != RescheduleResult.Outcome.OK, "T12: took a revision that is out of date");
        same(before, stale);
        Step<RescheduleResult> step = rules.reschedule(before, calls.move(ticks, before, false), world.moment());
        boolean waits = before != null && before.state() == TaskState.SCHEDULED;
        Violation.unless(
                (step.answer().outcome() == RescheduleResult.Outcome.OK) == waits && step.changed() == waits,
                "T12: moved what does not wait, or did not move what waits");
        if (!waits) {
            same(before, step);
            return;
        }
        TaskRecord after = step.present();
        world.witness.due = world.now + ticks;
        Violation.unless(after.dueAt() == world.witness.due, "T12: has another due time than the caller was told");
        Violation.unless(
                after.expireAt() == 0 || after.expireAt() > after.dueAt(),
                "T12: a moved task expires before it is due");
        change(world, before, after, false);
    }

    /** T14. */
    void redrive(World world) {
        TaskRecord before = Objects.requireNonNull(world.record);
        Step<RedriveResult> step = rules.redrive(before, world.moment());
        boolean done = step.answer().outcome() == RedriveResult.Outcome.OK;
        Violation.unless(done == (before.state() == TaskState.DEAD), "T14: redrove what is not dead");
        if (done) {
            world.witness.due = world.now;
            world.witness.freshBudgets();
        }
        change(world, before, step.record(), done);
    }

    /** T15. */
    void discard(World world) {
        TaskRecord before = Objects.requireNonNull(world.record);
        Step<DiscardResult> step = rules.discard(before);
        boolean done = step.answer() == DiscardResult.OK;
        Violation.unless(done == before.state().finished(), "T15: removed a live task, or kept a finished one");
        if (done) {
            Violation.unless(step.record() == null, "T15: the record is still there");
            world.floor = rules.floorAfter(world.floor, before);
            world.record = null;
            world.witness.newLife(true);
        }
    }

    private static void same(@Nullable TaskRecord before, Step<?> step) {
        Violation.unless(
                !step.changed() && Objects.equals(step.record(), before), "an answer that refuses changed something");
    }

    private static void change(World world, @Nullable TaskRecord before, @Nullable TaskRecord after, boolean redrive) {
        if (before != null && after != null) {
            Witness.changed(before, after, redrive);
        } else {
            Violation.unless(before == null && after == null, "a record came or went that should not");
        }
        world.record = after;
    }
}
