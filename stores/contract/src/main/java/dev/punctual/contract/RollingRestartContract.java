package dev.punctual.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.PayloadCodec;
import dev.punctual.RetryPolicy;
import dev.punctual.RunHistory;
import dev.punctual.TaskClient;
import dev.punctual.TaskContext;
import dev.punctual.TaskId;
import dev.punctual.TaskRecord;
import dev.punctual.TaskState;
import dev.punctual.TaskType;
import dev.punctual.TimeSource;
import dev.punctual.worker.TaskWorker;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Workers that are stopped and replaced under load: tasks that may be tried only once survive it. */
public interface RollingRestartContract extends RealTimeContract {

    /** How many of the stops meet a handler that ignores interrupts, which costs each a second. */
    int DEAF_STOPS = 2;

    /** The type: one attempt. */
    TaskType<String> SINGLE =
            TaskType.of("mail.send", PayloadCodec.text()).retry(RetryPolicy.DEFAULT.withMaxAttempts(1));

    /** How often a worker is replaced. */
    default int restarts() {
        return 10;
    }

    /** What the handlers do, and what they saw. */
    final class Shift {
        private final CountDownLatch never = new CountDownLatch(1);
        private final AtomicInteger deafRuns = new AtomicInteger();
        private final Queue<String> done = new ConcurrentLinkedQueue<>();
        private final Queue<String> trouble = new ConcurrentLinkedQueue<>();
        private final Queue<String> leftBehind = new ConcurrentLinkedQueue<>();

        void run(String kind, TaskContext context) throws InterruptedException {
            switch (kind) {
                case "quick" -> {}
                // Long enough to be met by a stop, short enough to end within the grace time now and then.
                case "long" -> never.await(150 + context.token() % 200, TimeUnit.MILLISECONDS);
                case "deaf" -> {
                    if (deafRuns.incrementAndGet() <= DEAF_STOPS) {
                        hangDeafly();
                    }
                }
                default -> trouble.add("unknown " + kind);
            }
            // It also reaches the store from its own thread, as handlers do.
            context.client().find(context.id());
            if (!context.leaseLost()) {
                done.add(context.id().value());
            }
        }

        private void hangDeafly() {
            long end = TimeSource.system().nanoTime() + Duration.ofMillis(2_500).toNanos();
            while (TimeSource.system().nanoTime() < end) {
                try {
                    never.await(10, TimeUnit.MILLISECONDS);
                } catch (InterruptedException e) {
                    Thread.interrupted();
                }
            }
        }
    }

    /** Builds and starts a worker of the shift. */
    private TaskWorker join(Shift shift) {
        return worker().slots(8).handler(SINGLE, shift::run).build().start();
    }

    /** Field case A10: a rolling restart of two workers under load, with tasks of one attempt. */
    @Test
    default void A10_rollingRestart_losesNoTaskOfOneAttempt() {
        Shift shift = new Shift();
        TaskClient client = TaskClient.of(store());
        AtomicBoolean stop = new AtomicBoolean();
        AtomicInteger scheduled = new AtomicInteger();
        Race.together(2, thread -> {
            if (thread == 0) {
                try {
                    restartAll(shift);
                } finally {
                    stop.set(true);
                }
            } else {
                load(client, stop, scheduled);
            }
        });
        int all = scheduled.get();
        try (TaskWorker last = join(shift)) {
            RealTimeContract.await("all have succeeded", () -> count(TaskState.SUCCEEDED) == all);
            assertThat(last.status().lastError()).isEmpty();
        }
        assertThat(count(TaskState.DEAD)).isZero();
        assertThat(shift.trouble).isEmpty();
        assertThat(shift.leftBehind)
                .as("trouble with the store when reports were left behind")
                .allMatch(String::isEmpty);
        assertThat(shift.done)
                .as("runs that ended well")
                .doesNotHaveDuplicates()
                .hasSize(all);
        for (int i = 0; i < all; i++) {
            TaskRecord record = read("t" + i);
            assertThat(record.failures()).as("failures of %s", record.id()).isZero();
            if (shift.leftBehind.isEmpty()) {
                assertThat(record.losses()).as("losses of %s", record.id()).isZero();
            }
            assertThat(record.runs().get(record.runs().size() - 1).outcome()).isEqualTo(RunHistory.Outcome.COMPLETED);
        }
        assertThat(store().lapsed(10)).isEmpty();
    }

    /** Replaces the older of two workers, again and again; each is stopped while it holds runs. */
    private void restartAll(Shift shift) {
        Deque<TaskWorker> workers = new ArrayDeque<>(List.of(join(shift), join(shift)));
        try {
            for (int i = 0; i < restarts(); i++) {
                TaskWorker old = workers.remove();
                RealTimeContract.await("the worker has work", () -> old.status().running() > 0);
                old.close();
                assertThat(old.status().queuedReports())
                        .as("reports left behind")
                        .isZero();
                workers.add(join(shift));
            }
        } finally {
            workers.forEach(TaskWorker::close);
        }
    }

    /** Schedules 50 tasks a second until the restarts are over. */
    private static void load(TaskClient client, AtomicBoolean stop, AtomicInteger scheduled) {
        long start = TimeSource.system().now().toEpochMilli();
        while (!stop.get()) {
            int i = scheduled.get();
            RealTimeContract.awaitTime(start + i * 20L);
            String kind = i % 40 == 7 ? "deaf" : i % 3 == 0 ? "long" : "quick";
            client.schedule(SINGLE.now(kind).id(TaskId.of("t" + i)));
            scheduled.incrementAndGet();
        }
    }
}
