package dev.punctual.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.Due;
import dev.punctual.NewTask;
import dev.punctual.Payload;
import dev.punctual.PayloadCodec;
import dev.punctual.RetryPolicy;
import dev.punctual.ScheduleResult;
import dev.punctual.StoreException;
import dev.punctual.StoreSettings;
import dev.punctual.TaskEvent;
import dev.punctual.TaskHandler;
import dev.punctual.TaskId;
import dev.punctual.TaskRecord;
import dev.punctual.TaskSpec;
import dev.punctual.TaskType;
import dev.punctual.memory.MemoryTaskStore;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/** A store in memory, hand-moved time, and workers whose roles are stepped on the test's own thread. */
final class Bench {

    static final String TYPE = "order.cancel";
    static final TaskType<String> ORDER = TaskType.of(TYPE, PayloadCodec.text());

    final HandMovedTime time = new HandMovedTime();
    final TroubledStore store = new TroubledStore(MemoryTaskStore.open(StoreSettings.DEFAULT.withTime(time)));
    final List<String> ran = new CopyOnWriteArrayList<>();
    final List<TaskEvent> events = new CopyOnWriteArrayList<>();
    /** Runs that were claimed and wait for {@link #runNext}, if the worker was built with {@link #later}. */
    final Queue<Runnable> waiting = new ArrayDeque<>();

    private final Map<RoleLoop, Long> nextNanos = new HashMap<>();

    /** A builder whose handlers run at once, on the thread that steps the poller; the lease is 2 s. */
    TaskWorker.Builder worker() {
        return bare().handler(ORDER, (payload, context) -> ran.add(context.id().value()));
    }

    TaskWorker.Builder worker(TaskHandler<String> handler) {
        return bare().handler(ORDER, handler);
    }

    TaskWorker.Builder bare() {
        return TaskWorker.builder(store)
                .time(time)
                .name("bench")
                .lease(Duration.ofSeconds(2))
                .listener(events::add)
                .runBy(Runnable::run);
    }

    /** Lets claimed tasks wait for {@link #runNext}. */
    Executor later() {
        return waiting::add;
    }

    void runNext() {
        waiting.remove().run();
    }

    NewTask task(String id, Duration delay) {
        return task(id, delay, RetryPolicy.DEFAULT.withJitter(0));
    }

    NewTask task(String id, Duration delay, RetryPolicy retry) {
        Payload payload = new Payload(id.getBytes(StandardCharsets.UTF_8), "text/plain", 1);
        return NewTask.of(TaskId.of(id), TaskSpec.of(TYPE, payload).withRetry(retry), Due.after(delay));
    }

    void schedule(String id, Duration delay) {
        insert(task(id, delay));
    }

    void scheduleDue(int count) {
        for (int i = 0; i < count; i++) {
            schedule("t" + i, Duration.ZERO);
        }
    }

    void insert(NewTask task) {
        assertThat(store.insert(List.of(task)).get(0).outcome()).isEqualTo(ScheduleResult.Outcome.CREATED);
    }

    TaskRecord find(String id) {
        return store.inner.queries().find(TaskId.of(id)).orElseThrow();
    }

    /** Makes one step of the role and returns the wait it asks for. */
    static Duration step(TaskWorker worker, String role) {
        return loop(worker, role).attempt();
    }

    static RoleLoop loop(TaskWorker worker, String role) {
        return worker.engine().loops().stream()
                .filter(loop -> loop.name().endsWith("-" + role))
                .findFirst()
                .orElseThrow();
    }

    /** Lets time pass in the steps that the roles ask for, every role doing what it does then. */
    void pass(Duration span, TaskWorker... workers) {
        List<RoleLoop> loops = Stream.of(workers)
                .flatMap(worker -> worker.engine().loops().stream())
                .toList();
        long end = time.nanoTime() + span.toNanos();
        while (true) {
            stepUntilQuiet(loops);
            long next = loops.stream().mapToLong(nextNanos::get).min().orElse(end);
            if (time.nanoTime() >= end) {
                return;
            }
            time.advance(Duration.ofNanos(Math.min(next, end) - time.nanoTime()));
        }
    }

    private void stepUntilQuiet(List<RoleLoop> loops) {
        int steps = 0;
        boolean quiet = false;
        while (!quiet) {
            quiet = true;
            for (RoleLoop loop : loops) {
                long now = time.nanoTime();
                boolean due = nextNanos.getOrDefault(loop, now) <= now;
                if (due || (loop.woken() && !loop.failing())) {
                    nextNanos.put(loop, now + loop.attempt().toNanos());
                    quiet = false;
                    assertThat(++steps).as("steps without time passing").isLessThan(20_000);
                }
            }
        }
    }

    /** Waits for what threads are about to do, with a guard that only a hang reaches. */
    static ConditionFactory soon() {
        return Awaitility.await().atMost(Duration.ofSeconds(20)).pollInterval(Duration.ofMillis(2));
    }

    List<TaskEvent.Kind> eventKinds() {
        return events.stream().map(TaskEvent::kind).toList();
    }

    static StoreException trouble(StoreException.Kind kind) {
        return new StoreException("memory", "trouble", kind, null);
    }
}
