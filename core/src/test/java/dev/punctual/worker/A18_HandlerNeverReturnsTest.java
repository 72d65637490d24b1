package dev.punctual.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.PayloadCodec;
import dev.punctual.RetryPolicy;
import dev.punctual.StoreSettings;
import dev.punctual.TaskClient;
import dev.punctual.TaskId;
import dev.punctual.TaskRecord;
import dev.punctual.TaskState;
import dev.punctual.TaskStore;
import dev.punctual.TaskType;
import dev.punctual.memory.MemoryTaskStore;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The case as it is written, on real threads and clocks: health is shown only by a worker that has been started. */
class A18_HandlerNeverReturnsTest {

    private static final int SLOTS = 4;
    private static final TaskType<String> HANGS =
            TaskType.of("report.build", PayloadCodec.text()).retry(RetryPolicy.DEFAULT.withMaxAttempts(1));

    private final TaskStore store = MemoryTaskStore.open(StoreSettings.DEFAULT);
    private final TaskClient client = TaskClient.of(store);
    private final Set<String> ran = ConcurrentHashMap.newKeySet();
    private final AtomicInteger hanging = new AtomicInteger();
    private final AtomicInteger interrupted = new AtomicInteger();
    private final Object never = new Object();
    private volatile boolean released;

    private final TaskWorker worker = TaskWorker.builder(store)
            .slots(SLOTS)
            .timeLimit(Duration.ofMillis(300))
            .grace(Duration.ZERO)
            .handler(HANGS, (payload, context) -> hang(payload))
            .handler(Bench.ORDER, (payload, context) -> ran.add(context.id().value()))
            .build();

    @AfterEach
    void letGo() {
        released = true;
        worker.close();
        store.close();
    }

    private void hang(String kind) throws InterruptedException {
        hanging.incrementAndGet();
        if (kind.equals("wait")) {
            try {
                synchronized (never) {
                    while (!released) {
                        never.wait();
                    }
                }
            } catch (InterruptedException e) {
                interrupted.incrementAndGet();
                throw e;
            }
        }
        while (!released) {
            // Deaf to interrupts, which end this wait as well, and sparing of the processor.
            Thread.interrupted();
            LockSupport.parkNanos(1_000_000);
        }
    }

    private void scheduleHanging(int from, int count, String kind) {
        for (int i = from; i < from + count; i++) {
            client.schedule(HANGS.now(kind).id("hang" + i));
        }
    }

    private void scheduleGood(String prefix, int count) {
        for (int i = 0; i < count; i++) {
            client.schedule(Bench.ORDER.now("x").id(prefix + i));
        }
    }

    private TaskRecord find(String id) {
        return client.find(TaskId.of(id)).orElseThrow();
    }

    @Test
    void A18_fourLoopsAndTwoWaits_leaveTheirSlotsToAHundredOthers_andTheLimitShows() {
        worker.start();
        Bench.soon().until(() -> worker.status().healthy());
        scheduleHanging(0, 4, "loop");
        Bench.soon().until(() -> hanging.get() == 4);
        scheduleHanging(4, 2, "wait");
        scheduleGood("t", 100);

        Bench.soon().until(() -> ran.size() == 100 && interrupted.get() == 2);
        Bench.soon().until(() -> worker.status().stuck() == 4);

        for (int i = 0; i < 6; i++) {
            String id = "hang" + i;
            Bench.soon().until(() -> find(id).state() == TaskState.DEAD);
            assertThat(find(id).lastError()).isEqualTo("time limit of PT0.3S exceeded");
            assertThat(find(id).ghost()).isTrue();
        }
        assertThat(worker.status().healthy()).as("the replacements are used up").isFalse();
        assertThat(worker.status().lastError()).as("no loop is in trouble").isEmpty();

        released = true;
        Bench.soon().until(() -> worker.status().stuck() == 0);
        assertThat(worker.status().healthy()).isTrue();
        scheduleGood("after", 20);
        Bench.soon().until(() -> ran.size() == 120);
    }

    @Test
    void A18_threeLoops_leaveTheWorkerHealthy() {
        worker.start();
        scheduleHanging(0, 3, "loop");

        Bench.soon().until(() -> worker.status().stuck() == 3);

        assertThat(worker.status().healthy()).isTrue();
        // The slot of the last one falls free just after it is counted as stuck.
        Bench.soon().until(() -> worker.status().running() == 0);
    }

    @Test
    void A18_withEverySlotHanging_theLoopsGoOn_andWhatTheySeeIsTold() {
        worker.start();
        scheduleHanging(0, 2 * SLOTS, "loop");
        Bench.soon().until(() -> worker.status().stuck() == 2 * SLOTS);
        scheduleGood("never", 1);

        // Nothing claims any more, but reports, beats and the side for people still work.
        Bench.soon().until(() -> worker.status().queuedReports() == 0);
        assertThat(worker.status().healthy()).isFalse();
        assertThat(find("never0").state()).isEqualTo(TaskState.SCHEDULED);

        released = true;
        Bench.soon().until(() -> ran.contains("never0"));
        Bench.soon().until(() -> worker.status().healthy());
    }
}
