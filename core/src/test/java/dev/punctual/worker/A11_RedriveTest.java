package dev.punctual.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.NewTask;
import dev.punctual.RedriveResult;
import dev.punctual.RetryPolicy;
import dev.punctual.RunHistory;
import dev.punctual.TaskId;
import dev.punctual.TaskRecord;
import dev.punctual.TaskState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A dead letter sent again: a fresh series of attempts, and nothing of the earlier one but its history. */
class A11_RedriveTest {

    private static final RetryPolicy THREE =
            RetryPolicy.DEFAULT.withMaxAttempts(3).withJitter(0);

    private final Bench bench = new Bench();
    private boolean broken = true;
    private final List<Integer> attempts = new ArrayList<>();
    private final List<Long> startMillis = new ArrayList<>();

    private final TaskWorker worker = bench.worker((payload, context) -> {
                attempts.add(context.attempt());
                startMillis.add(bench.time.now().toEpochMilli());
                if (broken) {
                    throw new IllegalStateException("the bank is away");
                }
                bench.ran.add(payload);
            })
            .timeLimit(Duration.ofSeconds(5))
            .build();

    private void die(String... ids) {
        bench.pass(Duration.ofSeconds(60), worker);
        assertThat(ids).allMatch(id -> bench.find(id).state() == TaskState.DEAD);
        // So long that nothing kept from the first series could still be in time.
        bench.pass(Duration.ofSeconds(15), worker);
    }

    private List<RedriveResult> redrive(List<String> ids) {
        return bench.store.queries().redrive(ids.stream().map(TaskId::of).toList());
    }

    @Test
    void A11_redriven_afterTheRepair_runsAtOnce_withAFreshSeries_andItsHistory() {
        bench.insert(bench.task("a", Duration.ZERO, THREE));
        die("a");
        broken = false;

        redrive(List.of("a"));
        bench.pass(Duration.ofMillis(500), worker);

        TaskRecord record = bench.find("a");
        assertThat(record.state()).isEqualTo(TaskState.SUCCEEDED);
        assertThat(attempts).containsExactly(1, 2, 3, 1);
        assertThat(record.redrives()).isEqualTo(1);
        assertThat(record.failures()).isZero();
        assertThat(record.runs())
                .extracting(RunHistory.Run::outcome)
                .containsExactly(
                        RunHistory.Outcome.RETRIED,
                        RunHistory.Outcome.RETRIED,
                        RunHistory.Outcome.BURIED,
                        RunHistory.Outcome.COMPLETED);
    }

    @Test
    void A11_redriven_withoutRepair_failsThreeTimesMore_withTheFirstDelaysAgain() {
        bench.insert(bench.task("a", Duration.ZERO, THREE));
        die("a");

        redrive(List.of("a"));
        die("a");

        assertThat(attempts).containsExactly(1, 2, 3, 1, 2, 3);
        assertThat(bench.find("a").redrives()).isEqualTo(1);
        assertThat(bench.find("a").runs()).hasSize(6);
        long firstWait = startMillis.get(1) - startMillis.get(0);
        assertThat(firstWait).isGreaterThanOrEqualTo(THREE.firstDelay().toMillis());
        assertThat(startMillis.get(4) - startMillis.get(3))
                .as("back-off begins anew")
                .isEqualTo(firstWait);
        redrive(List.of("a"));
        die("a");
        assertThat(bench.find("a").redrives()).isEqualTo(2);
        assertThat(attempts).hasSize(9);
    }

    @Test
    void A11_redriven_afterItsExpiry_runsAllTheSame() {
        NewTask task = bench.task("a", Duration.ZERO, THREE).expireAfter(Duration.ofSeconds(30));
        bench.insert(task);
        die("a");
        broken = false;

        redrive(List.of("a"));
        bench.pass(Duration.ofSeconds(1), worker);

        assertThat(bench.find("a").state()).isEqualTo(TaskState.SUCCEEDED);
    }

    @Test
    void A11_aThousandAtOnce_allRun() {
        List<String> ids = IntStream.range(0, 1_000).mapToObj(i -> "t" + i).toList();
        ids.forEach(id -> bench.insert(bench.task(id, Duration.ZERO, THREE)));
        die(ids.toArray(String[]::new));
        assertThat(attempts).hasSize(3_000);
        broken = false;

        assertThat(redrive(ids))
                .extracting(RedriveResult::outcome)
                .containsOnly(RedriveResult.Outcome.OK)
                .hasSize(1_000);
        bench.pass(Duration.ofMillis(500), worker);

        assertThat(bench.ran).hasSize(1_000).doesNotHaveDuplicates();
        assertThat(attempts).hasSize(4_000);
        ids.forEach(id -> {
            assertThat(bench.find(id).state()).isEqualTo(TaskState.SUCCEEDED);
            assertThat(bench.find(id).redrives()).isEqualTo(1);
        });
    }
}
