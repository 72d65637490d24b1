package dev.punctual.worker;

import static dev.punctual.worker.Bench.step;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The threads of handlers. */
class RunThreadsTest {

    private final Bench bench = new Bench();
    private final CountDownLatch carrierFree = new CountDownLatch(1);
    private final List<String> names = new CopyOnWriteArrayList<>();

    /** Virtual threads in all but name, whose carriers are busy until the latch opens. */
    private final ThreadFactory starved = run -> {
        Thread thread = new Thread(() -> {
            try {
                carrierFree.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            run.run();
        });
        thread.setName("virtual");
        thread.setDaemon(true);
        return thread;
    };

    private final RunThreads threads = new RunThreads("rescue", 4, 4, starved);

    @AfterEach
    void letGo() {
        carrierFree.countDown();
        threads.shutdown();
    }

    @Test
    void startThatFindsNoCarrier_isMadeOnThePool_onceOnly() {
        bench.schedule("t0", Duration.ZERO);
        TaskWorker worker = bench.worker(
                        (payload, context) -> names.add(Thread.currentThread().getName()))
                .slots(4)
                .runBy(threads)
                .build();
        step(worker, "poll");

        assertThat(step(worker, "limit")).isEqualTo(TimeLimiter.START_WAIT);
        assertThat(names).isEmpty();
        bench.time.advance(TimeLimiter.START_WAIT);
        step(worker, "limit");
        step(worker, "limit");
        Bench.soon().until(() -> names.size() == 1);

        // As long as the first has found no carrier, others do not even try.
        bench.schedule("t1", Duration.ZERO);
        bench.time.advance(Duration.ofSeconds(1));
        step(worker, "poll");
        Bench.soon().until(() -> names.size() == 2);
        assertThat(names).allMatch(name -> name.startsWith("rescue-run-"));

        carrierFree.countDown();
        Bench.soon().until(() -> {
            bench.schedule("again" + bench.time.nanoTime(), Duration.ZERO);
            bench.time.advance(Duration.ofSeconds(1));
            step(worker, "poll");
            return names.contains("virtual");
        });
        assertThat(bench.events.stream()
                        .filter(event -> event.kind() == dev.punctual.TaskEvent.Kind.STARTED)
                        .map(dev.punctual.TaskEvent::token))
                .doesNotHaveDuplicates();
    }

    @Test
    void A19_threadsSurviveWhateverHandlersThrow() {
        Set<Thread> used = ConcurrentHashMap.newKeySet();
        RunThreads pool = new RunThreads("pool", 4, 4, null);
        bench.scheduleDue(200);
        TaskWorker worker = bench.worker((payload, context) -> {
                    used.add(Thread.currentThread());
                    bench.ran.add(payload);
                    throw new StackOverflowError();
                })
                .slots(4)
                .runBy(pool)
                .build();

        Bench.soon().until(() -> {
            step(worker, "poll");
            step(worker, "settle");
            return bench.ran.size() == 200;
        });

        assertThat(used).hasSizeLessThanOrEqualTo(4);
        pool.shutdown();
    }

    @Test
    void handlerThatWaits_holdsUpNoOtherOfItsGroup() {
        RunThreads pool = new RunThreads("group", 4, 4, null);
        CountDownLatch allIn = new CountDownLatch(4);
        bench.scheduleDue(4);
        TaskWorker worker = bench.worker((payload, context) -> {
                    allIn.countDown();
                    allIn.await();
                    bench.ran.add(payload);
                })
                .slots(4)
                .runBy(pool)
                .build();

        step(worker, "poll");

        Bench.soon().until(() -> bench.ran.size() == 4);
        pool.shutdown();
    }

    @Test
    void runsOnThreadsOfTheJvm_byDefault() {
        RunThreads own = new RunThreads("own", 2, 2);

        own.execute(() -> names.add(Thread.currentThread().getName()));

        Bench.soon().until(() -> names.size() == 1);
        assertThat(names.get(0)).startsWith("own-run-");
        assertThat(own.mayStarve()).isEqualTo(Runtime.version().feature() >= 21);
        own.shutdown();
    }
}
