package dev.punctual.embedded;

import dev.punctual.ClaimRequest;
import dev.punctual.ClaimResult;
import dev.punctual.TaskId;
import dev.punctual.TaskRecord;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Chooses which due tasks a claim takes, and says when the next is due.
 *
 * <p>Only partitions whose head may be due are opened. Within a queue their heads are merged: by priority, then sort
 * key; every {@value #BY_TIME_EVERY}th claim by sort key alone, so that nothing starves. Queues take turns, one task
 * each, beginning with another queue at each claim: with k queues due each gets at least n/k of n. It only reads; the
 * engine applies the plan afterwards. Not thread-safe; made for one claim.
 */
final class ClaimPlanner {

    /** A claim whose number divides by this goes by sort key alone. */
    static final int BY_TIME_EVERY = 16;
    /** Most expired tasks that one claim clears away; further ones wait for the next claim. */
    static final int EXPIRED_MAX = 1_000;

    /** By sort key, then arrival where the tables know it. */
    private static final Comparator<Open> BY_TIME = Comparator.comparing(open -> open.cursor.entry());

    private static final Comparator<Open> BY_PRIORITY = Comparator.<Open>comparingInt(
                    open -> -open.due.partition().priority())
            .thenComparing(BY_TIME);

    /** An open partition: its cursor stands at an entry that is due. */
    private record Open(DuePartition due, IndexCursor cursor) {}

    private final TaskTables tables;
    private final Function<TaskId, @Nullable TaskRecord> reader;
    private final ClaimRequest request;
    private final long nowMillis;
    private final List<Open> opened = new ArrayList<>();
    private final List<DuePartition> later = new ArrayList<>();
    private final List<TaskRecord> claims = new ArrayList<>();
    private final List<TaskRecord> expired = new ArrayList<>();
    private int suspects;

    /**
     * Makes a planner.
     *
     * @param reader returns the record of an id, or null if it cannot be read
     */
    ClaimPlanner(
            TaskTables tables, Function<TaskId, @Nullable TaskRecord> reader, ClaimRequest request, long nowMillis) {
        this.tables = tables;
        this.reader = reader;
        this.request = request;
        this.nowMillis = nowMillis;
    }

    /** Returns the tasks to claim, in the order in which they should start. */
    List<TaskRecord> claims() {
        return claims;
    }

    /** Returns the tasks found past their expiry. */
    List<TaskRecord> expired() {
        return expired;
    }

    /**
     * Chooses, and moves the bounds of the partitions it read to what stays behind.
     *
     * @param wanted the partitions that the request may take from, in order of queues
     * @return the smallest sort key that the request could have claimed and did not
     */
    long plan(List<DuePartition> wanted) {
        try {
            choose(open(wanted));
            return nextDue();
        } finally {
            opened.forEach(open -> open.cursor.close());
        }
    }

    /** Opens what may be due: for each queue a heap of its partitions, the one to take from on top. */
    private List<PriorityQueue<Open>> open(List<DuePartition> wanted) {
        Comparator<Open> order = request.claimSeq() % BY_TIME_EVERY == 0 ? BY_TIME : BY_PRIORITY;
        List<PriorityQueue<Open>> queues = new ArrayList<>();
        String queue = "";
        for (DuePartition due : wanted) {
            if (due.head() > nowMillis) {
                later.add(due);
                continue;
            }
            Open open = new Open(due, tables.ascendDue(due.section(), due.head(), nowMillis));
            opened.add(open);
            if (!isDue(open)) {
                continue;
            }
            if (queues.isEmpty() || !queue.equals(due.partition().queue())) {
                queue = due.partition().queue();
                queues.add(new PriorityQueue<>(order));
            }
            queues.get(queues.size() - 1).add(open);
        }
        return queues;
    }

    private boolean isDue(Open open) {
        return open.cursor.valid() && open.cursor.number() <= nowMillis;
    }

    private void choose(List<PriorityQueue<Open>> queues) {
        Deque<PriorityQueue<Open>> turns = new ArrayDeque<>();
        for (int i = 0; i < queues.size(); i++) {
            turns.add(queues.get((int) ((request.claimSeq() + i) % queues.size())));
        }
        while (!turns.isEmpty() && claims.size() < request.max() && expired.size() < EXPIRED_MAX) {
            PriorityQueue<Open> queue = turns.remove();
            if (takeOne(queue)) {
                turns.add(queue);
            }
        }
    }

    /** Takes the next task of a queue; answers whether the queue may have more. */
    private boolean takeOne(PriorityQueue<Open> queue) {
        while (!queue.isEmpty() && expired.size() < EXPIRED_MAX) {
            Open open = queue.remove();
            if (open.due.partition().suspect() && suspects >= request.wanted().maxSuspects()) {
                continue;
            }
            TaskRecord record = reader.apply(open.cursor.id());
            if (record == null) {
                open.due.passOver(open.cursor.number());
            }
            open.cursor.advance();
            if (isDue(open)) {
                queue.add(open);
            }
            if (record == null) {
                continue;
            }
            if (record.expired(nowMillis)) {
                expired.add(record);
                continue;
            }
            claims.add(record);
            suspects += open.due.partition().suspect() ? 1 : 0;
            return true;
        }
        return !queue.isEmpty();
    }

    private long nextDue() {
        long next = ClaimResult.NONE;
        for (Open open : opened) {
            long head = open.cursor.valid() ? open.cursor.number() : ClaimResult.NONE;
            open.due.found(head);
            if (couldHaveClaimed(open.due)) {
                next = Math.min(next, head);
            }
        }
        for (DuePartition due : later) {
            if (couldHaveClaimed(due) && due.head() < next) {
                next = Math.min(next, due.exactHead(tables));
            }
        }
        return next;
    }

    /** Suspects beyond the allowed one could not have been claimed by this request. */
    private boolean couldHaveClaimed(DuePartition due) {
        return !due.partition().suspect() || suspects < request.wanted().maxSuspects();
    }
}
