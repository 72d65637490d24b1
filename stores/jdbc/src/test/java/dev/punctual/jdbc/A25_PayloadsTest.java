package dev.punctual.jdbc;

import static dev.punctual.jdbc.SomeTasks.claim;
import static dev.punctual.jdbc.SomeTasks.task;
import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.Due;
import dev.punctual.Limits;
import dev.punctual.NewTask;
import dev.punctual.Report;
import dev.punctual.ScheduleResult;
import dev.punctual.ScheduleResult.Outcome;
import dev.punctual.StoreSettings;
import dev.punctual.TaskRecord;
import dev.punctual.TaskStore;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Large payloads come back byte for byte on each attempt, and as many at once as a call may have. */
class A25_PayloadsTest {

    private static final int RETRIES = 3;
    private static final int BATCH = 1_000;

    private static byte[] random(int size) {
        byte[] bytes = new byte[size];
        new Random(size).nextBytes(bytes);
        return bytes;
    }

    private static TaskStore open(Database database) {
        Limits limits =
                new Limits(Limits.PAYLOAD_BYTES_HARD_MAX, Limits.DEFAULT.horizon(), Limits.DEFAULT.pendingMax());
        return JdbcTaskStore.builder(database.dataSource())
                .settings(StoreSettings.DEFAULT.withLimits(limits))
                .build();
    }

    @ParameterizedTest
    @EnumSource
    void payload_ofAnySize_isTheSameOnEachAttempt(SqlServer server) {
        Map<String, byte[]> payloads = Stream.of(0, 1, 255, 65_535, 65_536, (1 << 20) - 1, 1 << 20)
                .collect(Collectors.toMap(size -> "p" + size, A25_PayloadsTest::random));
        try (Database database = server.create();
                TaskStore store = open(database)) {
            store.insert(payloads.entrySet().stream()
                    .map(entry -> task(entry.getKey(), Due.now(), entry.getValue()))
                    .toList());
            for (int attempt = 1; attempt <= RETRIES; attempt++) {
                List<TaskRecord> runs = claim(store, "w", attempt, 10).claims();
                assertThat(runs)
                        .hasSize(payloads.size())
                        .allSatisfy(run -> assertThat(run.spec().payload().bytes())
                                .isEqualTo(payloads.get(run.id().value())));
                store.settle(runs.stream()
                        .map(run -> Report.retry(run.id(), run.token(), 0, "again", run.history()))
                        .toList());
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void batchOfAThousandLargePayloads_isStoredAndClaimedWhole(SqlServer server) {
        byte[] payload = random(64 << 10);
        List<NewTask> tasks = IntStream.range(0, BATCH)
                .mapToObj(i -> task("b" + i, Due.now(), payload))
                .toList();
        try (Database database = server.create();
                TaskStore store = open(database)) {
            assertThat(store.insert(tasks)).extracting(ScheduleResult::outcome).containsOnly(Outcome.CREATED);
            List<TaskRecord> runs = claim(store, "w", 1, BATCH).claims();
            assertThat(runs)
                    .hasSize(BATCH)
                    .allMatch(run -> Arrays.equals(run.spec().payload().bytes(), payload));
        }
    }
}
