package dev.punctual.embedded;

import dev.punctual.Lease;
import dev.punctual.TaskId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The leases of running tasks by the monotonic clock, in memory: a lease of an earlier process has ended, so nothing of
 * this needs to outlive the process. Bounded by what workers run at once. Not thread-safe.
 */
final class LeaseTable {

    /**
     * A lease by the monotonic clock.
     *
     * @param id the task
     * @param worker the worker
     * @param claimSeq the number of the claim
     * @param deadlineNanos when it ends
     */
    record Held(TaskId id, String worker, long claimSeq, long deadlineNanos) {}

    private static final Comparator<Held> BY_DEADLINE = (a, b) ->
            a.deadlineNanos != b.deadlineNanos ? Long.compare(a.deadlineNanos, b.deadlineNanos) : a.id.compareTo(b.id);

    private final Map<TaskId, Held> byId = new HashMap<>();
    private final TreeSet<Held> byDeadline = new TreeSet<>(BY_DEADLINE);

    @Nullable
    Held get(TaskId id) {
        return byId.get(id);
    }

    void put(TaskId id, Lease lease, long deadlineNanos) {
        remove(id);
        Held held = new Held(id, lease.worker(), lease.claimSeq(), deadlineNanos);
        byId.put(id, held);
        byDeadline.add(held);
    }

    void remove(TaskId id) {
        Held held = byId.remove(id);
        if (held != null) {
            byDeadline.remove(held);
        }
    }

    /** Returns the ids that run under one claim; looks at all leases, as only a repeated claim asks. */
    List<TaskId> of(String worker, long claimSeq) {
        List<TaskId> ids = new ArrayList<>();
        byId.forEach((id, held) -> {
            if (held.claimSeq() == claimSeq && held.worker().equals(worker)) {
                ids.add(id);
            }
        });
        ids.sort(null);
        return ids;
    }

    /** Returns the ids whose lease ended before that time, those that ended first in front. */
    List<TaskId> endedBefore(long nanos, int max) {
        List<TaskId> ids = new ArrayList<>();
        for (Held held : byDeadline) {
            if (held.deadlineNanos() - nanos >= 0 || ids.size() >= max) {
                break;
            }
            ids.add(held.id());
        }
        return ids;
    }

    /** Returns the leases in order of their end, from that place on (exclusive). */
    NavigableSet<Held> byDeadlineAfter(@Nullable Held place) {
        return place == null ? byDeadline : byDeadline.tailSet(place, false);
    }
}
