package dev.punctual.worker;

import static dev.punctual.worker.Bench.step;
import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.Due;
import dev.punctual.NewTask;
import dev.punctual.StoreSettings;
import dev.punctual.TaskClient;
import dev.punctual.TaskRequest;
import dev.punctual.TaskState;
import dev.punctual.TaskStore;
import dev.punctual.memory.MemoryTaskStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Queues paused and resumed while there is much to do. */
class PauseTest {

    private static final int SLOTS = 8;

    private final Bench bench = new Bench();

    private NewTask inQueue(String id, String queue) {
        NewTask task = bench.task(id, Duration.ZERO);
        return NewTask.of(task.id(), task.spec().withQueue(queue), Due.now());
    }

    private void schedule(int count, String queue) {
        for (int i = 0; i < count; i++) {
            bench.insert(inQueue(queue + i, queue));
        }
    }

    private long started(String queue) {
        return bench.ran.stream().filter(id -> id.startsWith(queue)).count();
    }

    private void runClaimed() {
        while (!bench.waiting.isEmpty()) {
            bench.runNext();
        }
    }

    @Test
    void paused_onlyWhatWasClaimedStarts_andOtherQueuesGoOn() {
        schedule(1_000, "mail");
        TaskWorker worker = bench.worker().slots(SLOTS).runBy(bench.later()).build();
        worker.engine().subscribe();
        step(worker, "poll");
        assertThat(bench.waiting).hasSize(SLOTS);

        bench.store.queries().pause("mail");
        runClaimed();
        schedule(20, "ship");
        for (int i = 0; i < 40; i++) {
            bench.pass(Duration.ofMillis(500), worker);
            runClaimed();
        }

        assertThat(started("mail")).isEqualTo(SLOTS);
        assertThat(started("ship")).isEqualTo(20);
        assertThat(bench.find("mail999").state()).isEqualTo(TaskState.SCHEDULED);
    }

    @Test
    void resumed_startsWithoutWaitingForAPoll_andLosesNothing() {
        TaskWorker worker = bench.worker().slots(SLOTS).build();
        worker.engine().subscribe();
        bench.store.queries().pause("mail");
        schedule(1_000, "mail");
        bench.pass(Duration.ofSeconds(3), worker);
        bench.pass(Duration.ofMillis(1), worker);
        assertThat(bench.ran).isEmpty();

        bench.store.queries().resume("mail");
        assertThat(Bench.loop(worker, "poll").woken()).as("told at once").isTrue();
        bench.pass(Duration.ZERO, worker);

        assertThat(bench.ran).hasSize(1_000).doesNotHaveDuplicates();
    }

    @Test
    void underLoad_manyTimes_nothingStartsInAPause_andNothingIsLost() {
        AtomicInteger scheduled = new AtomicInteger();
        Queue<String> ran = new ConcurrentLinkedQueue<>();
        try (TaskStore store = MemoryTaskStore.open(StoreSettings.DEFAULT);
                TaskWorker worker = TaskWorker.builder(store)
                        .slots(SLOTS)
                        .handler(
                                Bench.ORDER,
                                (payload, context) -> ran.add(context.id().value()))
                        .build()
                        .start()) {
            TaskClient client = TaskClient.of(store);
            for (int round = 0; round < 20; round++) {
                load(client, scheduled, "mail", 500);
                store.queries().pause("mail");
                Bench.soon().until(() -> worker.status().running() == 0);
                long before = count(ran, "mail");
                load(client, scheduled, "mail", 50);
                // Others run meanwhile, so the worker has claimed more than once.
                load(client, scheduled, "ship" + round, 3 * SLOTS);
                String others = "ship" + round;
                Bench.soon().until(() -> count(ran, others + ".") == 3 * SLOTS);
                assertThat(count(ran, "mail")).isEqualTo(before);
                store.queries().resume("mail");
            }
            Bench.soon().until(() -> ran.size() >= scheduled.get());
            assertThat(ran).hasSize(scheduled.get()).doesNotHaveDuplicates();
        }
    }

    private static long count(Queue<String> ran, String prefix) {
        return ran.stream().filter(id -> id.startsWith(prefix)).count();
    }

    private static void load(TaskClient client, AtomicInteger scheduled, String queue, int count) {
        List<TaskRequest<String>> requests = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            requests.add(Bench.ORDER.now("x").queue(queue).id(queue + "." + scheduled.incrementAndGet()));
        }
        client.scheduleAll(requests);
    }
}
