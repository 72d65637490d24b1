package dev.punctual.worker;

import static dev.punctual.worker.Bench.step;
import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.CancelResult;
import dev.punctual.RetryPolicy;
import dev.punctual.RunHistory;
import dev.punctual.TaskContext;
import dev.punctual.TaskEvent.Kind;
import dev.punctual.TaskId;
import dev.punctual.TaskRecord;
import dev.punctual.TaskState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Handlers that take too long, or never return. Their threads are real, time is not. */
class TimeLimitTest {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final Bench bench = new Bench();
    private final RunThreads threads = new RunThreads("limit", 4, 4, null);
    private final CountDownLatch release = new CountDownLatch(1);
    private final AtomicInteger deaf = new AtomicInteger();
    private final List<TaskContext> hanging = new CopyOnWriteArrayList<>();

    @AfterEach
    void letGo() {
        release.countDown();
        threads.shutdown();
    }

    private TaskWorker hangingWorker() {
        return bench.worker((payload, context) -> {
                    bench.ran.add(payload);
                    if (payload.startsWith("hang")) {
                        hanging.add(context);
                        hangDeafly();
                    }
                })
                .slots(4)
                .lease(Duration.ofHours(1))
                .timeLimit(LIMIT)
                .runBy(threads)
                .build();
    }

    /** Hangs whatever the interrupts. */
    private void hangDeafly() {
        boolean released = false;
        while (!released) {
            try {
                release.await();
                released = true;
            } catch (InterruptedException e) {
                deaf.incrementAndGet();
            }
        }
    }

    @Test
    void limiter_sleepsUntilTheFirstRunReachesItsLimit() {
        bench.scheduleDue(1);
        List<Duration> waits = new ArrayList<>();
        List<TaskWorker> self = new ArrayList<>();
        TaskWorker worker = bench.worker((payload, context) -> {
                    bench.time.advance(Duration.ofSeconds(50));
                    waits.add(step(self.get(0), "limit"));
                })
                .timeLimit(LIMIT)
                .build();
        self.add(worker);

        waits.add(step(worker, "limit"));
        step(worker, "poll");

        assertThat(waits).containsExactly(LIMIT, Duration.ofSeconds(10));
    }

    @Test
    void suspectOverItsLimit_letsTheNextSuspectRun() {
        RetryPolicy twoLosses = RetryPolicy.DEFAULT.withMaxLosses(2);
        bench.insert(bench.task("hang-1", Duration.ZERO, twoLosses));
        bench.insert(bench.task("hang-2", Duration.ZERO, twoLosses));
        step(bench.worker().runBy(bench.later()).build(), "poll");
        bench.time.advance(Duration.ofSeconds(3));
        assertThat(bench.worker().build().recover()).isEqualTo(2);
        TaskWorker worker = hangingWorker();
        step(worker, "poll");
        Bench.soon().until(() -> hanging.size() == 1);
        bench.pass(Duration.ofSeconds(1), worker);
        assertThat(bench.ran).containsExactly("hang-1");

        bench.time.advance(LIMIT);
        step(worker, "limit");
        step(worker, "poll");

        Bench.soon().until(() -> hanging.size() == 2);
        assertThat(bench.ran).containsExactly("hang-1", "hang-2");
    }

    @Test
    void runOverItsLimit_isInterruptedReportedAndItsSlotFreed() {
        bench.insert(bench.task("hang", Duration.ZERO, RetryPolicy.DEFAULT.withJitter(0)));
        TaskWorker worker = hangingWorker();
        step(worker, "poll");
        Bench.soon().until(() -> hanging.size() == 1);

        bench.time.advance(LIMIT);
        step(worker, "limit");
        step(worker, "settle");

        TaskRecord task = bench.find("hang");
        assertThat(task.state()).isEqualTo(TaskState.SCHEDULED);
        assertThat(task.failures()).isEqualTo(1);
        assertThat(task.ghost()).isTrue();
        assertThat(task.lastError()).isEqualTo("time limit of PT1M exceeded");
        assertThat(task.runs()).extracting(RunHistory.Run::outcome).containsExactly(RunHistory.Outcome.RETRIED);
        assertThat(hanging.get(0).leaseLost()).isTrue();
        Bench.soon().until(() -> deaf.get() == 1);
        assertThat(worker.status().running()).isZero();
        assertThat(worker.status().stuck()).isEqualTo(1);
        assertThat(bench.eventKinds()).containsExactly(Kind.STARTED, Kind.TIMED_OUT);
        assertThat(bench.store.cancel(List.of(TaskId.of("hang")))).containsExactly(CancelResult.CANCELLED_AFTER_LOSS);
    }

    @Test
    void lastAttemptOverItsLimit_isADeadLetter() {
        bench.insert(bench.task("hang", Duration.ZERO, RetryPolicy.DEFAULT.withMaxAttempts(1)));
        TaskWorker worker = hangingWorker();
        step(worker, "poll");
        Bench.soon().until(() -> hanging.size() == 1);

        bench.time.advance(LIMIT);
        step(worker, "limit");
        step(worker, "settle");

        assertThat(bench.find("hang").state()).isEqualTo(TaskState.DEAD);
        assertThat(bench.find("hang").ghost()).isTrue();
    }

    @Test
    void handlerThatComesBackAfterItsLimit_changesNothing_andItsThreadIsNotUsedAgain() {
        bench.insert(bench.task("hang", Duration.ZERO));
        List<Thread> used = new CopyOnWriteArrayList<>();
        TaskWorker worker = bench.worker((payload, context) -> {
                    used.add(Thread.currentThread());
                    if (payload.equals("hang") && context.attempt() == 1) {
                        hanging.add(context);
                        hangDeafly();
                    }
                })
                .timeLimit(LIMIT)
                .slots(4)
                .runBy(threads)
                .build();
        step(worker, "poll");
        Bench.soon().until(() -> hanging.size() == 1);
        bench.time.advance(LIMIT);
        step(worker, "limit");
        step(worker, "settle");

        release.countDown();
        Bench.soon().until(() -> worker.status().stuck() == 0);

        assertThat(worker.status().queuedReports()).isZero();
        assertThat(bench.find("hang").state()).isEqualTo(TaskState.SCHEDULED);
        Thread spent = used.get(0);
        Bench.soon().until(() -> !spent.isAlive());
    }

    @Test
    void A18_handlersThatNeverReturn_leaveTheirSlotsToOthers_upToALimitThatShows() {
        for (int i = 0; i < 4; i++) {
            bench.insert(bench.task("hang" + i, Duration.ZERO, RetryPolicy.DEFAULT.withMaxAttempts(1)));
        }
        TaskWorker worker = hangingWorker();
        bench.pass(Duration.ZERO, worker);
        Bench.soon().until(() -> hanging.size() == 4);
        bench.scheduleDue(100);

        bench.time.advance(LIMIT);
        step(worker, "limit");
        step(worker, "settle");
        Bench.soon().until(() -> {
            step(worker, "poll");
            step(worker, "settle");
            return bench.ran.size() == 104;
        });

        assertThat(worker.status().stuck()).isEqualTo(4);
        for (int i = 0; i < 4; i++) {
            bench.insert(bench.task("hang_" + i, Duration.ZERO, RetryPolicy.DEFAULT.withMaxAttempts(1)));
        }
        Bench.soon().until(() -> {
            bench.time.advance(Duration.ofSeconds(1));
            step(worker, "poll");
            return hanging.size() == 8;
        });
        bench.time.advance(LIMIT);
        step(worker, "limit");
        int claims = bench.store.claims.size();
        bench.schedule("never", Duration.ZERO);
        step(worker, "poll");

        assertThat(worker.status().stuck()).isEqualTo(8);
        assertThat(worker.status().healthy()).isFalse();
        assertThat(bench.store.claims).as("no slot is left").hasSize(claims);
        assertThat(bench.find("never").state()).isEqualTo(TaskState.SCHEDULED);
    }
}
