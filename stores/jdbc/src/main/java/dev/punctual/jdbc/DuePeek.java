package dev.punctual.jdbc;

import dev.punctual.ClaimResult;
import java.util.List;

/**
 * What one look at the due index saw.
 *
 * @param nowMicros the server's clock at the look
 * @param registry the registry number
 * @param heads the beginning of each partition that was looked at, in order of queues
 * @param againMillis when to look again at the latest, since this look did not read everything; by the server's clock
 * @param expired whether a due task among them is past its expiry
 */
record DuePeek(long nowMicros, long registry, List<Head> heads, long againMillis, boolean expired) {

    /**
     * The beginning of one partition.
     *
     * @param part its number
     * @param partition what it is
     * @param bound from which sort key on it was read
     * @param sortKeys the smallest sort keys from there on, ascending; no more than were asked for
     */
    record Head(int part, Partition partition, long bound, List<Long> sortKeys) {}

    /** Returns the same, to be looked at again in so many milliseconds at the latest, if that is not never. */
    DuePeek again(long millis) {
        return millis == ClaimResult.NONE
                ? this
                : new DuePeek(nowMicros, registry, heads, nowMillis() + Math.max(0, millis), expired);
    }

    long nowMillis() {
        return Math.floorDiv(nowMicros, 1_000L);
    }
}
