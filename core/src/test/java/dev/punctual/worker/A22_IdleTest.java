package dev.punctual.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.StoreSettings;
import dev.punctual.TaskClient;
import dev.punctual.TaskStore;
import dev.punctual.TimeSource;
import dev.punctual.memory.MemoryTaskStore;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A worker with nothing to do asks little, and is there when something comes. */
class A22_IdleTest {

    private static final int MINUTES = 5;
    private static final int CALLS_MAX = 4 * 60 * MINUTES;

    private final Bench bench = new Bench();

    @ParameterizedTest
    @CsvSource({"0, 0", "1, 8760", "1000, 1"})
    void A22_fiveIdleMinutes_costFourCallsASecondAtMost_andNewTasksAreOnTime(int count, int hours) {
        Map<String, Long> startMillis = new HashMap<>();
        TaskWorker worker = bench.worker((payload, context) ->
                        startMillis.put(context.id().value(), bench.time.now().toEpochMilli()))
                .lease(Duration.ofSeconds(30))
                .build();
        worker.engine().subscribe();
        for (int i = 0; i < count; i++) {
            bench.schedule("far" + i, Duration.ofHours(hours));
        }
        bench.pass(Duration.ofSeconds(1), worker);
        bench.store.calls.set(0);

        bench.pass(Duration.ofMinutes(MINUTES), worker);

        assertThat(bench.store.calls).hasValueLessThanOrEqualTo(CALLS_MAX);
        assertThat(bench.store.claims)
                .as("yet it asks, whatever became of the hints")
                .hasSizeGreaterThan(60 * MINUTES);
        assertThat(startMillis).isEmpty();
        for (int i = 0; i < 20; i++) {
            bench.schedule("new" + i, Duration.ofMillis(100));
            long due = bench.find("new" + i).dueAt();
            bench.pass(Duration.ofMillis(137), worker);
            assertThat(startMillis).containsEntry("new" + i, due);
        }
    }

    /** Prints a figure: the processor time of a process that does nothing else. */
    @ParameterizedTest
    @CsvSource({"0, 0", "1, 8760", "1000, 1"})
    @Tag("field")
    void A22_field_processorTimeOfAnIdleWorker(int count, int hours) {
        Duration span = Duration.ofSeconds(Integer.getInteger("punctual.field.idleSeconds", 60));
        AtomicInteger ran = new AtomicInteger();
        try (TaskStore store = MemoryTaskStore.open(StoreSettings.DEFAULT);
                TaskWorker worker = TaskWorker.builder(store)
                        .handler(Bench.ORDER, (payload, context) -> ran.incrementAndGet())
                        .build()
                        .start()) {
            TaskClient client = TaskClient.of(store);
            for (int i = 0; i < count; i++) {
                client.schedule(Bench.ORDER.in(Duration.ofHours(hours), "x"));
            }
            Duration before = processorTime();
            long end = TimeSource.system().nanoTime() + span.toNanos();
            while (TimeSource.system().nanoTime() < end) {
                LockSupport.parkNanos(end - TimeSource.system().nanoTime());
            }
            Duration used = processorTime().minus(before);
            System.out.printf(
                    "A22 memory, %d tasks at +%d h: %.2f %% of a core over %s%n",
                    count, hours, 100.0 * used.toNanos() / span.toNanos(), span);
            for (int i = 0; i < 20; i++) {
                client.schedule(Bench.ORDER.in(Duration.ofMillis(100), "x"));
            }
            Bench.soon().until(() -> ran.get() == 20);
            assertThat(worker.status().lastError()).isEmpty();
        }
    }

    private static Duration processorTime() {
        return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
    }
}
