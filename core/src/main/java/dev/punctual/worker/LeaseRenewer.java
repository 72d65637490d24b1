package dev.punctual.worker;

import dev.punctual.Limits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Extends the leases of all that this worker holds, every third of the lease. */
final class LeaseRenewer implements Role {

    private final HeldClaims held;
    private final Duration every;

    LeaseRenewer(HeldClaims held, Duration lease) {
        this.held = held;
        this.every = lease.dividedBy(3);
    }

    @Override
    public Duration step() {
        List<HeldClaim> all = new ArrayList<>();
        for (HeldClaim claim : held) {
            // A fenced claim is out of our hands; its handler has been told.
            if (claim.phase() == HeldClaim.Phase.REPORTED || !claim.fenced()) {
                all.add(claim);
            }
        }
        for (int from = 0; from < all.size(); from += Limits.BATCH_MAX) {
            held.renew(all.subList(from, Math.min(all.size(), from + Limits.BATCH_MAX)));
        }
        return every;
    }
}
