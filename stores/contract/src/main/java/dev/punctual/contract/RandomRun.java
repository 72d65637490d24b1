package dev.punctual.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.ClaimRequest;
import dev.punctual.ClaimResult;
import dev.punctual.LeaseRef;
import dev.punctual.NewTask;
import dev.punctual.Reclaim;
import dev.punctual.Report;
import dev.punctual.Reschedule;
import dev.punctual.TaskId;
import dev.punctual.TaskRecord;
import dev.punctual.TaskState;
import dev.punctual.TaskStateMachine;
import dev.punctual.TaskStateMachine.Moment;
import dev.punctual.TaskStateMachine.Step;
import dev.punctual.TaskStore;
import dev.punctual.testing.ManualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** One random run of operations on a store and on the model side by side. Not thread-safe. */
final class RandomRun {

    private static final List<String> WORKERS = List.of("w-1", "w-2", "w-3");
    private static final int TRACED = 8;

    private final TaskStore store;
    private final ManualTime time;
    private final RandomModel model;
    private final Random random;
    private final RandomTasks tasks;
    private final String run;
    private final Map<String, ClaimRequest> lastClaims = new HashMap<>();
    private final List<String> trace = new ArrayList<>();
    private int step;
    private int claimed;

    RandomRun(TaskStore store, ManualTime time, RandomModel model, Random random) {
        this.store = store;
        this.time = time;
        this.model = model;
        this.random = random;
        this.tasks = new RandomTasks(random);
        this.run = "r" + Long.toHexString(time.nanoTime());
    }

    void steps(int count) {
        for (step = 1; step <= count; step++) {
            operation();
            model.compare(store, RandomTasks.IDS);
        }
    }

    /** Returns the last operations, for a failure's message. */
    String trace() {
        return "step " + step + " after " + trace;
    }

    int claimed() {
        return claimed;
    }

    private void operation() {
        int choice = random.nextInt(100);
        if (choice < 22) {
            insert();
        } else if (choice < 44) {
            claim();
        } else if (choice < 58) {
            settle();
        } else if (choice < 63) {
            renew();
        } else if (choice < 70) {
            reclaim();
        } else if (choice < 75) {
            cancel(tasks.someIds());
        } else if (choice < 80) {
            reschedule();
        } else if (choice < 88) {
            operate(choice);
        } else {
            advance();
        }
    }

    private Moment now() {
        return Moment.of(time.now());
    }

    private void traced(String operation) {
        trace.add(operation);
        if (trace.size() > TRACED) {
            trace.remove(0);
        }
    }

    /** A row of the table for one item. */
    private interface Row<I, A> {
        Step<A> apply(@Nullable TaskRecord current, I item);
    }

    /** Sends a batch to the store, steps the model through the same items, and compares the answers. */
    private <I, A> void both(List<I> items, Function<I, TaskId> id, Row<I, A> row, Function<List<I>, List<A>> call) {
        traced(items.toString());
        List<A> expected = new ArrayList<>();
        for (I item : items) {
            TaskId named = id.apply(item);
            expected.add(model.apply(named, row.apply(model.get(named), item)));
        }
        assertThat(call.apply(items)).isEqualTo(expected);
    }

    private void insert() {
        List<NewTask> batch = IntStream.range(0, 1 + random.nextInt(4))
                .mapToObj(i -> tasks.task(time.now()))
                .toList();
        Moment now = now();
        both(batch, NewTask::id, (current, task) -> model.machine.schedule(current, task, now), store::insert);
    }

    private void claim() {
        String worker = run + tasks.pick(WORKERS);
        ClaimRequest last = lastClaims.get(worker);
        long lastSeq = last == null ? 0 : last.claimSeq();
        ClaimRequest request = new ClaimRequest(worker, lastSeq + 1, random.nextInt(7), tasks.lease(), tasks.wanted());
        int kind = random.nextInt(100);
        if (last != null && kind < 15) {
            request = last;
        } else if (lastSeq > 1 && kind < 20) {
            long lower = lastSeq - 1;
            request = new ClaimRequest(worker, lower, request.max(), request.lease(), request.wanted());
        }
        traced(request.toString());
        ClaimResult result = store.claimDue(request);
        ClaimCheck check = new ClaimCheck(model, store, request, result, now());
        if (request.claimSeq() < lastSeq) {
            check.stale();
        } else if (request.claimSeq() == lastSeq) {
            check.repeated();
        } else {
            check.fresh();
            lastClaims.put(worker, request);
            claimed += result.claims().size();
        }
    }

    private void settle() {
        List<TaskRecord> running = model.in(TaskState.RUNNING);
        List<TaskRecord> candidates = running.isEmpty() ? model.all() : running;
        if (candidates.isEmpty()) {
            return;
        }
        List<Report> reports = IntStream.range(0, 1 + random.nextInt(3))
                .mapToObj(i -> tasks.report(tasks.pick(candidates)))
                .toList();
        Moment now = now();
        both(reports, Report::id, (current, report) -> model.machine.settle(current, report, now), store::settle);
    }

    private void renew() {
        List<LeaseRef> refs = new ArrayList<>();
        for (TaskRecord record : model.all()) {
            if (tasks.chance(20)) {
                refs.add(new LeaseRef(record.id(), record.token() + (tasks.chance(10) ? 1 : 0)));
            }
        }
        Duration lease = tasks.lease();
        long until = now().millis() + lease.toMillis();
        both(
                refs,
                LeaseRef::id,
                (current, ref) -> model.machine.renew(current, ref, until),
                items -> store.renew(items, lease));
    }

    private void reclaim() {
        Moment now = now();
        assertThat(store.lapsed(1_000)).containsExactlyInAnyOrderElementsOf(model.lapsed(now));
        List<Reclaim> reclaims = new ArrayList<>();
        for (TaskRecord record : model.all()) {
            if (record.lease() != null && tasks.chance(70)) {
                Reclaim reclaim = Reclaim.of(record);
                long token = reclaim.token() + (tasks.chance(5) ? 1 : 0);
                reclaims.add(new Reclaim(record.id(), token, reclaim.history()));
            }
        }
        both(reclaims, Reclaim::id, (current, reclaim) -> model.machine.reclaim(current, reclaim, now), store::reclaim);
    }

    private void cancel(List<TaskId> ids) {
        Moment now = now();
        both(ids, id -> id, (current, id) -> model.machine.cancel(current, now), store::cancel);
    }

    private void reschedule() {
        Moment now = now();
        List<Reschedule> requests = new ArrayList<>();
        for (TaskId id : tasks.someIds()) {
            TaskRecord current = model.get(id);
            Long revision = current == null || tasks.chance(70)
                    ? null
                    : Long.valueOf(current.revision() + (tasks.chance(30) ? 1 : 0));
            requests.add(
                    new Reschedule(id, tasks.due(time.now()), tasks.chance(30) ? tasks.payload() : null, revision));
        }
        both(
                requests,
                Reschedule::id,
                (current, request) -> model.machine.reschedule(current, request, now),
                store::reschedule);
    }

    private void operate(int choice) {
        Moment now = now();
        TaskStateMachine machine = model.machine;
        List<TaskId> ids = tasks.someIds();
        if (choice == 80 || choice == 81) {
            both(
                    ids,
                    id -> id,
                    (current, id) -> machine.runNow(current, id, paused(current), now),
                    store.queries()::runNow);
        } else if (choice <= 83) {
            both(ids, id -> id, (current, id) -> machine.redrive(current, id, now), store.queries()::redrive);
        } else if (choice == 84) {
            both(ids, id -> id, (current, id) -> machine.discard(current), store.queries()::discard);
        } else if (choice == 85) {
            traced("prune");
            int answer = store.queries().prune(10_000);
            assertThat(answer).as("records pruned").isEqualTo(model.prune(store, now));
        } else {
            pauseOrResume();
        }
    }

    private boolean paused(@Nullable TaskRecord record) {
        return record != null && model.paused.contains(record.spec().queue());
    }

    private void pauseOrResume() {
        String queue = tasks.pick(RandomTasks.QUEUES);
        if (model.paused.isEmpty() && tasks.chance(40)) {
            traced("pause " + queue);
            store.queries().pause(queue);
            model.paused.add(queue);
        } else {
            traced("resume " + model.paused);
            model.paused.forEach(store.queries()::resume);
            model.paused.clear();
        }
    }

    private void advance() {
        int kind = random.nextInt(100);
        long millis = kind < 40 ? random.nextInt(5) : kind < 92 ? random.nextInt(3_000) : kind < 98 ? 11_000 : 601_000;
        traced("advance " + millis);
        time.advance(Duration.ofMillis(millis));
    }

    /** Ends and removes every record, so that the next run finds the store empty. */
    void end() {
        model.paused.forEach(store.queries()::resume);
        model.paused.clear();
        for (TaskRecord record : model.in(TaskState.RUNNING)) {
            store.settle(List.of(Tasks.complete(record)));
        }
        store.cancel(RandomTasks.IDS);
        store.queries().discard(RandomTasks.IDS);
        assertThat(store.queries().counts()).as("counts of the empty store").isEmpty();
        assertThat(store.queries().queues()).isEmpty();
    }
}
