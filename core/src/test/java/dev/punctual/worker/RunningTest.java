package dev.punctual.worker;

import static dev.punctual.worker.Bench.step;
import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.Due;
import dev.punctual.NewTask;
import dev.punctual.NotRetryableException;
import dev.punctual.Payload;
import dev.punctual.PayloadCodec;
import dev.punctual.RetryLaterException;
import dev.punctual.RetryPolicy;
import dev.punctual.RunHistory;
import dev.punctual.TaskContext;
import dev.punctual.TaskEvent.Kind;
import dev.punctual.TaskId;
import dev.punctual.TaskRecord;
import dev.punctual.TaskSpec;
import dev.punctual.TaskState;
import dev.punctual.TaskType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What becomes of a claimed task: whether it starts, and what its end means. */
class RunningTest {

    private final Bench bench = new Bench();

    @Test
    void goodRun_completesTheTask_withItsHistory() {
        bench.schedule("a", Duration.ZERO);
        TaskWorker worker = bench.worker((payload, context) -> {
                    assertThat(payload).isEqualTo("a");
                    bench.time.advance(Duration.ofMillis(40));
                })
                .build();

        bench.pass(Duration.ZERO, worker);

        TaskRecord task = bench.find("a");
        assertThat(task.state()).isEqualTo(TaskState.SUCCEEDED);
        RunHistory.Run run = task.runs().get(0);
        assertThat(run.outcome()).isEqualTo(RunHistory.Outcome.COMPLETED);
        assertThat(run.token()).isEqualTo(task.token());
        assertThat(run.worker()).isEqualTo(bench.store.claims.get(0).worker());
        assertThat(run.endMillis() - run.startMillis()).isEqualTo(40);
        assertThat(bench.eventKinds()).containsExactly(Kind.STARTED, Kind.COMPLETED);
    }

    @Test
    void handler_seesItsTask() {
        bench.schedule("a", Duration.ZERO);
        List<TaskContext> seen = new ArrayList<>();
        TaskWorker worker =
                bench.worker((payload, context) -> seen.add(context)).build();

        bench.pass(Duration.ZERO, worker);

        TaskContext context = seen.get(0);
        assertThat(context.id()).isEqualTo(TaskId.of("a"));
        assertThat(context.record().state()).isEqualTo(TaskState.RUNNING);
        assertThat(context.attempt()).isEqualTo(1);
        assertThat(context.token()).isEqualTo(bench.find("a").token());
        assertThat(context.dueAt().toEpochMilli()).isEqualTo(bench.find("a").dueAt());
        assertThat(context.client().find(TaskId.of("a"))).contains(bench.find("a"));
        assertThat(context.cancelRequested()).isFalse();
        assertThat(context.leaseLost()).isFalse();
    }

    @ParameterizedTest
    @MethodSource("margins")
    void claim_startsOnlyWhileEnoughOfItsLeaseIsLeft(Duration lease, Duration margin) {
        bench.schedule("a", Duration.ZERO);
        bench.schedule("b", Duration.ZERO);
        TaskWorker worker = bench.worker().lease(lease).runBy(bench.later()).build();
        step(worker, "poll");

        bench.time.advance(lease.minus(margin).minusNanos(1));
        bench.runNext();
        bench.time.advance(Duration.ofNanos(1));
        bench.runNext();
        step(worker, "settle");

        assertThat(bench.ran).containsExactly("a");
        TaskRecord late = bench.find("b");
        assertThat(late.state()).isEqualTo(TaskState.SCHEDULED);
        assertThat(late.attempt()).isEqualTo(1);
        assertThat(late.ghost()).isFalse();
        assertThat(late.runs()).isEmpty();
        assertThat(bench.eventKinds()).containsExactly(Kind.STARTED, Kind.COMPLETED, Kind.RELEASED);
    }

    private static Stream<List<Duration>> pairs() {
        return Stream.of(
                List.of(Duration.ofSeconds(2), Duration.ofMillis(500)),
                List.of(Duration.ofSeconds(4), Duration.ofMillis(800)),
                List.of(Duration.ofSeconds(30), Duration.ofSeconds(6)));
    }

    private static Stream<Object[]> margins() {
        return pairs().map(List::toArray);
    }

    @Test
    void renewedClaim_mayStartLater() {
        bench.schedule("a", Duration.ZERO);
        TaskWorker worker = bench.worker().runBy(bench.later()).build();
        step(worker, "poll");

        bench.time.advance(Duration.ofSeconds(1));
        step(worker, "renew");
        bench.time.advance(Duration.ofSeconds(1));
        bench.runNext();

        assertThat(bench.ran).containsExactly("a");
    }

    @Test
    void failure_isRetriedByThePolicyOfTheTask() {
        RetryPolicy policy = RetryPolicy.DEFAULT.withDelays(Duration.ofSeconds(3), 2, Duration.ofHours(1));
        bench.insert(bench.task("a", Duration.ZERO, policy.withJitter(0)));
        TaskWorker worker = failing(new IllegalStateException("no money"));

        bench.pass(Duration.ZERO, worker);
        TaskRecord once = bench.find("a");
        bench.pass(Duration.ofMillis(3_001), worker);
        TaskRecord twice = bench.find("a");

        assertThat(once.state()).isEqualTo(TaskState.SCHEDULED);
        assertThat(once.failures()).isEqualTo(1);
        assertThat(once.lastError()).isEqualTo("java.lang.IllegalStateException: no money");
        assertThat(once.dueAt()).isEqualTo(once.createdAt() + 3_000);
        assertThat(twice.failures()).isEqualTo(2);
        assertThat(twice.dueAt() - once.dueAt()).isEqualTo(6_000);
        assertThat(twice.runs()).extracting(RunHistory.Run::outcome).containsOnly(RunHistory.Outcome.RETRIED);
        assertThat(bench.eventKinds()).containsExactly(Kind.STARTED, Kind.RETRIED, Kind.STARTED, Kind.RETRIED);
    }

    @Test
    void retryLater_waitsAsTheHandlerAsks() {
        bench.schedule("a", Duration.ZERO);
        TaskWorker worker = failing(new RetryLaterException("closed on Sundays", Duration.ofHours(20)));

        bench.pass(Duration.ZERO, worker);

        TaskRecord task = bench.find("a");
        assertThat(task.dueAt() - task.createdAt())
                .isEqualTo(Duration.ofHours(20).toMillis());
        assertThat(task.failures()).isEqualTo(1);
    }

    @Test
    void notRetryable_buriesAtOnce() {
        bench.schedule("a", Duration.ZERO);

        bench.pass(Duration.ZERO, failing(new NotRetryableException("no such order", null)));

        TaskRecord task = bench.find("a");
        assertThat(task.state()).isEqualTo(TaskState.DEAD);
        assertThat(task.failures()).isEqualTo(1);
        assertThat(task.lastError()).endsWith("no such order");
        assertThat(bench.eventKinds()).containsExactly(Kind.STARTED, Kind.BURIED);
    }

    @Test
    void lastAttempt_buries() {
        bench.insert(bench.task("a", Duration.ZERO, RetryPolicy.DEFAULT.withMaxAttempts(2)));
        TaskWorker worker = failing(new IllegalStateException("still no money"));

        bench.pass(Duration.ofSeconds(6), worker);

        assertThat(bench.find("a").state()).isEqualTo(TaskState.DEAD);
        assertThat(bench.find("a").runs())
                .extracting(RunHistory.Run::outcome)
                .containsExactly(RunHistory.Outcome.RETRIED, RunHistory.Outcome.BURIED);
        assertThat(bench.eventKinds()).endsWith(Kind.STARTED, Kind.BURIED);
    }

    @Test
    void payloadThatCannotBeRead_isAFailureWithAReadableError_andDeadInTheEnd() {
        PayloadCodec<Integer> numbers = new PayloadCodec<>() {
            @Override
            public Payload encode(Integer value) {
                return new Payload(value.toString().getBytes(java.nio.charset.StandardCharsets.UTF_8), "text/plain", 1);
            }

            @Override
            public Integer decode(Payload payload) {
                return Integer.valueOf(PayloadCodec.text().decode(payload));
            }
        };
        bench.insert(bench.task("a", Duration.ZERO, RetryPolicy.DEFAULT.withMaxAttempts(2)));
        TaskWorker worker = bench.bare()
                .handler(TaskType.of(Bench.TYPE, numbers), (payload, context) -> bench.ran.add("a"))
                .build();

        bench.pass(Duration.ZERO, worker);
        assertThat(bench.find("a").state()).isEqualTo(TaskState.SCHEDULED);
        bench.pass(Duration.ofSeconds(6), worker);

        assertThat(bench.ran).isEmpty();
        assertThat(bench.find("a").state()).isEqualTo(TaskState.DEAD);
        assertThat(bench.find("a").lastError()).contains("cannot be read").contains("For input string: \"a\"");
    }

    @ParameterizedTest
    @MethodSource("throwables")
    void A19_whateverAHandlerThrows_isAFailureWithTheNameOfItsClass(Throwable thrown) {
        bench.insert(bench.task("bad", Duration.ZERO, RetryPolicy.DEFAULT.withMaxAttempts(1)));
        bench.schedule("good", Duration.ZERO);
        TaskWorker worker = bench.worker((payload, context) -> {
                    if (payload.equals("bad")) {
                        throwSneakily(thrown);
                    }
                })
                .slots(1)
                .build();

        bench.pass(Duration.ZERO, worker);

        assertThat(bench.find("bad").state()).isEqualTo(TaskState.DEAD);
        assertThat(bench.find("bad").lastError()).startsWith(thrown.getClass().getName());
        assertThat(bench.find("good").state()).isEqualTo(TaskState.SUCCEEDED);
        assertThat(worker.status().running()).isZero();
    }

    private static Stream<Throwable> throwables() {
        return Stream.of(
                new StackOverflowError(),
                new OutOfMemoryError("Requested array size exceeds VM limit"),
                new NoClassDefFoundError("com/acme/Gone"),
                new ExceptionInInitializerError(new IllegalStateException("init")),
                new ThreadDeath(),
                new java.io.IOException("sneaky"),
                new InterruptedException("nobody asked"),
                new UntoldException(),
                new RuntimeException());
    }

    /** Fails even when asked what is wrong. */
    private static final class UntoldException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        @Override
        public String getMessage() {
            throw new IllegalStateException("no message");
        }

        @Override
        public String toString() {
            throw new IllegalStateException("no text");
        }
    }

    @Test
    void A19_realStackOverflow_leavesTheThreadUsable() {
        bench.insert(bench.task("deep", Duration.ZERO, RetryPolicy.DEFAULT.withMaxAttempts(1)));
        TaskWorker worker = bench.worker((payload, context) -> dive(0)).build();

        bench.pass(Duration.ZERO, worker);

        assertThat(bench.find("deep").lastError()).startsWith("java.lang.StackOverflowError");
    }

    private static int dive(int depth) {
        return depth < 0 ? 0 : 1 + dive(depth + 1);
    }

    @Test
    void listenerThatThrows_disturbsNothing() {
        bench.schedule("a", Duration.ZERO);
        TaskWorker worker = bench.worker()
                .listener(event -> {
                    throw new UntoldException();
                })
                .build();

        bench.pass(Duration.ZERO, worker);

        assertThat(bench.find("a").state()).isEqualTo(TaskState.SUCCEEDED);
    }

    @Test
    void noThreadToBeHad_givesTheTaskBackUncharged() {
        bench.schedule("a", Duration.ZERO);
        TaskWorker worker = bench.worker()
                .runBy(run -> {
                    throw new OutOfMemoryError("unable to create native thread");
                })
                .build();

        step(worker, "poll");
        step(worker, "settle");

        assertThat(bench.find("a").state()).isEqualTo(TaskState.SCHEDULED);
        assertThat(bench.find("a").attempt()).isEqualTo(1);
        assertThat(worker.status().running()).isZero();
    }

    @Test
    void unknownType_staysWaitingUncharged() {
        bench.insert(NewTask.of(TaskId.of("a"), TaskSpec.of("unknown", Payload.EMPTY), Due.now()));
        TaskWorker worker = bench.worker().build();

        bench.pass(Duration.ofSeconds(2), worker);

        assertThat(bench.find("a").state()).isEqualTo(TaskState.SCHEDULED);
        assertThat(bench.find("a").attempt()).isEqualTo(1);
    }

    private TaskWorker failing(RuntimeException thrown) {
        return bench.worker((payload, context) -> {
                    throw thrown;
                })
                .build();
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <E extends Throwable> void throwSneakily(Throwable thrown) throws E {
        throw (E) thrown;
    }
}
