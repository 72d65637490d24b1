package dev.punctual.worker;

import dev.punctual.ClaimRequest;
import dev.punctual.ClaimRequest.Wanted;
import dev.punctual.ClaimResult;
import dev.punctual.TaskStore;
import dev.punctual.TimeSource;
import java.time.Duration;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Numbers the claims of one request and makes them repeatable: a claim that got no answer is sent again, the same,
 * before anything else is asked. Each claimer is a worker of its own to the store, under a random id. Not thread-safe.
 */
final class Claimer {

    private static final Logger LOG = LoggerFactory.getLogger(Claimer.class);
    /** By how much the number is raised after a stale answer, at most; the raise grows from 1 by 16 each time. */
    private static final long RAISE_MAX = 1L << 40;

    private final TaskStore store;
    private final TimeSource time;
    private final Duration lease;
    private final Wanted wanted;
    private final Wanted withoutSuspects;
    private final String worker = UUID.randomUUID().toString();
    private long claimSeq;
    private long raise = 1;
    private volatile @Nullable ClaimRequest unanswered;
    private volatile long sentNanos;

    Claimer(WorkerSettings settings, Wanted wanted) {
        this.store = settings.store();
        this.time = settings.time();
        this.lease = settings.lease();
        this.wanted = wanted;
        this.withoutSuspects = new Wanted(wanted.queues(), wanted.types(), wanted.sinkKinds(), 0);
    }

    /** Asks for due tasks, or repeats the request that got no answer, whatever is asked for now. */
    ClaimResult claim(int max, boolean suspect) {
        sentNanos = time.nanoTime();
        ClaimRequest request = unanswered;
        if (request == null) {
            claimSeq++;
            request = new ClaimRequest(worker, claimSeq, max, lease, suspect ? wanted : withoutSuspects);
            unanswered = request;
        }
        ClaimResult result = store.claimDue(request);
        unanswered = null;
        if (result.stale()) {
            LOG.warn(
                    "The store has seen a later claim than number {} of worker {}; nothing was claimed,"
                            + " the next number is {}",
                    claimSeq,
                    worker,
                    claimSeq + raise + 1);
            claimSeq += raise;
            raise = Math.min(RAISE_MAX, raise * 16);
        } else {
            raise = 1;
        }
        return result;
    }

    /** The request that has had no answer; null if there is none. */
    @Nullable
    ClaimRequest unanswered() {
        return unanswered;
    }

    /** When the latest request was sent, on the monotonic clock. */
    long sentNanos() {
        return sentNanos;
    }

    String worker() {
        return worker;
    }

    Wanted wanted() {
        return wanted;
    }
}
