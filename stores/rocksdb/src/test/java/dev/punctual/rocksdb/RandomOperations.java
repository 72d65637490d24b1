package dev.punctual.rocksdb;

import dev.punctual.ClaimRequest;
import dev.punctual.ClaimRequest.Wanted;
import dev.punctual.ClaimResult;
import dev.punctual.Due;
import dev.punctual.IfExists;
import dev.punctual.LeaseRef;
import dev.punctual.NewTask;
import dev.punctual.Priority;
import dev.punctual.Reclaim;
import dev.punctual.Report;
import dev.punctual.Reschedule;
import dev.punctual.Selector;
import dev.punctual.TaskId;
import dev.punctual.TaskRecord;
import dev.punctual.TaskStore;
import dev.punctual.embedded.TaskEngine;
import dev.punctual.testing.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Function;

/**
 * Operations at random, each for a store and for an engine. They are made on the store, whose answers say what can be
 * done next. No two tasks get the same place in the due index: in which order those are claimed is up to each store.
 */
final class RandomOperations {

    /** One operation in both forms. */
    record Operation(Function<TaskStore, Object> onStore, Function<TaskEngine, Object> onEngine) {}

    private static final List<IfExists> RULES = List.of(IfExists.values());
    private static final int IDS = 60;
    private static final int RUNNING_MAX = 200;
    private static final Duration LEASE = Duration.ofSeconds(2);

    private final SplittableRandom random;
    private final ManualTime time;
    private final Set<Long> taken = new HashSet<>();
    private final List<TaskRecord> running = new ArrayList<>();
    private long claims;

    RandomOperations(SplittableRandom random, ManualTime time) {
        this.random = random;
        this.time = time;
    }

    Operation next() {
        return switch (random.nextInt(12)) {
            case 0, 1, 2 -> insert();
            case 3, 4 -> claim();
            case 5, 6 -> settle();
            case 7 -> cancel();
            case 8 -> reschedule();
            case 9 -> renew();
            case 10 -> reclaim();
            default -> random.nextBoolean() ? redrive() : discard();
        };
    }

    private TaskId id() {
        return TaskId.of("task-" + random.nextInt(IDS));
    }

    /** A due time that no other task has; operations happen at odd milliseconds, so it is never that of one either. */
    private Due due() {
        while (true) {
            long millis = (time.now().toEpochMilli() + 10 + random.nextInt(3_000)) & ~1L;
            if (taken.add(millis)) {
                return Due.at(Instant.ofEpochMilli(millis));
            }
        }
    }

    private Operation insert() {
        NewTask plain = SomeTasks.task(id().value(), random.nextInt(3) == 0 ? Due.now() : due());
        NewTask task = NewTask.of(
                        plain.id(),
                        plain.spec()
                                .withQueue("queue-" + random.nextInt(3))
                                .withPriority(new Priority(random.nextInt(10))),
                        plain.due())
                .ifExists(RULES.get(random.nextInt(RULES.size())))
                .expireAfter(random.nextInt(4) == 0 ? Duration.ofMillis(500) : null);
        List<NewTask> tasks = List.of(task);
        return new Operation(store -> store.insert(tasks), engine -> engine.insert(tasks));
    }

    private Operation claim() {
        Selector queues = random.nextBoolean() ? Selector.any() : Selector.of("queue-" + random.nextInt(3));
        Wanted wanted = new Wanted(queues, Selector.any(), Selector.any(), random.nextInt(2));
        ClaimRequest request = new ClaimRequest("worker", ++claims, random.nextInt(5), LEASE, wanted);
        return new Operation(
                store -> {
                    ClaimResult result = store.claimDue(request);
                    running.addAll(result.claims());
                    while (running.size() > RUNNING_MAX) {
                        running.remove(0);
                    }
                    return result;
                },
                engine -> engine.claim(request));
    }

    private Operation settle() {
        if (running.isEmpty()) {
            return claim();
        }
        TaskRecord run = running.remove(random.nextInt(running.size()));
        Report report = switch (random.nextInt(4)) {
            case 0 -> Report.bury(run.id(), run.token(), "bad", run.history());
            case 1 -> Report.retry(run.id(), run.token(), 0, "again", run.history());
            case 2 -> Report.release(run.id(), run.token(), random.nextBoolean(), run.history());
            default -> Report.complete(run.id(), run.token(), run.history());
        };
        List<Report> reports = List.of(report);
        return new Operation(store -> store.settle(reports), engine -> engine.settle(reports));
    }

    private Operation cancel() {
        List<TaskId> ids = List.of(id(), id());
        return new Operation(store -> store.cancel(ids), engine -> engine.cancel(ids));
    }

    private Operation reschedule() {
        List<Reschedule> requests = List.of(Reschedule.of(id(), due()));
        return new Operation(store -> store.reschedule(requests), engine -> engine.reschedule(requests));
    }

    private Operation renew() {
        List<LeaseRef> leases =
                running.stream().map(run -> new LeaseRef(run.id(), run.token())).toList();
        return new Operation(store -> store.renew(leases, LEASE), engine -> engine.renew(leases, LEASE));
    }

    private Operation reclaim() {
        return new Operation(
                store -> store.reclaim(store.lapsed(1).stream().map(Reclaim::of).toList()),
                engine -> engine.reclaim(
                        engine.lapsed(1).stream().map(Reclaim::of).toList()));
    }

    private Operation redrive() {
        List<TaskId> ids = List.of(id());
        return new Operation(store -> store.queries().redrive(ids), engine -> engine.redrive(ids));
    }

    private Operation discard() {
        List<TaskId> ids = List.of(id());
        return new Operation(store -> store.queries().discard(ids), engine -> engine.discard(ids));
    }
}
