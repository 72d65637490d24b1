package dev.punctual.worker;

import dev.punctual.TaskEvent;
import dev.punctual.TaskRecord;
import dev.punctual.TimeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs claimed tasks and sees to it that each claim ends in one report and one freed slot, whatever the handler does.
 * Thread-safe.
 */
final class TaskRunner {

    private static final Logger LOG = LoggerFactory.getLogger(TaskRunner.class);

    private final Bindings bindings;
    private final HeldClaims held;
    private final Slots slots;
    private final Settler settler;
    private final Events events;
    private final TimeSource time;
    private final Executor executor;
    private final FailureLog failures;
    private final ReadBack readBack;
    private final Runnable suspectEnded;

    /** Makes a runner that tells when a suspect has ended, since another one may be waiting. */
    TaskRunner(Workshop shop, Executor executor, Runnable suspectEnded) {
        this.bindings = shop.bindings();
        this.held = shop.held();
        this.slots = shop.slots();
        this.settler = shop.settler();
        this.events = shop.events();
        this.time = shop.settings().time();
        this.executor = executor;
        this.failures = new FailureLog(time);
        this.readBack = new ReadBack(shop, failures);
        this.suspectEnded = suspectEnded;
    }

    /** Takes claims for which slots are reserved, each to a thread that no other one holds up. */
    void accept(List<TaskRecord> claims, String worker, long sentNanos) {
        if (!(executor instanceof RunThreads threads) || !threads.groups()) {
            claims.forEach(task -> start(hold(task, worker, sentNanos), executor));
            return;
        }
        List<RunThreads.Start> starts;
        try {
            starts = new ArrayList<>(claims.size());
        } catch (Throwable e) {
            claims.forEach(this::lose);
            return;
        }
        for (TaskRecord task : claims) {
            start(hold(task, worker, sentNanos), start -> starts.add((RunThreads.Start) start));
        }
        startAll(threads, starts);
    }

    private void start(@Nullable HeldClaim claim, Executor threads) {
        if (claim == null) {
            return;
        }
        try {
            RunThreads.Start start = new RunThreads.Start(claim, this);
            claim.start(start);
            threads.execute(start);
        } catch (Throwable e) {
            noThread(claim, e);
        }
    }

    private void startAll(RunThreads threads, List<RunThreads.Start> starts) {
        try {
            threads.startAll(starts);
        } catch (Throwable e) {
            starts.forEach(start -> start.noThread(e));
        }
    }

    /** Gives a claim back for which there is no thread, unless it has started after all. */
    void noThread(HeldClaim claim, Throwable e) {
        if (claim.phase() == HeldClaim.Phase.CLAIMED) {
            giveBack(claim);
            LOG.warn("No thread for task {} ({}); it is given back", claim.id(), ErrorText.of(e));
        }
    }

    /**
     * Holds a claim for which a slot is reserved; without the memory for it the slot is free and the lease runs out.
     */
    private @Nullable HeldClaim hold(TaskRecord task, String worker, long sentNanos) {
        try {
            return held.hold(task, worker, sentNanos);
        } catch (Throwable e) {
            lose(task);
            return null;
        }
    }

    private void lose(TaskRecord task) {
        if (task.suspect()) {
            slots.freeSuspect();
        }
        slots.free(1);
    }

    /** Takes a claim for which a slot is reserved and runs it on the calling thread. */
    void runHere(TaskRecord task, String worker, long sentNanos) {
        HeldClaim claim = hold(task, worker, sentNanos);
        if (claim != null) {
            run(claim);
        }
    }

    /** Gives claims back that shall not start. */
    void giveBack(List<TaskRecord> claims, String worker, long sentNanos) {
        for (TaskRecord task : claims) {
            HeldClaim claim = hold(task, worker, sentNanos);
            if (claim != null) {
                giveBack(claim);
            }
        }
    }

    /** Gives a claim back unless it has started. */
    void giveBack(HeldClaim claim) {
        if (claim.drop()) {
            freeSuspect(claim);
            close(claim, () -> report(claim, Verdict.neverStarted(claim)));
        }
    }

    /** Drops a claim that another one has followed, unless it has started; a report would change nothing. */
    private void forget(HeldClaim claim) {
        if (claim.drop()) {
            freeSuspect(claim);
            held.release(claim);
            slots.free(1);
        }
    }

    /** Runs a claim on the calling thread, if enough of its lease is left. */
    void run(HeldClaim claim) {
        long now = time.nanoTime();
        if (claim.fenced()) {
            forget(claim);
            return;
        }
        if (claim.tooLateToStart(now)) {
            giveBack(claim);
            return;
        }
        if (!claim.begin(now, time.now().toEpochMilli())) {
            return;
        }
        events.emit(TaskEvent.Kind.STARTED, claim, "");
        Throwable thrown = call(claim);
        boolean mine = claim.end();
        if (thrown instanceof InterruptedException && mine && !claim.stopping() && !claim.fenced()) {
            // Not ours: it belongs to the thread. Threads of the pool drop it before their next run.
            Thread.currentThread().interrupt();
        }
        if (mine) {
            freeSuspect(claim);
            finish(claim, thrown);
        } else if (claim.overran()) {
            cameBack();
        }
    }

    private @Nullable Throwable call(HeldClaim claim) {
        HeldClaim before = null;
        try {
            before = Shelter.enter(claim);
            Bindings.Binding binding = bindings.find(claim.record().spec());
            if (binding == null) {
                throw new IllegalStateException(
                        "no handler for type " + claim.record().spec().type());
            }
            binding.run(claim.record(), claim);
            return null;
        } catch (Throwable e) {
            return e;
        } finally {
            Shelter.leave(before);
        }
    }

    private void finish(HeldClaim claim, @Nullable Throwable thrown) {
        if (claim.fenced()) {
            held.release(claim);
            slots.free(1);
            return;
        }
        Verdict verdict;
        try {
            verdict = verdict(claim, thrown);
        } catch (Throwable e) {
            // Not even memory for a report: the slot must not be lost with it. The lease runs out.
            held.release(claim);
            slots.free(1);
            return;
        }
        if (claim.completing()) {
            ReadBack.Ending ending = new ReadBack.Ending(claim, verdict, thrown, true);
            close(claim, () -> settler.settle(claim, () -> readBack.ask(ending)));
            return;
        }
        if (thrown != null && !claim.stopping()) {
            failures.log(claim, verdict, thrown);
        }
        close(claim, () -> report(claim, verdict));
    }

    private Verdict verdict(HeldClaim claim, @Nullable Throwable thrown) {
        long now = time.now().toEpochMilli();
        return claim.completing() && thrown == null ? Verdict.notCommitted(claim, now) : Verdict.of(claim, thrown, now);
    }

    private void report(HeldClaim claim, Verdict verdict) {
        events.emit(verdict.kind(), claim, verdict.report().error());
        settler.add(claim, verdict.report());
    }

    private void close(HeldClaim claim, Runnable report) {
        try {
            report.run();
        } catch (Throwable e) {
            // Held on, its lease would be renewed for ever; let go, it runs out and the task is taken back.
            held.release(claim);
            throw e;
        } finally {
            slots.free(1);
        }
    }

    /** Reports a run over its time limit and frees its slot; the handler is interrupted and may still be at work. */
    void timeOut(HeldClaim claim, Verdict verdict) {
        if (giveUp(claim, verdict)) {
            LOG.warn(
                    "Task {} of type {}: {}; its slot goes to others, {} such handlers have not come back",
                    claim.id(),
                    claim.record().spec().type(),
                    verdict.report().error(),
                    slots.stuckCount());
        }
    }

    /** Reports a run as given back because the worker stops, although its handler did not return. */
    void abandon(HeldClaim claim) {
        if (giveUp(claim, Verdict.given(claim, true, time.now().toEpochMilli()))) {
            LOG.warn("Task {} is given back, but its handler has not come back", claim.id());
        }
    }

    private boolean giveUp(HeldClaim claim, Verdict verdict) {
        if (!claim.giveUp()) {
            return false;
        }
        // A suspect that hangs has not ended the process: the others need not wait until it comes back.
        freeSuspect(claim);
        slots.stuckBegins();
        if (claim.completing()) {
            ReadBack.Ending ending = new ReadBack.Ending(claim, verdict, null, false);
            close(claim, () -> settler.add(claim, () -> readBack.ask(ending)));
        } else {
            close(claim, () -> report(claim, verdict));
        }
        resizePool();
        return true;
    }

    private void cameBack() {
        slots.stuckEnds();
        resizePool();
    }

    private void resizePool() {
        if (executor instanceof RunThreads threads) {
            threads.besideStuck(slots.stuckCount());
        }
    }

    private void freeSuspect(HeldClaim claim) {
        if (claim.record().suspect()) {
            slots.freeSuspect();
            suspectEnded.run();
        }
    }
}
