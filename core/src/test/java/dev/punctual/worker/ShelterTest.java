package dev.punctual.worker;

import static dev.punctual.worker.Bench.step;
import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.TaskContext;
import dev.punctual.TaskState;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A10: an interrupt that reaches a thread inside an embedded engine may close its files for the whole process. */
class ShelterTest {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final Bench bench = new Bench();
    private final RunThreads threads = new RunThreads("shelter", 4, 4, null);
    private final CountDownLatch inside = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);
    private final List<Boolean> seenInside = new CopyOnWriteArrayList<>();
    private final List<Boolean> seenAfter = new CopyOnWriteArrayList<>();

    @AfterEach
    void end() {
        goOn.countDown();
        threads.shutdown();
    }

    private void insideTheStore() {
        inside.countDown();
        boolean gone = false;
        boolean interrupted = Thread.currentThread().isInterrupted();
        while (!gone) {
            try {
                goOn.await();
                gone = true;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        seenInside.add(interrupted);
    }

    private TaskWorker worker(Consumer<TaskContext> call) {
        bench.schedule("a", Duration.ZERO);
        return bench.worker((payload, context) -> {
                    call.accept(context);
                    seenAfter.add(Thread.interrupted());
                })
                .lease(Duration.ofHours(1))
                .timeLimit(LIMIT)
                .runBy(threads)
                .build();
    }

    private void renewSlowly(TaskContext context) {
        bench.store.onRenew = (request, onward) -> {
            insideTheStore();
            return onward.apply(request);
        };
        context.renew();
    }

    private void scheduleSlowly(TaskContext context) {
        bench.store.beforeInsert = this::insideTheStore;
        context.client().submit(bench.task("b", Duration.ofHours(1)));
    }

    private static void await(CountDownLatch latch) {
        Bench.soon().until(() -> latch.getCount() == 0);
    }

    @Test
    void A10_interruptOfTheTimeLimit_waitsUntilTheRenewalHasEnded() {
        TaskWorker worker = worker(this::renewSlowly);
        step(worker, "poll");
        await(inside);

        bench.time.advance(LIMIT);
        step(worker, "limit");
        assertThat(worker.status().stuck()).isEqualTo(1);
        goOn.countDown();

        Bench.soon().until(() -> seenAfter.size() == 1);
        assertThat(seenInside).containsExactly(false);
        assertThat(seenAfter).containsExactly(true);
    }

    @Test
    void A10_interruptOfAStop_waitsUntilTheCallOfTheClientHasEnded() {
        TaskWorker worker = worker(this::scheduleSlowly);
        step(worker, "poll");
        await(inside);

        worker.engine().stopLoop().attempt();
        bench.time.advance(Duration.ofMinutes(1));
        worker.engine().stopLoop().attempt();
        goOn.countDown();

        Bench.soon().until(() -> seenAfter.size() == 1);
        assertThat(seenInside).containsExactly(false);
        assertThat(seenAfter).containsExactly(true);
    }

    @Test
    void interruptFromBeforeTheCall_isThereAgainAfterIt() {
        goOn.countDown();
        TaskWorker worker = worker(context -> {
            Thread.currentThread().interrupt();
            scheduleSlowly(context);
        });

        step(worker, "poll");

        Bench.soon().until(() -> seenAfter.size() == 1);
        assertThat(seenInside).containsExactly(false);
        assertThat(seenAfter).containsExactly(true);
    }

    @Test
    void callsWithoutInterrupt_leaveNoneBehind() {
        goOn.countDown();
        TaskWorker worker = worker(this::renewSlowly);

        step(worker, "poll");
        Bench.soon().until(() -> worker.status().queuedReports() == 1);
        step(worker, "settle");

        assertThat(seenAfter).containsExactly(false);
        assertThat(bench.find("a").state()).isEqualTo(TaskState.SUCCEEDED);
    }
}
