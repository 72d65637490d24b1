package dev.punctual.wheel;

/**
 * The memory of one or several wheels: a small record of each timer, and the blocks of the lists they wait in. Wheels
 * that share a pool share the numbers of their timers and one order of arrival.
 *
 * <p>Not thread-safe, and neither are the wheels that share it together.
 */
public final class TimerPool {

    /** A timer is its deadline and its sequence number; the sequence of a number that is not in use is 0. */
    private final LongPages timers = new LongPages(1);

    private static final int DEADLINE = 0;
    private static final int SEQUENCE = 1;

    private final LongPages blocks = new LongPages(BlockList.BLOCK_BITS);
    private long sequence;

    /** Makes an empty pool. */
    public TimerPool() {}

    /** Returns the number of bytes that the pool has taken from the heap. */
    public long bytes() {
        return timers.bytes() + blocks.bytes();
    }

    /**
     * Returns the sequence number of a timer: positive, growing with arrival, never used twice. It makes a handle safe:
     * the number of a timer is used again, its sequence is not.
     *
     * @return 0 if no timer has that number
     */
    public long sequence(int timer) {
        return timer <= LongPages.NONE ? 0 : timers.peek(timer, SEQUENCE);
    }

    /** Returns the deadline of a timer, in epoch milliseconds as clamped by the wheel; undefined if there is none. */
    public long deadline(int timer) {
        return timers.peek(timer, DEADLINE);
    }

    int timersInUse() {
        return timers.inUse();
    }

    int blocksInUse() {
        return blocks.inUse();
    }

    LongPages blocks() {
        return blocks;
    }

    int open(long deadline) {
        int timer = timers.allocate();
        timers.set(timer, DEADLINE, deadline);
        timers.set(timer, SEQUENCE, ++sequence);
        return timer;
    }

    void close(int timer) {
        timers.set(timer, SEQUENCE, 0);
        timers.free(timer);
    }

    /**
     * Returns what a list keeps of a timer beside its deadline: its number, and as much of its sequence as has room.
     * With the deadline that is enough to tell the entry of a timer from one that was left behind: a mistake needs the
     * same number with the same deadline a multiple of 2^32 timers later, and would only change the order of equals.
     */
    static long reference(int timer, long sequence) {
        return (long) timer << 32 | (sequence & 0xFFFF_FFFFL);
    }

    long reference(int timer) {
        return reference(timer, timers.get(timer, SEQUENCE));
    }

    static int timer(long reference) {
        return (int) (reference >>> 32);
    }

    /** Returns whether the timer of a list's entry still waits. */
    boolean alive(long deadline, long reference) {
        int timer = timer(reference);
        long now = timers.peek(timer, SEQUENCE);
        return now != 0 && (int) now == (int) reference && timers.peek(timer, DEADLINE) == deadline;
    }
}
