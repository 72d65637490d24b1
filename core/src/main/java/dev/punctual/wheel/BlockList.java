package dev.punctual.wheel;

/**
 * A list of (deadline, reference) in order of arrival, in blocks: what a slot of the wheel holds. Entries of cancelled
 * timers stay behind dead and are swept, a few blocks at each further cancellation, once more than half is dead.
 *
 * <p>Not thread-safe.
 */
final class BlockList {

    /*
     * Design note: one file, although a long one, since all of it reads and writes the one layout described here.
     *
     * A block is 32 longs: its header (number of the next block, number of entries), then up to 15 pairs. Only the
     * head block may have entries in front that are gone (headFrom); any block may be partly filled. The counts of
     * the dead only decide when to sweep: whether an entry lives is always asked of its timer.
     */

    static final int BLOCK_BITS = 5;
    static final int ENTRIES_MAX = 15;
    /** No deadline. */
    static final long NEVER = Long.MAX_VALUE;
    /** Fewer dead entries are not worth a sweep. */
    private static final int DEAD_MIN = 2 * ENTRIES_MAX;
    /** So many blocks are looked at for each cancellation while a sweep is due: it removes more than are added. */
    private static final int SWEPT_BLOCKS = 4;

    private final TimerPool pool;
    private final LongPages blocks;
    private int head;
    private int tail;
    private int headFrom;
    private int size;
    private int dead;
    /** The block before the one to be swept next, or none for the head. */
    private int swept;
    /** No living deadline is smaller; one is equal if {@code minExact}. */
    private long min = NEVER;

    private boolean minExact = true;
    /** The deadlines of all entries, the dead too, lie between these. */
    private long low = NEVER;

    private long high = Long.MIN_VALUE;

    /** Looks at entries, living or dead, in order. */
    interface Visitor {
        /** Looks at one; answers whether to go on. */
        boolean visit(long deadline, long reference);
    }

    BlockList(TimerPool pool) {
        this.pool = pool;
        blocks = pool.blocks();
    }

    private int next(int block) {
        return (int) (blocks.get(block, 0) >>> 32);
    }

    private int fill(int block) {
        return (int) blocks.get(block, 0);
    }

    private void header(int block, int next, int fill) {
        blocks.set(block, 0, (long) next << 32 | fill);
    }

    private long deadline(int block, int at) {
        return blocks.get(block, 1 + 2 * at);
    }

    private long reference(int block, int at) {
        return blocks.get(block, 2 + 2 * at);
    }

    private void put(int block, int at, long deadline, long reference) {
        long[] page = blocks.page(block);
        int offset = blocks.offset(block) + 1 + 2 * at;
        page[offset] = deadline;
        page[offset + 1] = reference;
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** Returns the number of entries, with the dead. */
    int size() {
        return size;
    }

    /** Returns whether all entries, the dead too, have one and the same deadline for certain. */
    boolean herd() {
        return size > 0 && low == high;
    }

    /** Returns a bound that no deadline is below; the deadline itself if it is a herd. */
    long low() {
        return low;
    }

    void append(long deadline, long reference) {
        int fill = tail == LongPages.NONE ? ENTRIES_MAX : fill(tail);
        if (fill == ENTRIES_MAX) {
            int block = blocks.allocate();
            header(block, LongPages.NONE, 0);
            if (tail == LongPages.NONE) {
                head = block;
                headFrom = 0;
            } else {
                header(tail, block, fill);
            }
            tail = block;
            fill = 0;
        }
        put(tail, fill, deadline, reference);
        header(tail, LongPages.NONE, fill + 1);
        added(deadline);
    }

    private void added(long deadline) {
        size++;
        if (deadline <= min) {
            min = deadline;
            minExact = true;
        }
        low = Math.min(low, deadline);
        high = Math.max(high, deadline);
    }

    /** Adds to a list that is in order of its deadlines, behind those with the same; usually at the end. */
    void insert(long deadline, long reference) {
        if (size == 0 || deadline >= deadline(tail, fill(tail) - 1)) {
            append(deadline, reference);
            return;
        }
        int block = head;
        while (deadline >= deadline(block, fill(block) - 1)) {
            block = next(block);
        }
        int at = block == head ? headFrom : 0;
        while (deadline >= deadline(block, at)) {
            at++;
        }
        if (block == head && headFrom > 0) {
            // There is room in front: those before it move down by one.
            headFrom--;
            for (int i = headFrom; i < at - 1; i++) {
                put(block, i, deadline(block, i + 1), reference(block, i + 1));
            }
            put(block, at - 1, deadline, reference);
            added(deadline);
            return;
        }
        if (fill(block) == ENTRIES_MAX) {
            splitBlock(block);
            if (at > fill(block)) {
                at -= fill(block);
                block = next(block);
            }
        }
        int fill = fill(block);
        for (int i = fill; i > at; i--) {
            put(block, i, deadline(block, i - 1), reference(block, i - 1));
        }
        put(block, at, deadline, reference);
        header(block, next(block), fill + 1);
        added(deadline);
    }

    private void splitBlock(int block) {
        int kept = ENTRIES_MAX / 2;
        int half = blocks.allocate();
        for (int i = kept; i < ENTRIES_MAX; i++) {
            put(half, i - kept, deadline(block, i), reference(block, i));
        }
        header(half, next(block), ENTRIES_MAX - kept);
        header(block, half, kept);
        if (tail == block) {
            tail = half;
        }
        swept = LongPages.NONE;
    }

    /** Moves all entries of another list behind those of this one, whatever their number. */
    void appendAll(BlockList other) {
        if (other.size == 0) {
            other.clear();
            return;
        }
        if (size == 0) {
            clear();
            head = other.head;
            headFrom = other.headFrom;
            min = other.min;
            minExact = other.minExact;
        } else {
            if (other.headFrom > 0) {
                throw new IllegalStateException("entries were taken from a list that is moved behind another");
            }
            header(tail, other.head, fill(tail));
            if (other.min < min || (other.min == min && other.minExact)) {
                min = other.min;
                minExact = other.minExact;
            }
        }
        tail = other.tail;
        size += other.size;
        dead += other.dead;
        low = Math.min(low, other.low);
        high = Math.max(high, other.high);
        other.forget();
    }

    private void forget() {
        head = LongPages.NONE;
        tail = LongPages.NONE;
        headFrom = 0;
        size = 0;
        dead = 0;
        swept = LongPages.NONE;
        min = NEVER;
        minExact = true;
        low = NEVER;
        high = Long.MIN_VALUE;
    }

    void clear() {
        int block = head;
        while (block != LongPages.NONE) {
            int next = next(block);
            blocks.free(block);
            block = next;
        }
        forget();
    }

    long firstDeadline() {
        return deadline(head, headFrom);
    }

    long firstReference() {
        return reference(head, headFrom);
    }

    /** Removes the first entry. */
    void removeFirst() {
        if (firstDeadline() == min) {
            minExact = false;
        }
        size--;
        headFrom++;
        if (headFrom == fill(head)) {
            int next = next(head);
            if (swept == head) {
                swept = LongPages.NONE;
            }
            blocks.free(head);
            head = next;
            headFrom = 0;
            if (next == LongPages.NONE) {
                forget();
            }
        }
    }

    /** Removes the first entry, which is dead. */
    void removeFirstDead() {
        dead = Math.max(0, dead - 1);
        removeFirst();
    }

    /** Notes that an entry with this deadline may have died. */
    void doubt(long deadline) {
        if (deadline == min) {
            minExact = false;
        }
    }

    /** Notes that an entry with this deadline has died; sweeps if too many have. */
    void died(long deadline) {
        if (size == 0) {
            return;
        }
        doubt(deadline);
        dead++;
        if (dead > DEAD_MIN && 2 * dead > size) {
            for (int i = 0; i < SWEPT_BLOCKS && size > 0; i++) {
                sweepBlock();
            }
        }
    }

    /** Removes the dead of the next block in turn; what is left joins the block before if that has room. */
    private void sweepBlock() {
        int before = swept;
        int block = before == LongPages.NONE ? head : next(before);
        if (block == LongPages.NONE) {
            swept = LongPages.NONE;
            return;
        }
        int fill = fill(block);
        int from = block == head ? headFrom : 0;
        int kept = 0;
        for (int i = from; i < fill; i++) {
            long deadline = deadline(block, i);
            long reference = reference(block, i);
            if (pool.alive(deadline, reference)) {
                put(block, kept++, deadline, reference);
            }
        }
        int gone = fill - from - kept;
        size -= gone;
        dead = Math.max(0, dead - gone);
        if (block == head) {
            headFrom = 0;
        }
        header(block, next(block), kept);
        if (before != LongPages.NONE && fill(before) + kept <= ENTRIES_MAX) {
            join(before, block, kept);
        } else if (kept == 0) {
            unlinkHead(block);
        } else {
            swept = block;
        }
        if (size == 0) {
            clear();
        }
    }

    private void join(int before, int block, int kept) {
        int fill = fill(before);
        for (int i = 0; i < kept; i++) {
            put(before, fill + i, deadline(block, i), reference(block, i));
        }
        header(before, next(block), fill + kept);
        if (tail == block) {
            tail = before;
        }
        blocks.free(block);
    }

    /** Drops the head block, in which nothing is left. */
    private void unlinkHead(int block) {
        head = next(block);
        if (tail == block) {
            tail = LongPages.NONE;
        }
        blocks.free(block);
    }

    /** Returns the smallest living deadline, {@link #NEVER} if there is none. */
    long exactMin() {
        if (!minExact) {
            long known = min;
            long[] found = {NEVER};
            walk((deadline, reference) -> {
                if (deadline < found[0] && pool.alive(deadline, reference)) {
                    found[0] = deadline;
                }
                return found[0] != known;
            });
            min = found[0];
            minExact = true;
        }
        return min;
    }

    /** Shows the entries in order, the dead too. */
    void walk(Visitor visitor) {
        int at = headFrom;
        for (int block = head; block != LongPages.NONE; block = next(block)) {
            int fill = fill(block);
            for (; at < fill; at++) {
                if (!visitor.visit(deadline(block, at), reference(block, at))) {
                    return;
                }
            }
            at = 0;
        }
    }

    Walker walker() {
        return new Walker();
    }

    /** A place in a list that stays as it is meanwhile. Not thread-safe. */
    final class Walker {
        private int block = head;
        private int at = headFrom;

        /** Returns whether it stands at an entry. */
        boolean valid() {
            return block != LongPages.NONE;
        }

        long deadline() {
            return BlockList.this.deadline(block, at);
        }

        long reference() {
            return BlockList.this.reference(block, at);
        }

        void advance() {
            if (++at == fill(block)) {
                block = next(block);
                at = 0;
            }
        }

        /** Passes over whole blocks, of a list in order of its deadlines, in which all are earlier. */
        void skipBlocksBefore(long from) {
            while (valid() && BlockList.this.deadline(block, fill(block) - 1) < from) {
                block = next(block);
                at = 0;
            }
        }
    }
}
