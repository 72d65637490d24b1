package dev.punctual.wheel;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * A place among the timers of a wheel, in order of (deadline, arrival). What is due is read in order as it lies; of a
 * slot that was not split the next few are picked out, so far-off timers cost a look at their whole slot for every few
 * hundred that are read. The deadline of the first timer of a slot is known without that.
 *
 * <p>Not thread-safe; the wheel must not be changed while it is in use.
 */
public final class WheelCursor {

    private static final int PICKED_MIN = 16;
    private static final int PICKED_MAX = 1 << 16;
    private static final int PICKED_GROWTH = 16;

    /** A timer that was picked out of a slot. */
    private record Picked(long deadline, long sequence, int timer) implements Comparable<Picked> {
        @Override
        public int compareTo(Picked other) {
            return deadline != other.deadline
                    ? Long.compare(deadline, other.deadline)
                    : Long.compare(sequence, other.sequence);
        }
    }

    private final TimerPool pool;
    private final BlockList.Walker due;
    private final TimingWheel wheel;
    /** The lists behind what is due that are being read. */
    private List<BlockList> lists = List.of();
    /** Where they lie, and which slots of that level come after; before the first of them, -1. */
    private int level = -1;

    private long rest;

    private final Deque<Picked> picked = new ArrayDeque<>();
    private int pick = PICKED_MIN;
    /** Whether something was asked of {@code lists}. */
    private boolean begun;
    /** Where it stands; if {@code timer} is 0, at an unknown timer of this deadline, or at the end. */
    private long deadline;

    private long sequence;
    private int timer;
    /** The last place that was passed: only what comes after it counts. */
    private long passedDeadline;

    private long passedSequence;

    WheelCursor(TimingWheel wheel, long fromDeadline, long fromSequence) {
        this.wheel = wheel;
        pool = wheel.pool();
        passedDeadline = fromDeadline;
        passedSequence = fromSequence;
        due = wheel.due().walker();
        due.skipBlocksBefore(fromDeadline);
        find();
    }

    /** Goes on to the next list, or lists, all of which are to be read before what comes behind. */
    private void nextLists() {
        begun = false;
        pick = PICKED_MIN;
        if (level < 0) {
            level = 0;
            rest = wheel.occupied(0);
            if (!wheel.splitting().isEmpty()) {
                lists = mixed();
                return;
            }
        }
        while (rest == 0) {
            if (++level == TimingWheel.LEVELS) {
                lists = List.of();
                return;
            }
            rest = wheel.occupied(level);
        }
        lists = List.of(wheel.slot(level, Long.numberOfTrailingZeros(rest)));
        rest &= rest - 1;
    }

    /** The slot that is half split, and the levels below it, into which it is. */
    private List<BlockList> mixed() {
        List<BlockList> mixed = new ArrayList<>();
        mixed.add(wheel.splitting());
        for (; level < wheel.splitLevel(); level++) {
            slots(wheel, level, mixed);
        }
        rest = wheel.occupied(level);
        return mixed;
    }

    private static void slots(TimingWheel wheel, int level, List<BlockList> into) {
        for (long rest = wheel.occupied(level); rest != 0; rest &= rest - 1) {
            into.add(wheel.slot(level, Long.numberOfTrailingZeros(rest)));
        }
    }

    /** Returns whether it stands at a timer; false past the last one. */
    public boolean valid() {
        return deadline != TimingWheel.NEVER;
    }

    /** Returns the deadline of the timer it stands at, in epoch milliseconds. */
    public long deadline() {
        return deadline;
    }

    /** Returns the number of the timer it stands at. */
    public int timer() {
        identify();
        return timer;
    }

    /** Returns the sequence number of the timer it stands at. */
    public long sequence() {
        identify();
        return sequence;
    }

    private void identify() {
        if (!valid()) {
            throw new IllegalStateException("the cursor is past the last timer");
        }
        if (timer == LongPages.NONE) {
            find();
        }
    }

    /** Goes to the next timer. */
    public void advance() {
        identify();
        passedDeadline = deadline;
        passedSequence = sequence;
        timer = LongPages.NONE;
        find();
    }

    private boolean after(long otherDeadline, long otherSequence) {
        return otherDeadline > passedDeadline || (otherDeadline == passedDeadline && otherSequence > passedSequence);
    }

    private void find() {
        if (level < 0) {
            if (findDue()) {
                return;
            }
            nextLists();
        }
        while (true) {
            Picked next = picked.poll();
            if (next != null) {
                at(next.deadline, next.sequence, next.timer);
                return;
            }
            if (lists.isEmpty()) {
                deadline = TimingWheel.NEVER;
                return;
            }
            if (begin()) {
                return;
            }
            pickFrom();
            if (picked.isEmpty()) {
                nextLists();
            }
        }
    }

    /** The first deadline of lists that were not begun is known, mostly, without looking through them. */
    private boolean begin() {
        if (begun) {
            return false;
        }
        begun = true;
        long least = TimingWheel.NEVER;
        for (BlockList list : lists) {
            least = Math.min(least, list.exactMin());
        }
        if (least == TimingWheel.NEVER || !after(least, 1)) {
            return false;
        }
        at(least, 0, LongPages.NONE);
        return true;
    }

    private boolean findDue() {
        for (; due.valid(); due.advance()) {
            if (pool.alive(due.deadline(), due.reference())) {
                int number = TimerPool.timer(due.reference());
                if (after(due.deadline(), pool.sequence(number))) {
                    at(due.deadline(), pool.sequence(number), number);
                    due.advance();
                    return true;
                }
            }
        }
        return false;
    }

    private void at(long newDeadline, long newSequence, int newTimer) {
        deadline = newDeadline;
        sequence = newSequence;
        timer = newTimer;
    }

    private void pickFrom() {
        PriorityQueue<Picked> best = new PriorityQueue<>(Math.min(pick, 1_024), (a, b) -> b.compareTo(a));
        for (BlockList list : lists) {
            list.walk((entryDeadline, reference) -> {
                offer(best, entryDeadline, reference);
                return true;
            });
        }
        Picked[] sorted = best.toArray(new Picked[0]);
        Arrays.sort(sorted);
        picked.addAll(Arrays.asList(sorted));
        pick = Math.min(PICKED_MAX, pick * PICKED_GROWTH);
    }

    private void offer(PriorityQueue<Picked> best, long entryDeadline, long reference) {
        @Nullable Picked worst = best.size() < pick ? null : best.peek();
        if (entryDeadline < passedDeadline
                || (worst != null && entryDeadline > worst.deadline)
                || !pool.alive(entryDeadline, reference)) {
            return;
        }
        int number = TimerPool.timer(reference);
        Picked entry = new Picked(entryDeadline, pool.sequence(number), number);
        if (!after(entry.deadline, entry.sequence) || (worst != null && entry.compareTo(worst) > 0)) {
            return;
        }
        if (worst != null) {
            best.poll();
        }
        best.add(entry);
    }
}
