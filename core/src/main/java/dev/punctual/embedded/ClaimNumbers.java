package dev.punctual.embedded;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** The number of the last claim of each worker, kept until the worker has been silent for an hour. Not thread-safe. */
final class ClaimNumbers {

    static final String VALUE_PREFIX = "claim/";

    private static final long SILENT_NANOS = TimeUnit.HOURS.toNanos(1);

    private record Last(long claimSeq, long heardNanos) {}

    private final Map<String, Last> byWorker = new HashMap<>();
    private final Set<String> changed = new LinkedHashSet<>();

    /** Takes over a number from an earlier process. */
    void restore(String worker, long claimSeq, long nowNanos) {
        byWorker.put(worker, new Last(claimSeq, nowNanos));
    }

    /** Returns the last number of the worker, or 0. */
    long last(String worker) {
        Last last = byWorker.get(worker);
        return last == null ? 0 : last.claimSeq();
    }

    void record(String worker, long claimSeq, long nowNanos) {
        byWorker.put(worker, new Last(claimSeq, nowNanos));
        changed.add(worker);
    }

    /** Forgets workers that have been silent for an hour. */
    void prune(long nowNanos) {
        byWorker.entrySet().removeIf(entry -> {
            boolean silent = nowNanos - entry.getValue().heardNanos() > SILENT_NANOS;
            if (silent) {
                changed.add(entry.getKey());
            }
            return silent;
        });
    }

    void store(TaskTables tables) {
        for (String worker : changed) {
            Last last = byWorker.get(worker);
            tables.putValue(VALUE_PREFIX + worker, last == null ? null : new long[] {last.claimSeq()});
        }
        changed.clear();
    }
}
