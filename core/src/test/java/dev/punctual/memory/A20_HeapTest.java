package dev.punctual.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.Limits;
import dev.punctual.PayloadCodec;
import dev.punctual.Retention;
import dev.punctual.ScheduleResult;
import dev.punctual.StoreSettings;
import dev.punctual.TaskClient;
import dev.punctual.TaskId;
import dev.punctual.TaskQueries.Count;
import dev.punctual.TaskRequest;
import dev.punctual.TaskState;
import dev.punctual.TaskStore;
import dev.punctual.TaskType;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Cancelled tasks leave the heap, and waiting ones fill it no further than they may. */
@Tag("also-field")
class A20_HeapTest {

    /** The profile {@code field} sets the whole size, which is 5,000,000. */
    private static final int CYCLES = Integer.getInteger("punctual.field.cycles", 1_000_000);

    private static final TaskType<String> TYPE = TaskType.of("timer", PayloadCodec.text());

    /** Runs {@link HeapProcess} with a heap of 128 MB, and returns what it prints. */
    private static List<String> child() throws IOException {
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                HeapProcess.class.getName(),
                Integer.toString(CYCLES));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try (BufferedReader output =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            return output.lines().toList();
        } finally {
            process.destroyForcibly();
        }
    }

    private static List<Long> numbers(List<String> said, String word) {
        return said.stream()
                .filter(line -> line.startsWith(word + " "))
                .map(line -> Long.parseLong(line.substring(word.length() + 1)))
                .toList();
    }

    @Test
    void A20_scheduledAndCancelled_leavesAFlatHeap_andWithoutCancelling_theStoreRefusesInTime() throws IOException {
        List<String> said = child();

        List<Long> heap = numbers(said, "HEAP");
        assertThat(heap).as("megabytes in use, %s", said).hasSize(10);
        long growth = heap.stream().mapToLong(Long::longValue).max().orElseThrow() - heap.get(0);
        assertThat(growth).as("megabytes of growth, of %s", heap).isLessThan(64);
        assertThat(numbers(said, "PENDING")).containsOnly(0L).hasSize(10);
        assertThat(numbers(said, "ACCEPTED")).containsExactly((long) HeapProcess.PENDING_MAX);
        assertThat(said).contains("REFUSED FULL true", "UNHARMED " + HeapProcess.PENDING_MAX, "AGAIN CREATED", "END");
    }

    @Test
    void A20_finishedTasks_stayWithinTheirNumber_thoughNoWorkerPrunes() {
        Retention few = new Retention(Duration.ofHours(1), 1_000, Duration.ZERO, Duration.ofDays(30));
        try (TaskStore store = MemoryTaskStore.open(StoreSettings.DEFAULT.withRetention(few))) {
            TaskClient client = TaskClient.of(store);
            for (int round = 0; round < 20; round++) {
                List<TaskRequest<String>> requests = new ArrayList<>();
                for (int i = 0; i < 1_000; i++) {
                    requests.add(TYPE.in(Duration.ofHours(1), "x").id("t" + round + "-" + i));
                }
                client.scheduleAll(requests);
                int now = round;
                store.cancel(IntStream.range(0, 1_000)
                        .mapToObj(i -> TaskId.of("t" + now + "-" + i))
                        .toList());
            }
            assertThat(count(store, TaskState.CANCELLED)).isBetween(1_000L, 4_000L);
            assertThat(client.find(TaskId.of("t19-999"))
                            .orElseThrow()
                            .spec()
                            .payload()
                            .size())
                    .as("the newest are whole")
                    .isEqualTo(1);
        }
    }

    @Test
    void A20_fullStore_refusesByItem_andHasRoomAgainWhenTasksEnd() {
        Limits three = Limits.DEFAULT.withPendingMax(3);
        try (TaskStore store = MemoryTaskStore.open(StoreSettings.DEFAULT.withLimits(three))) {
            TaskClient client = TaskClient.of(store);
            List<TaskRequest<String>> requests = IntStream.range(0, 5)
                    .mapToObj(i -> TYPE.in(Duration.ofHours(1), "x").id("t" + i))
                    .toList();

            assertThat(client.scheduleAll(requests))
                    .extracting(ScheduleResult::accepted)
                    .containsExactly(true, true, true, false, false);
            client.cancel(TaskId.of("t1"));
            assertThat(client.schedule(requests.get(3)).outcome()).isEqualTo(ScheduleResult.Outcome.CREATED);
            assertThat(count(store, TaskState.SCHEDULED)).isEqualTo(3);
        }
    }

    static long count(TaskStore store, TaskState state) {
        return store.queries().counts().stream()
                .map(Count::byState)
                .mapToLong(counts -> counts.getOrDefault(state, 0L))
                .sum();
    }
}
