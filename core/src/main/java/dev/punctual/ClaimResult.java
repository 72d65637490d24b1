package dev.punctual;

import java.util.List;

/**
 * The answer to a claim.
 *
 * @param claims the claimed records, whole, in the order in which they should start
 * @param nowMillis the store's clock at the claim, in epoch milliseconds
 * @param nextDueMillis the smallest sort key that this very request could have claimed and did not; {@link #NONE} if
 *     there is none
 * @param expired how many tasks were found expired on the way
 * @param stale true if the number of the claim was lower than the last one seen: nothing was claimed
 */
public record ClaimResult(List<TaskRecord> claims, long nowMillis, long nextDueMillis, int expired, boolean stale) {

    /** No task that the request could claim is known. */
    public static final long NONE = Long.MAX_VALUE;

    /** Copies the list. */
    public ClaimResult {
        claims = List.copyOf(claims);
    }
}
