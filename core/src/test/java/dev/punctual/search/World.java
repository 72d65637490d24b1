package dev.punctual.search;

import dev.punctual.Report;
import dev.punctual.TaskRecord;
import dev.punctual.TaskStateMachine.Moment;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One state of everything: the store, the workers, the messages under way and the witness. Copied, then changed.
 *
 * <p>A message once sent can be delivered at any time, any number of times, or never. Claims under way follow from the
 * workers' numbers; renewals can be delivered for every token whose worker or report is still about; commands of
 * clients and operators can arrive at any time anyway. So only reports are listed.
 */
final class World {

    /** The length of a lease, in ticks of one millisecond. */
    static final int LEASE = 1;
    /** When it begins, in epoch milliseconds. */
    static final long BEGIN = 1_800_000_000_000L;

    long now = BEGIN;

    @Nullable
    TaskRecord record;

    long floor;
    int claims;
    boolean clockStepped;
    final Slot[] slots;
    /** Reports sent, the oldest first. */
    List<Report> reports = List.of();
    /** The record that was last taken back: another reclaimer saw it too and comes late. */
    @Nullable
    TaskRecord takenBack;
    /** How many claims of crashed processes arrived late. */
    int lateClaims;

    final Witness witness;

    World() {
        slots = new Slot[] {new Slot("a"), new Slot("b")};
        witness = new Witness();
    }

    private World(World from) {
        now = from.now;
        record = from.record;
        floor = from.floor;
        claims = from.claims;
        clockStepped = from.clockStepped;
        slots = new Slot[] {new Slot(from.slots[0]), new Slot(from.slots[1])};
        reports = from.reports;
        takenBack = from.takenBack;
        lateClaims = from.lateClaims;
        witness = new Witness(from.witness);
    }

    World copy() {
        return new World(this);
    }

    /** Returns whether nothing has changed since the other was copied; cheaper than comparing keys. */
    boolean same(World other) {
        return now == other.now
                && Objects.equals(record, other.record)
                && floor == other.floor
                && lateClaims == other.lateClaims
                && reports.equals(other.reports)
                && slots[0].same(other.slots[0])
                && slots[1].same(other.slots[1])
                && witness.same(other.witness);
    }

    Moment moment() {
        return new Moment(now * 1_000);
    }

    void send(Report report, int kept) {
        List<Report> all = new ArrayList<>(reports);
        all.add(report);
        reports = List.copyOf(all.subList(Math.max(0, all.size() - kept), all.size()));
    }

    boolean alive(String worker) {
        return worker.equals(slots[0].worker()) || worker.equals(slots[1].worker());
    }

    /** Returns whether a handler of the present life of the id is at work, leaving out that of one slot (or none). */
    boolean handlerAtWork(@Nullable Slot except) {
        for (Slot slot : slots) {
            boolean running = slot != except && slot.phase == Slot.Phase.RUNNING && slot.life == witness.life;
            if (running || slot.strayLife == witness.life) {
                return true;
            }
        }
        return false;
    }
}
