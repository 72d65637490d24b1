package dev.punctual.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.PayloadCodec;
import dev.punctual.RescheduleResult;
import dev.punctual.TaskClient;
import dev.punctual.TaskId;
import dev.punctual.TaskRequest;
import dev.punctual.TaskState;
import dev.punctual.TaskType;
import dev.punctual.TimeSource;
import dev.punctual.worker.TaskWorker;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Making a task due now while it falls due by itself: there is one way to a start, the claim. */
public interface RunNowContract extends RealTimeContract {

    /** How many tasks are triggered; a store on a slow server may choose fewer. */
    default int triggered() {
        return 200;
    }

    /** Field case A08: five operators press "run now" from 50 ms before to 50 ms after each due time. */
    @Test
    default void A08_fiveTriggersAroundTheDueTime_makeOneStartEach() {
        TaskType<String> type = TaskType.of("report.send", PayloadCodec.text());
        long first = TimeSource.system().now().toEpochMilli() + 500;
        int everyMillis = 5;
        Queue<String> starts = new ConcurrentLinkedQueue<>();
        Queue<RescheduleResult> answers = new ConcurrentLinkedQueue<>();
        List<TaskRequest<String>> requests = new ArrayList<>();
        for (int i = 0; i < triggered(); i++) {
            Instant due = Instant.ofEpochMilli(first + (long) i * everyMillis);
            requests.add(type.at(due, "x").id("t" + i));
        }
        TaskClient.of(store()).scheduleAll(requests);
        try (TaskWorker worker = worker().slots(4)
                .handler(type, (payload, context) -> starts.add(context.id().value()))
                .build()) {
            worker.start();
            Race.together(
                    5,
                    thread -> IntStream.range(0, triggered()).forEach(i -> {
                        RealTimeContract.awaitTime(first + (long) i * everyMillis - 50 + thread * 25L);
                        answers.addAll(store().queries().runNow(List.of(TaskId.of("t" + i))));
                    }));
            RealTimeContract.await("all have run", () -> count(TaskState.SUCCEEDED) == triggered());
            // Nothing is left that could start once more.
            assertThat(store().queries().runNow(List.of(TaskId.of("t0"))))
                    .extracting(RescheduleResult::outcome)
                    .containsExactly(RescheduleResult.Outcome.FINISHED);
        }
        assertThat(starts).hasSize(triggered()).doesNotHaveDuplicates();
        assertThat(answers)
                .hasSize(5 * triggered())
                .extracting(RescheduleResult::outcome)
                // A store may be so fast that none is seen running.
                .isSubsetOf(
                        RescheduleResult.Outcome.OK,
                        RescheduleResult.Outcome.RUNNING,
                        RescheduleResult.Outcome.FINISHED);
    }
}
