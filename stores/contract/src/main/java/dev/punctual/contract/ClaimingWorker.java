package dev.punctual.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.ClaimRequest;
import dev.punctual.ClaimResult;
import dev.punctual.Limits;
import dev.punctual.Selector;
import dev.punctual.TaskId;
import dev.punctual.TaskRecord;
import dev.punctual.TaskStore;
import dev.punctual.WorkerInfo;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * A worker process as a store sees it: a random id, claims that it counts, and what it wants.
 *
 * <p>Not thread-safe.
 */
public final class ClaimingWorker {

    /** Wants every task and at most one suspect. */
    static final ClaimRequest.Wanted EVERYTHING =
            new ClaimRequest.Wanted(Selector.any(), Selector.any(), Selector.any(), 1);

    private final Supplier<TaskStore> store;
    private final String id = UUID.randomUUID().toString();
    private long claimSeq;
    private Duration lease = Duration.ofSeconds(30);
    private ClaimRequest.Wanted wanted = EVERYTHING;

    ClaimingWorker(Supplier<TaskStore> store) {
        this.store = store;
    }

    ClaimingWorker lease(Duration newLease) {
        lease = newLease;
        return this;
    }

    ClaimingWorker wanting(ClaimRequest.Wanted newWanted) {
        wanted = newWanted;
        return this;
    }

    ClaimingWorker queues(String... names) {
        return wanting(
                new ClaimRequest.Wanted(Selector.of(names), wanted.types(), wanted.sinkKinds(), wanted.maxSuspects()));
    }

    ClaimingWorker types(String... names) {
        return wanting(
                new ClaimRequest.Wanted(wanted.queues(), Selector.of(names), wanted.sinkKinds(), wanted.maxSuspects()));
    }

    ClaimingWorker sinks(String... kinds) {
        return wanting(
                new ClaimRequest.Wanted(wanted.queues(), wanted.types(), Selector.of(kinds), wanted.maxSuspects()));
    }

    ClaimingWorker maxSuspects(int max) {
        return wanting(new ClaimRequest.Wanted(wanted.queues(), wanted.types(), wanted.sinkKinds(), max));
    }

    /** The next claim will carry the number after this one. */
    ClaimingWorker countedTo(long number) {
        claimSeq = number;
        return this;
    }

    String id() {
        return id;
    }

    long claimSeq() {
        return claimSeq;
    }

    /** A new claim. */
    ClaimResult claim(int max) {
        claimSeq++;
        return repeat(max);
    }

    /** The last claim again, under the same number. */
    ClaimResult repeat(int max) {
        return store.get().claimDue(new ClaimRequest(id, claimSeq, max, lease, wanted));
    }

    /** Claims one task, which must be this one. */
    TaskRecord take(String task) {
        List<TaskRecord> claims = claim(1).claims();
        assertThat(claims).as("claim of %s", task).extracting(TaskRecord::id).containsExactly(TaskId.of(task));
        return claims.get(0);
    }

    /** Claims until nothing more is due; answers all of it in the order of the claims. */
    List<TaskRecord> takeAll() {
        List<TaskRecord> all = new ArrayList<>();
        List<TaskRecord> some;
        do {
            some = claim(Limits.CLAIM_MAX).claims();
            all.addAll(some);
        } while (!some.isEmpty());
        return all;
    }

    WorkerInfo info(int running) {
        return new WorkerInfo(id, "worker of the contract", wanted, 8, running, 0);
    }
}
