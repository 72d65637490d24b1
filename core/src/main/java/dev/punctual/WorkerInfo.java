package dev.punctual;

/**
 * What a worker says of itself with each beat.
 *
 * @param worker its random id
 * @param name a name for people, such as the host name
 * @param wanted which tasks it takes
 * @param slots how many tasks it runs at once
 * @param running how many it runs now
 * @param lastSeenMillis when the store last heard of it, in epoch milliseconds of the store's clock; 0 in a beat
 */
public record WorkerInfo(
        String worker, String name, ClaimRequest.Wanted wanted, int slots, int running, long lastSeenMillis) {

    /** Returns this information as seen at that time. */
    public WorkerInfo seenAt(long millis) {
        return new WorkerInfo(worker, name, wanted, slots, running, millis);
    }
}
