package dev.punctual.search;

import dev.punctual.Lease;
import dev.punctual.Reclaim;
import dev.punctual.Report;
import dev.punctual.TaskRecord;
import dev.punctual.TaskState;
import dev.punctual.TaskStateMachine.Moment;
import java.util.HashSet;
import java.util.Set;

/**
 * Checks that no state is a dead end (G1): from there on one sound worker and the clock bring the task to a final
 * state. Not thread-safe.
 */
final class Progress {

    private static final int STEPS_MAX = 20;
    private static final long WAIT_MAX = 50;

    private final Rules rules;
    private final Set<StateKey> known = new HashSet<>();

    Progress(Rules rules) {
        this.rules = rules;
    }

    void check(World world) {
        TaskRecord record = world.record;
        if (record == null || record.state().finished() || !known.add(StateKey.ofRecord(world))) {
            return;
        }
        long now = world.now;
        for (int step = 0; !record.state().finished(); step++) {
            Violation.unless(step < STEPS_MAX, "G1: a task goes round for ever");
            long next = record.lease() == null
                    ? Math.max(now, record.sortKey())
                    : Math.max(now, record.lease().untilMillis() + 1);
            Violation.unless(next - now <= WAIT_MAX, "G1: a task waits for ever");
            now = next;
            record = record.state() == TaskState.RUNNING
                    ? rules.reclaim(record, Reclaim.of(record), moment(now)).present()
                    : run(record, world.floor, now);
        }
    }

    private TaskRecord run(TaskRecord waiting, long floor, long now) {
        TaskRecord expired = rules.expire(waiting, moment(now));
        if (expired != null) {
            return expired;
        }
        Violation.unless(waiting.claimable(now), "G1: a due task cannot be claimed");
        Lease lease = new Lease("sound", 1, now + World.LEASE);
        TaskRecord claimed = rules.claim(waiting, lease, floor, moment(now));
        Report complete = Report.complete(claimed.id(), claimed.token(), claimed.history());
        return rules.settle(claimed, complete, moment(now)).present();
    }

    private static Moment moment(long millis) {
        return new Moment(millis * 1_000);
    }
}
