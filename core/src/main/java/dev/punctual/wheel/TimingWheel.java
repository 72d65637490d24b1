package dev.punctual.wheel;

import org.jspecify.annotations.Nullable;

/**
 * A hierarchical timing wheel over absolute epoch milliseconds: very many deadlines, added and cancelled in constant
 * time, handed out in the order of (deadline, arrival). It has no thread and reads no clock; whoever owns it says what
 * time it is.
 *
 * <p>A timer is a small number; its owner keeps what belongs to it in arrays of its own. A number is used again once
 * its timer was handed out or cancelled, so a handle is the number together with {@link TimerPool#sequence}.
 *
 * <p><b>Promises.</b> Never early: a timer is handed out only when the time given is at least its deadline, whatever
 * the steps of the clock. Timers with equal deadlines come in order of arrival. {@link #nextEvent} is exact. A
 * cancelled timer is never handed out.
 *
 * <p><b>Caveats.</b> Deadlines are clamped to 48 bits, 0 to {@value #DEADLINE_MAX} (the year 10889). A deadline that
 * the wheel has already passed, as after a step back of the clock, costs a walk over what is due, until
 * {@link #rewind}.
 *
 * <p>Not thread-safe; see {@link ShardedTimingWheel}.
 */
public final class TimingWheel {

    /*
     * Design note: one file, although a long one, since all of it keeps the one invariant below.
     *
     * Eight levels of 64 slots; one 64-bit word a level says which slots are occupied. The level of a timer is the
     * highest digit, to the base 64, in which its deadline differs from `elapsed`, its slot that digit of the
     * deadline. So the first occupied slot of the lowest occupied level holds the next event, equal deadlines
     * always share a list, and nothing ticks. A slot whose time has come is split over the levels below, in list
     * order, which keeps equal deadlines in order of arrival; at level 0, or when all its deadlines are equal (a
     * herd), the list moves as a whole.
     *
     * Invariant: every occupied slot begins after `elapsed`; it follows that the place of a timer can be computed
     * from its deadline and `elapsed` alone, and that moving `elapsed` up to the next occupied slot moves no
     * timer.
     *
     * A split may stop half-way, so that no call is long. Then `splitting` holds the rest; what is added for its
     * range joins its end, which keeps the order, and nothing later than its beginning is handed out before it is
     * empty.
     *
     * Lists are blocks of (deadline, reference), not linked nodes: a split reads memory in order [2]. The layout
     * of levels is that of Tokio's wheel; the ideas are older [1].
     *
     * [1] Varghese, Lauck: Hashed and hierarchical timing wheels. SOSP 1987; IEEE/ACM ToN 5 (1997), scheme 7.
     * [2] docs/adr/0006-the-timing-wheel.md
     */

    /** The largest deadline. */
    public static final long DEADLINE_MAX = (1L << 48) - 1;
    /** What {@link #nextEvent} answers when nothing waits. */
    public static final long NEVER = BlockList.NEVER;

    static final int LEVELS = 8;
    static final int DIGIT_BITS = 6;
    static final int SLOTS = 1 << DIGIT_BITS;
    /** A timer moves at most once a level, so a step that looks at so many entries for each it may hand out gets on. */
    private static final int LOOKS_PER_TIMER = 4;

    private final TimerPool pool;
    private final @Nullable BlockList[] @Nullable [] slots = new BlockList[LEVELS][];
    private final long[] occupied = new long[LEVELS];
    /** In order of (deadline, arrival); all at most {@code elapsed}. */
    private BlockList due;

    private BlockList splitting;
    /** The last millisecond of the slot that is being split; it began at {@code elapsed}. */
    private long splitEnd;

    private int splitLevel;
    private long elapsed;
    private int size;

    /**
     * Makes an empty wheel.
     *
     * @param pool its memory, perhaps shared with others
     * @param nowMillis the time at which it stands, in epoch milliseconds
     */
    public TimingWheel(TimerPool pool, long nowMillis) {
        this.pool = pool;
        this.elapsed = clamp(nowMillis);
        due = new BlockList(pool);
        splitting = new BlockList(pool);
    }

    private static long clamp(long millis) {
        return Math.max(0, Math.min(millis, DEADLINE_MAX));
    }

    /** Returns the number of timers that wait or are due and not handed out. */
    public int size() {
        return size;
    }

    /** Returns the time up to which timers have been found due, in epoch milliseconds. */
    public long elapsed() {
        return elapsed;
    }

    /**
     * Adds a timer.
     *
     * @param deadlineMillis in epoch milliseconds, rounded up by whoever made it; anything outside the range is clamped
     * @return its number, positive
     */
    public int add(long deadlineMillis) {
        long deadline = clamp(deadlineMillis);
        int timer = pool.open(deadline);
        size++;
        if (splits(deadline)) {
            splitting.append(deadline, pool.reference(timer));
        } else {
            place(deadline, pool.reference(timer));
        }
        return timer;
    }

    private boolean splits(long deadline) {
        return !splitting.isEmpty() && deadline >= elapsed && deadline <= splitEnd;
    }

    private void place(long deadline, long reference) {
        if (deadline <= elapsed) {
            due.insert(deadline, reference);
            return;
        }
        int level = level(deadline);
        int slot = digit(deadline, level);
        list(level, slot).append(deadline, reference);
        occupied[level] |= 1L << slot;
    }

    private int level(long deadline) {
        return (63 - Long.numberOfLeadingZeros(deadline ^ elapsed)) / DIGIT_BITS;
    }

    private static int digit(long deadline, int level) {
        return (int) (deadline >>> (level * DIGIT_BITS)) & (SLOTS - 1);
    }

    private BlockList list(int level, int slot) {
        @Nullable BlockList[] lists = slots[level];
        if (lists == null) {
            lists = new BlockList[SLOTS];
            slots[level] = lists;
        }
        BlockList list = lists[slot];
        if (list == null) {
            list = new BlockList(pool);
            lists[slot] = list;
        }
        return list;
    }

    /**
     * Cancels a timer.
     *
     * @return true: it will never be handed out; false: it was handed out or cancelled before
     */
    public boolean cancel(int timer, long sequence) {
        if (sequence == 0 || pool.sequence(timer) != sequence) {
            return false;
        }
        long deadline = pool.deadline(timer);
        pool.close(timer);
        size--;
        if (size == 0) {
            clear();
            return true;
        }
        if (splits(deadline)) {
            // Split or not yet: counted where it is for all but what was rewound, and of both the least is in doubt.
            boolean split = (int) sequence - (int) splitting.firstReference() < 0;
            splitting.doubt(deadline);
            if (split || deadline <= elapsed) {
                dies(deadline);
            } else {
                list(level(deadline), digit(deadline, level(deadline))).doubt(deadline);
                splitting.died(deadline);
            }
        } else {
            dies(deadline);
        }
        return true;
    }

    private void dies(long deadline) {
        if (deadline <= elapsed) {
            due.died(deadline);
            return;
        }
        int level = level(deadline);
        int slot = digit(deadline, level);
        BlockList list = list(level, slot);
        list.died(deadline);
        if (list.isEmpty()) {
            occupied[level] &= ~(1L << slot);
        }
    }

    /** Drops what is left of the cancelled when nothing waits any more. */
    private void clear() {
        due.clear();
        splitting.clear();
        for (int level = 0; level < LEVELS; level++) {
            for (long rest = occupied[level]; rest != 0; rest &= rest - 1) {
                list(level, Long.numberOfTrailingZeros(rest)).clear();
            }
            occupied[level] = 0;
        }
    }

    /**
     * Finds out what is due, without handing anything out, by a bounded amount of work.
     *
     * @param nowMillis the time, in epoch milliseconds; one before {@link #elapsed} finds nothing new
     * @param looksMax about how many timers may be looked at, at least 1
     * @return whether all that is due has been found
     */
    public boolean advance(long nowMillis, int looksMax) {
        long now = clamp(nowMillis);
        int looks = looksMax;
        // Whoever cancels what is due instead of having it handed out leaves the dead in front, for every cursor to
        // pass.
        dropDead();
        while (looks > 0) {
            if (!splitting.isEmpty()) {
                looks -= split(looks);
                continue;
            }
            int level = firstLevel();
            int slot = level == LEVELS ? 0 : Long.numberOfTrailingZeros(occupied[level]);
            long start = level == LEVELS ? NEVER : start(level, slot);
            if (start > now) {
                elapsed = Math.max(elapsed, now);
                return true;
            }
            occupied[level] &= ~(1L << slot);
            open(level, list(level, slot), start, now);
            looks--;
        }
        return false;
    }

    private int firstLevel() {
        int level = 0;
        while (level < LEVELS && occupied[level] == 0) {
            level++;
        }
        return level;
    }

    private long start(int level, int slot) {
        int shift = level * DIGIT_BITS;
        long above = elapsed >>> (shift + DIGIT_BITS) << (shift + DIGIT_BITS);
        return above | (long) slot << shift;
    }

    /** The time of a slot has come, and it is no longer marked as occupied. */
    private void open(int level, BlockList list, long start, long now) {
        if (list.herd() && list.low() <= now) {
            elapsed = list.low();
            due.appendAll(list);
            return;
        }
        elapsed = start;
        if (list.herd()) {
            // Only the lists below can take it, and they are empty: their time was before that of this slot.
            long deadline = list.low();
            int below = level(deadline);
            int slot = digit(deadline, below);
            list(below, slot).appendAll(list);
            occupied[below] |= 1L << slot;
            return;
        }
        splitting.appendAll(list);
        splitEnd = start + (1L << (level * DIGIT_BITS)) - 1;
        splitLevel = level;
    }

    /** Moves entries of the slot that is being split to where they belong now; answers how many it looked at. */
    private int split(int max) {
        int looks = 0;
        while (looks < max && !splitting.isEmpty()) {
            long deadline = splitting.firstDeadline();
            long reference = splitting.firstReference();
            splitting.removeFirst();
            if (pool.alive(deadline, reference)) {
                place(deadline, reference);
            }
            looks++;
        }
        return looks;
    }

    /**
     * Hands out timers that are due, in order, by a bounded amount of work.
     *
     * <p>If the sink throws, the timer it was given counts as handed out and the wheel stays sound.
     *
     * @param nowMillis the time, in epoch milliseconds, rounded down
     * @param max how many may be handed out, at least 1
     * @return how many were; there may be more if {@link #behind} says so
     */
    public int advance(long nowMillis, int max, DueSink sink) {
        int handed = poll(nowMillis, max, sink);
        if (handed < max) {
            advance(nowMillis, LOOKS_PER_TIMER * max);
            handed += poll(nowMillis, max - handed, sink);
        }
        return handed;
    }

    private int poll(long nowMillis, int max, DueSink sink) {
        int handed = 0;
        while (handed < max && isDue(nowMillis)) {
            long deadline = due.firstDeadline();
            int timer = TimerPool.timer(due.firstReference());
            long sequence = pool.sequence(timer);
            due.removeFirst();
            pool.close(timer);
            size--;
            if (size == 0) {
                clear();
            }
            handed++;
            sink.due(timer, sequence, deadline);
        }
        return handed;
    }

    private boolean isDue(long nowMillis) {
        long first = firstDue();
        return first != NEVER && first <= nowMillis;
    }

    /** Returns the first living deadline of those found due. */
    private long firstDue() {
        dropDead();
        return due.isEmpty() ? NEVER : due.firstDeadline();
    }

    private void dropDead() {
        while (!due.isEmpty() && !pool.alive(due.firstDeadline(), due.firstReference())) {
            due.removeFirstDead();
        }
    }

    /** Returns whether a timer may be due at that time and has not been handed out. Cheap, unlike an exact answer. */
    public boolean behind(long nowMillis) {
        if (isDue(nowMillis) || (!splitting.isEmpty() && elapsed <= nowMillis)) {
            return true;
        }
        int level = firstLevel();
        return level < LEVELS && start(level, Long.numberOfTrailingZeros(occupied[level])) <= nowMillis;
    }

    /**
     * Returns the earliest deadline, in epoch milliseconds; {@link #NEVER} if nothing waits. Looks through the entries
     * of one slot if the earliest timer was cancelled or a split has stopped half-way; else it costs a few words.
     */
    public long nextEvent() {
        long first = firstDue();
        if (first != NEVER) {
            return first;
        }
        long least = splitting.exactMin();
        while (true) {
            int level = firstLevel();
            if (level == LEVELS) {
                return least;
            }
            int slot = Long.numberOfTrailingZeros(occupied[level]);
            BlockList list = list(level, slot);
            long min = list.exactMin();
            if (min != NEVER) {
                return Math.min(min, least);
            }
            list.clear();
            occupied[level] &= ~(1L << slot);
        }
    }

    /**
     * Takes the wheel back to an earlier time, as after the clock stepped back, by placing all its timers anew: about
     * 100 ns each. Without it the wheel stays right, but slow for deadlines between this time and {@link #elapsed}.
     */
    public void rewind(long nowMillis) {
        if (clamp(nowMillis) >= elapsed) {
            return;
        }
        split(Integer.MAX_VALUE);
        BlockList all = due;
        due = new BlockList(pool);
        for (int level = 0; level < LEVELS; level++) {
            for (long rest = occupied[level]; rest != 0; rest &= rest - 1) {
                all.appendAll(list(level, Long.numberOfTrailingZeros(rest)));
            }
            occupied[level] = 0;
        }
        elapsed = clamp(nowMillis);
        splitting = all;
        split(Integer.MAX_VALUE);
    }

    /**
     * Returns a cursor over the timers in order of (deadline, arrival), which stands at the first one after that place.
     * The wheel must not be changed while it is in use.
     *
     * @param deadlineMillis in epoch milliseconds; any value
     * @param sequence a sequence number; 0 to begin with the first timer of that deadline
     */
    public WheelCursor ascend(long deadlineMillis, long sequence) {
        return new WheelCursor(this, deadlineMillis, sequence);
    }

    TimerPool pool() {
        return pool;
    }

    BlockList due() {
        return due;
    }

    BlockList splitting() {
        return splitting;
    }

    /** Returns the level of the slot that is being split. */
    int splitLevel() {
        return splitLevel;
    }

    /** Returns which slots of a level are occupied, by bits. */
    long occupied(int level) {
        return occupied[level];
    }

    BlockList slot(int level, int slot) {
        return list(level, slot);
    }
}
