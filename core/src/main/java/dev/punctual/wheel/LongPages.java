package dev.punctual.wheel;

import java.util.Arrays;

/**
 * Small units of a few longs each, in pages, named by numbers from 1 on: memory that makes no garbage and that the
 * collector neither scans nor moves. A page in which nothing is used any more is given back, unless it is the last one
 * with room.
 *
 * <p>The last unit of a page is left out, so that a page with its header fits a quarter of the smallest region of the
 * G1 collector. The first page begins small and grows. Not thread-safe.
 */
final class LongPages {

    /** No unit has this number. */
    static final int NONE = 0;

    private static final int PAGE_BITS = 15;
    private static final int FIRST_UNITS = 32;

    private final int unitBits;
    private final int indexBits;
    private final int indexMask;
    private final int unitsMax;
    private long[][] pages = new long[1][];
    private int[] used = new int[1];
    private int[] free = new int[1];
    private int[] fresh = new int[1];
    /** Pages with room, as a stack. */
    private int[] open = new int[1];

    private int openCount;
    private int pageCount;
    private int released;

    /** Makes pages of units of {@code 1 << unitBits} longs. */
    LongPages(int unitBits) {
        this.unitBits = unitBits;
        indexBits = PAGE_BITS - unitBits;
        indexMask = (1 << indexBits) - 1;
        unitsMax = indexMask;
    }

    /** Returns a unit with undefined content. */
    int allocate() {
        int page = openCount > 0 ? open[openCount - 1] : newPage();
        int index = free[page];
        if (index != NONE) {
            free[page] = (int) pages[page][(index - 1) << unitBits];
        } else {
            index = ++fresh[page];
            int end = index << unitBits;
            if (end > pages[page].length) {
                int longs = Math.min(unitsMax << unitBits, 2 * pages[page].length);
                pages[page] = Arrays.copyOf(pages[page], longs);
            }
        }
        used[page]++;
        if (full(page)) {
            openCount--;
        }
        return (page << indexBits) + index;
    }

    private boolean full(int page) {
        return free[page] == NONE && fresh[page] == unitsMax;
    }

    private int newPage() {
        int page = pageCount;
        if (released > 0) {
            page = 0;
            while (page < pageCount && pages[page] != null) {
                page++;
            }
            released--;
        } else {
            pageCount++;
            if (page == pages.length) {
                grow(2 * page);
            }
        }
        pages[page] = new long[(page == 0 ? FIRST_UNITS : unitsMax) << unitBits];
        used[page] = 0;
        free[page] = NONE;
        fresh[page] = 0;
        open[openCount++] = page;
        return page;
    }

    private void grow(int size) {
        pages = Arrays.copyOf(pages, size);
        used = Arrays.copyOf(used, size);
        free = Arrays.copyOf(free, size);
        fresh = Arrays.copyOf(fresh, size);
        open = Arrays.copyOf(open, size);
    }

    /** Gives a unit back. */
    void free(int unit) {
        int page = (unit - 1) >>> indexBits;
        int index = ((unit - 1) & indexMask) + 1;
        if (full(page)) {
            open[openCount++] = page;
        }
        pages[page][(index - 1) << unitBits] = free[page];
        free[page] = index;
        used[page]--;
        if (used[page] == 0 && openCount > 1) {
            release(page);
        }
    }

    private void release(int page) {
        int at = openCount - 1;
        while (open[at] != page) {
            at--;
        }
        System.arraycopy(open, at + 1, open, at, openCount - at - 1);
        openCount--;
        pages[page] = null;
        released++;
    }

    /** Returns a long of a unit; 0 if the page of the unit was given back or never there. */
    long peek(int unit, int at) {
        int page = (unit - 1) >>> indexBits;
        long[] longs = page < pageCount ? pages[page] : null;
        int offset = (((unit - 1) & indexMask) << unitBits) + at;
        return longs == null || offset >= longs.length ? 0 : longs[offset];
    }

    /** Returns the page that holds a unit in use. */
    long[] page(int unit) {
        return pages[(unit - 1) >>> indexBits];
    }

    /** Returns where in its page a unit begins. */
    int offset(int unit) {
        return ((unit - 1) & indexMask) << unitBits;
    }

    long get(int unit, int at) {
        return page(unit)[offset(unit) + at];
    }

    void set(int unit, int at, long value) {
        page(unit)[offset(unit) + at] = value;
    }

    /** Returns the number of units in use. */
    int inUse() {
        int units = 0;
        for (int page = 0; page < pageCount; page++) {
            units += pages[page] == null ? 0 : used[page];
        }
        return units;
    }

    /** Returns the number of bytes of all pages. */
    long bytes() {
        long longs = 0;
        for (int page = 0; page < pageCount; page++) {
            longs += pages[page] == null ? 0 : pages[page].length + 2;
        }
        return longs * Long.BYTES;
    }
}
