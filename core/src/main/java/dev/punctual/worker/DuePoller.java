package dev.punctual.worker;

import dev.punctual.ClaimResult;
import dev.punctual.Limits;
import dev.punctual.TaskRecord;
import dev.punctual.TimeSource;
import dev.punctual.WakeupSignal.Hint;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Claims due tasks for free slots and sleeps until exactly the next one is due, at most the floor poll.
 *
 * <p>How it waits. An answer carries the store's clock and the next due time; the difference is measured off from the
 * answer on the monotonic clock. A hint of something earlier lowers {@code hinted}. Writer and reader of a hint cross
 * over two volatile fields (the hint writes {@code hinted}, then reads {@code target}; the poller writes
 * {@code target}, then reads {@code hinted}), so that one of them sees the other and no hint falls between computing
 * the wait and parking. {@link #step()} may be called too early at any time: it then only returns what is left of the
 * wait.
 *
 * <p>{@link #hint} and {@link #nudge} are thread-safe, the rest is not.
 */
final class DuePoller implements Role {

    private static final long EMPTY_WAIT_MILLIS = 5;

    private final Claimer claimer;
    private final Slots slots;
    private final Settler settler;
    private final TaskRunner runner;
    private final TimeSource time;
    private final Duration floorPoll;
    private final AtomicLong hinted = new AtomicLong(ClaimResult.NONE);
    /** When the next claim is planned, in milliseconds of the store's clock. */
    private volatile long target = Long.MIN_VALUE;

    private volatile boolean stopping;
    private volatile boolean answered;
    private volatile long answeredNanos;
    private long storeMillis;
    private long emptyWaitMillis = EMPTY_WAIT_MILLIS;
    private int reserved;
    private boolean suspect;

    DuePoller(WorkerSettings settings, Claimer claimer, Slots slots, Settler settler, TaskRunner runner) {
        this.claimer = claimer;
        this.slots = slots;
        this.settler = settler;
        this.runner = runner;
        this.time = settings.time();
        this.floorPoll = settings.floorPoll();
    }

    @Override
    public Duration step() {
        if (stopping && claimer.unanswered() == null) {
            return UNTIL_WOKEN;
        }
        long wait = nanosUntilDue();
        if (wait > 0) {
            return Duration.ofNanos(wait);
        }
        return claimer.unanswered() != null || makeRoom() ? claim() : floorPoll;
    }

    /** What is left of the wait, in nanoseconds. */
    private long nanosUntilDue() {
        long due = Math.min(target, hinted.get());
        if (due <= storeMillis || claimer.unanswered() != null) {
            return 0;
        }
        return Duration.ofMillis(due - storeMillis).toNanos() - (time.nanoTime() - answeredNanos);
    }

    private boolean makeRoom() {
        int room = settler.room();
        if (room <= 0) {
            slots.want();
            room = settler.room();
        }
        reserved = room <= 0 ? 0 : slots.reserve(Math.min(room, Limits.CLAIM_MAX));
        if (reserved > 0) {
            suspect = slots.takeSuspect();
        }
        return reserved > 0;
    }

    private Duration claim() {
        hinted.set(ClaimResult.NONE);
        // If this throws, the reserved slots stay reserved for the repetition of the very same request.
        ClaimResult result = claimer.claim(reserved, suspect);
        answeredNanos = time.nanoTime();
        storeMillis = result.nowMillis();
        answered = true;
        take(result);
        plan(result, !result.claims().isEmpty() || result.expired() > 0);
        return Duration.ofNanos(Math.max(0, nanosUntilDue()));
    }

    private void take(ClaimResult result) {
        int asked = reserved;
        boolean permit = suspect;
        boolean suspectFound = false;
        reserved = 0;
        suspect = false;
        for (TaskRecord task : result.claims()) {
            suspectFound |= task.suspect();
        }
        if (permit && !suspectFound) {
            slots.freeSuspect();
        }
        slots.free(asked - result.claims().size());
        if (stopping) {
            runner.giveBack(result.claims(), claimer.worker(), claimer.sentNanos());
        } else {
            runner.accept(result.claims(), claimer.worker(), claimer.sentNanos());
        }
    }

    private void plan(ClaimResult result, boolean progress) {
        long floor = storeMillis + floorPoll.toMillis();
        if (!progress && (result.stale() || result.nextDueMillis() <= storeMillis)) {
            // Something is due that others hold locked, or that lies beyond a bounded scan: ask again, but not hotly.
            target = Math.min(storeMillis + emptyWaitMillis, floor);
            emptyWaitMillis = Math.min(emptyWaitMillis * 2, floorPoll.toMillis());
        } else {
            target = Math.min(result.nextDueMillis(), floor);
            emptyWaitMillis = EMPTY_WAIT_MILLIS;
        }
    }

    /** Is told that something may be due at that time; returns whether the loop must be woken for it. */
    boolean hint(Hint hint) {
        boolean mine = claimer.wanted().queues().matches(hint.queue())
                && claimer.wanted().types().matches(hint.type())
                && claimer.wanted().sinkKinds().matches(hint.sinkKind());
        return mine && lower(hint.sortKeyMillis());
    }

    /** Is told to claim as soon as it can; the loop must be woken. */
    void nudge() {
        lower(Long.MIN_VALUE);
    }

    private boolean lower(long sortKeyMillis) {
        long before = hinted.get();
        while (sortKeyMillis < before) {
            if (hinted.compareAndSet(before, sortKeyMillis)) {
                return sortKeyMillis < target;
            }
            before = hinted.get();
        }
        return false;
    }

    /** Claims no more; a claim without an answer is still repeated, and what it brings given back. */
    void stop() {
        stopping = true;
    }

    /** How long ago the store last answered; zero if it never did. */
    Duration sinceAnswer() {
        return answered ? Duration.ofNanos(Math.max(0, time.nanoTime() - answeredNanos)) : Duration.ZERO;
    }

    /** For how long the store has owed an answer to a claim; zero if it owes none. */
    Duration waitsForAnswer() {
        boolean waits = claimer.unanswered() != null;
        return waits ? Duration.ofNanos(Math.max(0, time.nanoTime() - claimer.sentNanos())) : Duration.ZERO;
    }
}
