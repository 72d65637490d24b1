package dev.punctual.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.punctual.CallId;
import dev.punctual.Due;
import dev.punctual.NewTask;
import dev.punctual.Payload;
import dev.punctual.Priority;
import dev.punctual.RetryPolicy;
import dev.punctual.ScheduleResult;
import dev.punctual.Sink;
import dev.punctual.StoreSettings;
import dev.punctual.TaskId;
import dev.punctual.TaskRecord;
import dev.punctual.TaskRecord.Call;
import dev.punctual.TaskSpec;
import dev.punctual.TaskStore;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class IdTableTest {

    private final IdTable table = new IdTable();

    /** Records as the state machine makes them, of many kinds. */
    private static List<TaskRecord> records(TaskSpec... specs) {
        try (TaskStore store = MemoryTaskStore.open(StoreSettings.DEFAULT)) {
            int[] number = {0};
            return java.util.Arrays.stream(specs)
                    .map(spec -> {
                        TaskId id = TaskId.of("task-" + number[0]++);
                        store.insert(List.of(NewTask.of(id, spec, Due.now())));
                        return store.queries().find(id).orElseThrow();
                    })
                    .toList();
        }
    }

    private static TaskSpec spec(String payload) {
        return TaskSpec.of("order.cancel", new Payload(payload.getBytes(StandardCharsets.UTF_8), "text/plain", 3));
    }

    @Test
    void waitingRecord_comesBackAsItWas() {
        TaskSpec plain = spec("{}");
        List<TaskRecord> records = records(
                plain,
                spec(""),
                plain.withQueue("slow"),
                plain.withPriority(Priority.HIGHEST),
                plain.withSink(Sink.webhook("https://host/path")),
                plain.withHeaders(Map.of("tenant", "acme")),
                plain.withRetry(RetryPolicy.DEFAULT.withMaxAttempts(3)),
                plain.withPayload(Payload.EMPTY));
        records.forEach(table::put);
        for (TaskRecord record : records) {
            assertThat(table.get(record.id())).isEqualTo(record);
        }
    }

    @Test
    void replacedRecord_comesBackAsReplaced() {
        TaskRecord record = records(spec("{}")).get(0);
        Call call = new Call(new CallId(1, 2), ScheduleResult.Outcome.REPLACED);
        TaskRecord replaced = copy(record, call);
        table.put(replaced);
        assertThat(table.get(record.id())).isEqualTo(replaced);
    }

    private static TaskRecord copy(TaskRecord from, Call call) {
        return new TaskRecord(
                from.id(),
                from.incarnation(),
                from.spec(),
                from.state(),
                from.dueAt(),
                0,
                from.sortKey(),
                0,
                0,
                null,
                0,
                0,
                false,
                false,
                call,
                from.createdAt(),
                0,
                from.revision(),
                0,
                "",
                from.history(),
                false);
    }

    @Test
    void manyKinds_areAllKept() {
        TaskSpec[] specs = new TaskSpec[2_500];
        for (int i = 0; i < specs.length; i++) {
            specs[i] = spec("{}").withQueue("queue-" + i % 1_250);
        }
        List<TaskRecord> records = records(specs);
        records.forEach(table::put);
        records.forEach(record -> assertThat(table.get(record.id())).isEqualTo(record));
    }

    @Test
    void randomOperations_areThoseOfAMap() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        TaskRecord any = records(spec("{}")).get(0);
        Map<TaskId, Integer> model = new HashMap<>();
        for (int i = 0; i < 200_000; i++) {
            TaskId id = TaskId.of("t" + random.nextInt(i < 100_000 ? 20_000 : 300));
            if (random.nextInt(3) > 0) {
                TaskRecord record = withId(any, id);
                assertThat(table.put(record)).as("seed %d", seed).isEqualTo(!model.containsKey(id));
                int timer = random.nextInt(1_000);
                assertThat(table.timer(id, timer)).as("seed %d", seed).isEqualTo(model.getOrDefault(id, 0));
                model.put(id, timer);
            } else {
                table.remove(id);
                model.remove(id);
                assertThat(table.get(id)).as("seed %d", seed).isNull();
            }
        }
        model.forEach((id, timer) ->
                assertThat(table.timer(id, 0)).as("seed %d", seed).isEqualTo(timer));
    }

    private static TaskRecord withId(TaskRecord from, TaskId id) {
        return new TaskRecord(
                id,
                from.incarnation(),
                from.spec(),
                from.state(),
                from.dueAt(),
                0,
                from.sortKey(),
                0,
                0,
                null,
                0,
                0,
                false,
                false,
                from.call(),
                from.createdAt(),
                0,
                from.revision(),
                0,
                "",
                from.history(),
                false);
    }

    @Test
    void timerOfNoRecord_isRefused() {
        assertThatThrownBy(() -> table.timer(TaskId.of("none"), 1)).hasMessageContaining("none");
    }
}
