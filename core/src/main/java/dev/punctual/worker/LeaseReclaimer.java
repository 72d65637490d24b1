package dev.punctual.worker;

import dev.punctual.LeaseRef;
import dev.punctual.Reclaim;
import dev.punctual.TaskEvent;
import dev.punctual.TaskRecord;
import dev.punctual.TaskStore;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes back tasks whose worker was lost. What this worker holds itself it leaves alone: after an outage of the store
 * the renewer comes first.
 */
final class LeaseReclaimer implements Role {

    private static final Logger LOG = LoggerFactory.getLogger(LeaseReclaimer.class);
    private static final int PAGE = 100;
    private static final Duration EVERY_MAX = Duration.ofSeconds(1);

    private final TaskStore store;
    private final HeldClaims held;
    private final Events events;
    private final Duration every;

    LeaseReclaimer(WorkerSettings settings, HeldClaims held, Events events) {
        this.store = settings.store();
        this.held = held;
        this.events = events;
        Duration quarter = settings.lease().dividedBy(4);
        this.every = quarter.compareTo(EVERY_MAX) < 0 ? quarter : EVERY_MAX;
    }

    @Override
    public Duration step() {
        return reclaim() >= PAGE ? Duration.ZERO : every;
    }

    /** Takes back at most a page of tasks and returns how many. */
    int reclaim() {
        List<TaskRecord> lapsed = store.lapsed(PAGE);
        if (!lapsed.isEmpty() && held.size() > 0) {
            Set<LeaseRef> mine = new HashSet<>();
            held.forEach(claim -> mine.add(new LeaseRef(claim.id(), claim.token())));
            lapsed = lapsed.stream()
                    .filter(task -> !mine.contains(new LeaseRef(task.id(), task.token())))
                    .toList();
        }
        if (lapsed.isEmpty()) {
            return 0;
        }
        List<Boolean> taken = store.reclaim(lapsed.stream().map(Reclaim::of).toList());
        int count = 0;
        for (int i = 0; i < taken.size(); i++) {
            if (taken.get(i)) {
                count++;
                events.emit(TaskEvent.Kind.RECLAIMED, lapsed.get(i), "");
            }
        }
        if (count > 0) {
            LOG.info(
                    "Took back {} tasks whose worker was lost, the first is {}",
                    count,
                    lapsed.get(0).id());
        }
        return count;
    }
}
