package dev.punctual.jdbc;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Where the living entries of a partition begin beyond what is due soon. A look reads on from the last due entry to the
 * next living one, to tell when something is due next. If all waiting tasks were moved to later while somebody holds an
 * old snapshot, that is through all the dead entries they left behind (60 ms with 300,000 of them on PostgreSQL), at
 * each claim. When looks have been slow for a while they leap over that range, to where the last whole look found the
 * first living entry.
 *
 * <p>What was added to that range meanwhile is found by the next whole look, which the answer of a leaping one asks
 * for. Until then nothing of it can be due: {@link #NEAR_MILLIS} reach further than that. Thread-safe.
 */
final class FarHeads {

    /** How far ahead every look reads: longer than whole looks are apart. */
    static final long NEAR_MILLIS = TimeUnit.NANOSECONDS.toMillis(DueIndex.UNBOUNDED_EVERY_NANOS) + 1_000;
    /** A look that takes longer is slow. */
    static final long SLOW_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    /** So many slow looks one after the other are no accident. */
    static final int SLOW_LOOKS = 8;

    private final Map<Integer, Long> heads = new ConcurrentHashMap<>();
    private volatile int slow;

    /** Is told how long a look took, and whether it read all of its partitions from end to end. */
    synchronized void took(long nanos, boolean whole) {
        if (nanos >= SLOW_NANOS) {
            slow = Math.min(SLOW_LOOKS, slow + 1);
        } else if (whole || slow < SLOW_LOOKS) {
            slow = 0;
        }
    }

    /**
     * Is told what a whole look found in a partition.
     *
     * @param limit how many entries it would have read at most
     */
    void found(int part, long nowMillis, List<Long> sortKeys, int limit) {
        Long far = sortKeys.stream()
                .filter(key -> key > nowMillis + NEAR_MILLIS)
                .findFirst()
                .orElse(sortKeys.size() < limit ? Long.MAX_VALUE : null);
        if (far == null) {
            heads.remove(part);
        } else {
            heads.put(part, far);
        }
    }

    /** Returns where a look at the partition goes on behind what is due soon; the smallest long if without a leap. */
    long leap(int part) {
        return slow < SLOW_LOOKS ? Long.MIN_VALUE : heads.getOrDefault(part, Long.MIN_VALUE);
    }
}
