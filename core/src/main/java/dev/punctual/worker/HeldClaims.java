package dev.punctual.worker;

import dev.punctual.CallerTransaction;
import dev.punctual.LeaseLostException;
import dev.punctual.LeaseRef;
import dev.punctual.RenewResult;
import dev.punctual.SettleResult;
import dev.punctual.TaskClient;
import dev.punctual.TaskEvent;
import dev.punctual.TaskRecord;
import dev.punctual.TaskStore;
import dev.punctual.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * What this worker holds: every claim whose report is not yet recorded. Their leases are extended from here, by the
 * worker every third of the lease and by a handler when it likes. Thread-safe.
 */
final class HeldClaims implements Iterable<HeldClaim> {

    private static final long MARGIN_MIN_NANOS = Duration.ofMillis(500).toNanos();

    private final TaskStore store;
    private final TaskClient client;
    private final TimeSource time;
    private final Duration lease;
    private final long leaseNanos;
    private final long marginNanos;
    private final Events events;
    // By identity: the same id may be held twice for a moment, while the answer to an old claim's report is being read.
    private final Set<HeldClaim> claims = ConcurrentHashMap.newKeySet();
    // Shared by renewals; alone is who takes a claim out of them, so that none is under way when its record is locked.
    private final ReentrantReadWriteLock renewing = new ReentrantReadWriteLock();

    HeldClaims(WorkerSettings settings, Events events) {
        this.store = settings.store();
        this.client = settings.client();
        this.time = settings.time();
        this.lease = settings.lease();
        this.leaseNanos = lease.toNanos();
        this.marginNanos = Math.min(Math.max(leaseNanos / 5, MARGIN_MIN_NANOS), leaseNanos / 2);
        this.events = events;
    }

    HeldClaim hold(TaskRecord record, String worker, long leaseSinceNanos) {
        HeldClaim claim = new HeldClaim(this, record, worker, leaseSinceNanos);
        claims.add(claim);
        return claim;
    }

    void release(HeldClaim claim) {
        claims.remove(claim);
    }

    @Override
    public Iterator<HeldClaim> iterator() {
        return claims.iterator();
    }

    int size() {
        return claims.size();
    }

    /** Extends the lease of one claim; false if it is lost. */
    boolean renew(HeldClaim claim) {
        renew(List.of(claim));
        return !claim.leaseLost();
    }

    /** Extends leases, in one call, and passes on what the store says of each. */
    void renew(List<HeldClaim> some) {
        List<HeldClaim> asked = new ArrayList<>(some.size());
        List<RenewResult> results;
        long sent;
        renewing.readLock().lock();
        try {
            some.stream().filter(claim -> !claim.completing()).forEach(asked::add);
            sent = time.nanoTime();
            results = asked.isEmpty() ? List.of() : store.renew(refs(asked), lease);
        } finally {
            renewing.readLock().unlock();
        }
        for (int i = 0; i < asked.size(); i++) {
            HeldClaim claim = asked.get(i);
            switch (results.get(i)) {
                case OK -> claim.renewed(sent);
                case CANCEL_REQUESTED -> {
                    claim.renewed(sent);
                    claim.requestCancel();
                }
                case FENCED -> {
                    if (claim.fence()) {
                        events.emit(TaskEvent.Kind.LEASE_LOST, claim, "");
                    }
                }
            }
        }
    }

    private static List<LeaseRef> refs(List<HeldClaim> some) {
        return some.stream()
                .map(claim -> new LeaseRef(claim.id(), claim.token()))
                .toList();
    }

    /** Completes a task in a transaction of its handler's. */
    void completeIn(HeldClaim claim, CallerTransaction transaction) {
        TaskStore inside = store.within(transaction);
        leaveRenewals(claim);
        Verdict verdict = Verdict.of(claim, null, time.now().toEpochMilli());
        SettleResult result = inside.settle(List.of(verdict.report())).get(0);
        if (result != SettleResult.OK) {
            if (claim.lose()) {
                events.emit(TaskEvent.Kind.LEASE_LOST, claim, "");
            }
            throw new LeaseLostException(claim.id(), claim.token());
        }
    }

    /**
     * Waits for renewals under way, so that none of them waits for the transaction; but at most half the time between
     * two of them, since one may be waiting for a record that this transaction has locked before.
     */
    private void leaveRenewals(HeldClaim claim) {
        boolean alone = false;
        try {
            alone = renewing.writeLock().tryLock(leaseNanos / 6, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        try {
            claim.completeItself();
        } finally {
            if (alone) {
                renewing.writeLock().unlock();
            }
        }
    }

    /** How much of a lease must be left for a start: a fifth, at least half a second, at most half of it. */
    long marginNanos() {
        return marginNanos;
    }

    long leaseNanos() {
        return leaseNanos;
    }

    long nanoTime() {
        return time.nanoTime();
    }

    TaskClient client() {
        return client;
    }
}
