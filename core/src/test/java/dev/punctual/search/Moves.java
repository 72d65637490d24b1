package dev.punctual.search;

import dev.punctual.Lease;
import dev.punctual.Report;
import dev.punctual.TaskRecord;
import dev.punctual.search.Scenario.Power;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Says what can happen next in a state. */
final class Moves {

    private final Scenario scenario;
    private final StoreSide store;
    private final WorkerSide workers;

    Moves(Scenario scenario, Rules rules) {
        this.scenario = scenario;
        store = new StoreSide(rules, new Calls(scenario));
        workers = new WorkerSide(scenario);
    }

    /**
     * Something that can happen.
     *
     * @param words what it is
     * @param change does it to a copy of the state
     */
    record Move(String words, Consumer<World> change) {}

    List<Move> of(World world) {
        List<Move> moves = new ArrayList<>(32);
        moves.add(new Move("a tick passes", next -> next.now++));
        if (scenario.has(Power.CLOCK_BACK) && !world.clockStepped) {
            moves.add(new Move("the store's clock steps back", next -> {
                next.now -= 2;
                next.clockStepped = true;
            }));
        }
        client(moves);
        if (world.record != null) {
            operator(moves);
            reclaimer(world, world.record, moves);
        }
        for (int i = 0; i < world.slots.length; i++) {
            worker(world, i, moves);
        }
        network(world, moves);
        return moves;
    }

    private void client(List<Move> moves) {
        call(moves, "schedule arrives", Calls.FIRST);
        if (scenario.has(Power.KEEP)) {
            call(moves, "another schedule (KEEP) arrives", Calls.KEEP);
        }
        if (scenario.has(Power.REPLACE)) {
            call(moves, "schedule (REPLACE) arrives", Calls.REPLACE);
        }
        if (scenario.has(Power.RESTART)) {
            call(moves, "schedule (RESTART) arrives", Calls.RESTART);
        }
        if (scenario.has(Power.CANCEL)) {
            moves.add(new Move("cancel arrives", store::cancel));
        }
        if (scenario.has(Power.RESCHEDULE)) {
            moves.add(new Move("reschedule arrives", next -> store.reschedule(next, 1)));
        }
    }

    private void call(List<Move> moves, String words, int call) {
        moves.add(new Move(words, next -> store.schedule(next, call)));
    }

    private void operator(List<Move> moves) {
        if (scenario.has(Power.RUN_NOW)) {
            moves.add(new Move("run now arrives", next -> store.reschedule(next, 0)));
        }
        if (scenario.has(Power.REDRIVE)) {
            moves.add(new Move("redrive arrives", store::redrive));
        }
        if (scenario.has(Power.DISCARD)) {
            moves.add(new Move("discard arrives", store::discard));
        }
    }

    private void reclaimer(World world, TaskRecord record, List<Move> moves) {
        if (record.lease() != null) {
            moves.add(new Move("reclaim arrives", next -> store.reclaim(next, record)));
        }
        TaskRecord takenBack = world.takenBack;
        if (takenBack != null && takenBack.token() != record.token()) {
            moves.add(new Move("an old reclaim arrives", next -> store.reclaim(next, takenBack)));
        }
    }

    private void worker(World world, int index, List<Move> moves) {
        Slot slot = world.slots[index];
        String name = slot.name;
        switch (slot.phase) {
            case IDLE -> {
                if (mayClaim(world)) {
                    moves.add(new Move(name + " claims", next -> store.claim(next, next.slots[index])));
                }
            }
            case CLAIMED -> {
                moves.add(new Move(name + " starts", next -> workers.start(next, next.slots[index])));
                report(moves, name + " releases unstarted", index, Report.Outcome.RELEASE, false);
            }
            case RUNNING -> running(world, index, moves);
        }
        if (slot.strayLife != 0) {
            moves.add(new Move(name + "'s given up handler returns", next -> next.slots[index].strayLife = 0));
        }
        if (scenario.has(Power.CRASH) && (slot.phase != Slot.Phase.IDLE || slot.strayLife != 0)) {
            moves.add(new Move(name + " crashes", next -> workers.crash(next.slots[index])));
        }
    }

    private void running(World world, int index, List<Move> moves) {
        String name = world.slots[index].name;
        report(moves, name + " completes", index, Report.Outcome.COMPLETE, false);
        report(moves, name + " fails", index, Report.Outcome.RETRY, false);
        report(moves, name + " fails for good", index, Report.Outcome.BURY, false);
        if (scenario.has(Power.GIVE_UP) && world.slots[index].strayLife == 0) {
            report(moves, name + " overruns its time", index, Report.Outcome.RETRY, true);
            report(moves, name + " stops and leaves its handler", index, Report.Outcome.RELEASE, true);
        }
    }

    private void report(List<Move> moves, String words, int index, Report.Outcome outcome, boolean unreturned) {
        moves.add(new Move(words, next -> workers.report(next, next.slots[index], outcome, unreturned)));
    }

    private void network(World world, List<Move> moves) {
        for (int i = 0; i < world.slots.length; i++) {
            Slot slot = world.slots[i];
            int index = i;
            for (int back = 0; back < Math.min(2, slot.seq); back++) {
                int numbers = back;
                moves.add(new Move(
                        slot.name + (back == 0 ? "'s claim arrives again" : "'s claim before that arrives again"),
                        next -> store.claimAgain(next, next.slots[index], numbers)));
            }
            if (slot.held != null) {
                long token = slot.held.token();
                moves.add(new Move(slot.name + "'s renewal arrives", next -> store.renew(next, token)));
            }
        }
        if (scenario.has(Power.CRASH)) {
            dead(world, moves);
        }
        for (Report report : world.reports) {
            moves.add(new Move("report " + report.outcome() + " arrives", next -> store.settle(next, report)));
            moves.add(new Move("a renewal before that report arrives", next -> store.renew(next, report.token())));
        }
    }

    private void dead(World world, List<Move> moves) {
        if (world.lateClaims == 0 && mayClaim(world)) {
            moves.add(new Move("the claim of a crashed worker arrives", store::claimOfDead));
        }
        Lease lease = world.record == null ? null : world.record.lease();
        if (lease != null && !world.alive(lease.worker())) {
            moves.add(new Move(
                    "the claim of a crashed worker arrives again", next -> store.claimOfDeadAgain(next, lease)));
        }
    }

    private boolean mayClaim(World world) {
        return world.claims < scenario.claimsMax() || world.record == null || !world.record.claimable(world.now);
    }
}
