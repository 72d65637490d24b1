package dev.punctual.search;

import dev.punctual.Report;
import dev.punctual.RunHistory;
import dev.punctual.TaskRecord;

/**
 * What a worker does by itself. It may do each step at any time, however late: that covers every pause, and every check
 * of its own clock that a pause outdates.
 */
final class WorkerSide {

    /** The wait that a failing run asks for, in ticks. */
    static final int RETRY_DELAY = 1;

    private final Scenario scenario;

    WorkerSide(Scenario scenario) {
        this.scenario = scenario;
    }

    void start(World world, Slot slot) {
        slot.phase = Slot.Phase.RUNNING;
        world.witness.started(world, slot);
    }

    /** Reports and forgets: whether and when the report arrives is up to the network. */
    void report(World world, Slot slot, Report.Outcome outcome, boolean unreturned) {
        TaskRecord task = slot.task();
        boolean failed = outcome == Report.Outcome.RETRY || outcome == Report.Outcome.BURY;
        boolean started = slot.phase == Slot.Phase.RUNNING;
        world.send(
                new Report(
                        task.id(),
                        task.token(),
                        outcome,
                        outcome == Report.Outcome.RETRY ? RETRY_DELAY : 0,
                        failed ? "failed" : "",
                        unreturned,
                        started ? history(task, outcome) : task.history()),
                scenario.reportsKept());
        if (unreturned) {
            slot.strayLife = slot.life;
        }
        slot.idle();
    }

    private static RunHistory history(TaskRecord task, Report.Outcome outcome) {
        RunHistory.Outcome end = switch (outcome) {
            case COMPLETE -> RunHistory.Outcome.COMPLETED;
            case RETRY -> RunHistory.Outcome.RETRIED;
            case BURY -> RunHistory.Outcome.BURIED;
            case RELEASE -> RunHistory.Outcome.RELEASED;
        };
        return task.history().plus(new RunHistory.Run(task.token(), "", 0, 0, end, ""));
    }

    /** The process ends with all its handlers; one with another id takes its place. */
    void crash(Slot slot) {
        slot.process++;
        slot.seq = 0;
        slot.strayLife = 0;
        slot.idle();
    }
}
