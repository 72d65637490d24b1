package dev.punctual.jdbc;

import dev.punctual.ClaimRequest;
import dev.punctual.ClaimResult;
import dev.punctual.jdbc.DuePeek.Head;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;

/**
 * How many tasks a claim takes from which partition, from what was seen of their heads; and what the next due time is
 * after it was carried out. It only counts, so it stays right when other workers take some of the tasks meanwhile.
 *
 * <p>Within a queue the heads are merged: by priority, then sort key; every {@value #BY_TIME_EVERY}th claim by sort key
 * alone. Queues take turns, beginning with another one at each claim. Not thread-safe; made for one claim.
 */
final class ClaimPlan {

    /** A claim whose number divides by this goes by sort key alone, so that nothing starves. */
    static final int BY_TIME_EVERY = 16;

    private static final Comparator<Cursor> BY_TIME = Comparator.comparingLong(Cursor::key);
    private static final Comparator<Cursor> BY_PRIORITY = Comparator.<Cursor>comparingInt(
                    cursor -> -cursor.head.partition().priority())
            .thenComparing(BY_TIME);

    private final ClaimRequest request;
    private final DuePeek peek;
    /** The partitions in the order in which their tasks should start, one entry a task. */
    private final List<Integer> order = new ArrayList<>();

    private final Map<Integer, Integer> quotas = new TreeMap<>();
    private int suspects;

    ClaimPlan(ClaimRequest request, DuePeek peek) {
        this.request = request;
        this.peek = peek;
        choose();
    }

    private static final class Cursor {
        private final Head head;
        private int taken;

        Cursor(Head head) {
            this.head = head;
        }

        long key() {
            return taken < head.sortKeys().size() ? head.sortKeys().get(taken) : Long.MAX_VALUE;
        }
    }

    private void choose() {
        Comparator<Cursor> by = request.claimSeq() % BY_TIME_EVERY == 0 ? BY_TIME : BY_PRIORITY;
        Map<String, PriorityQueue<Cursor>> byQueue = new TreeMap<>();
        for (Head head : peek.heads()) {
            Cursor cursor = new Cursor(head);
            if (cursor.key() <= peek.nowMillis()) {
                byQueue.computeIfAbsent(head.partition().queue(), queue -> new PriorityQueue<>(by))
                        .add(cursor);
            }
        }
        List<PriorityQueue<Cursor>> queues = List.copyOf(byQueue.values());
        Deque<PriorityQueue<Cursor>> turns = new ArrayDeque<>();
        for (int i = 0; i < queues.size(); i++) {
            turns.add(queues.get((int) ((request.claimSeq() + i) % queues.size())));
        }
        while (!turns.isEmpty() && order.size() < request.max()) {
            PriorityQueue<Cursor> queue = turns.remove();
            if (takeOne(queue)) {
                turns.add(queue);
            }
        }
    }

    private boolean takeOne(PriorityQueue<Cursor> queue) {
        while (!queue.isEmpty()) {
            Cursor cursor = queue.remove();
            boolean suspect = cursor.head.partition().suspect();
            if (suspect && suspects >= request.wanted().maxSuspects()) {
                continue;
            }
            suspects += suspect ? 1 : 0;
            order.add(cursor.head.part());
            quotas.merge(cursor.head.part(), 1, Integer::sum);
            cursor.taken++;
            if (cursor.key() <= peek.nowMillis()) {
                queue.add(cursor);
            }
            return true;
        }
        return false;
    }

    /** Returns whether nothing is due that the claim may take. */
    boolean isEmpty() {
        return order.isEmpty();
    }

    /** Returns how many tasks to take from which partition, by its number. */
    Map<Integer, Integer> quotas() {
        return quotas;
    }

    /** Returns the partitions in the order in which their tasks should start, one entry a task. */
    List<Integer> order() {
        return order;
    }

    /**
     * Returns the smallest sort key that the request could have claimed and did not.
     *
     * @param taken how many tasks were taken, by the number of the partition; fewer than planned means that others held
     *     or took some, and what they held may come back: that counts as now
     */
    long nextDue(Map<Integer, Integer> taken) {
        Map<Integer, Integer> missing = new HashMap<>(quotas);
        taken.forEach((part, count) -> missing.merge(part, -count, Integer::sum));
        boolean suspectsLeft = suspectsTaken(taken) < request.wanted().maxSuspects();
        long next = ClaimResult.NONE;
        for (Head head : peek.heads()) {
            if (head.partition().suspect() && !suspectsLeft) {
                continue;
            }
            if (missing.getOrDefault(head.part(), 0) > 0) {
                next = Math.min(next, peek.nowMillis());
            }
            int first = taken.getOrDefault(head.part(), 0);
            if (first < head.sortKeys().size()) {
                next = Math.min(next, head.sortKeys().get(first));
            }
        }
        return Math.min(next, peek.againMillis());
    }

    private int suspectsTaken(Map<Integer, Integer> taken) {
        int count = 0;
        for (Head head : peek.heads()) {
            count += head.partition().suspect() ? taken.getOrDefault(head.part(), 0) : 0;
        }
        return count;
    }
}
