package dev.punctual.worker;

import static dev.punctual.worker.Bench.step;
import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.ClaimRequest;
import dev.punctual.ClaimResult;
import dev.punctual.Due;
import dev.punctual.NewTask;
import dev.punctual.Payload;
import dev.punctual.PayloadCodec;
import dev.punctual.RetryPolicy;
import dev.punctual.Selector;
import dev.punctual.Sink;
import dev.punctual.TaskId;
import dev.punctual.TaskSpec;
import dev.punctual.TaskState;
import dev.punctual.TaskType;
import dev.punctual.WakeupSignal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How a worker asks for due tasks, and how long it sleeps in between. */
class ClaimingTest {

    private static final Duration FLOOR = Duration.ofMillis(500);

    private final Bench bench = new Bench();

    @Test
    void claims_areNumberedFromOne() {
        TaskWorker worker = bench.worker().build();

        bench.pass(FLOOR.multipliedBy(2), worker);

        assertThat(bench.store.claims).extracting(ClaimRequest::claimSeq).containsExactly(1L, 2L, 3L);
        assertThat(bench.store.claims)
                .extracting(ClaimRequest::worker)
                .containsOnly(bench.store.claims.get(0).worker());
    }

    @Test
    void workers_haveRandomIds() {
        step(bench.worker().build(), "poll");
        step(bench.worker().build(), "poll");

        assertThat(bench.store.claims).extracting(ClaimRequest::worker).doesNotHaveDuplicates();
    }

    @Test
    void claimWithoutAnswer_isRepeatedUnderItsNumber_untilItIsAnswered() {
        bench.scheduleDue(2);
        TaskWorker worker = bench.worker().slots(2).build();
        bench.store.onClaim = TroubledStore.losingAnswers();
        step(worker, "poll");
        step(worker, "poll");
        assertThat(bench.ran).isEmpty();

        bench.store.onClaim = TroubledStore.fine();
        bench.pass(FLOOR, worker);

        ClaimRequest first = bench.store.claims.get(0);
        assertThat(bench.store.claims.subList(0, 3)).containsExactly(first, first, first);
        assertThat(bench.store.claims.get(3).claimSeq()).isEqualTo(2);
        assertThat(bench.ran).containsExactly("t0", "t1");
    }

    @Test
    void anyThrowable_isTreatedAsNoAnswer() {
        TaskWorker worker = bench.worker().build();
        bench.store.onClaim = (request, onward) -> {
            throw new StackOverflowError();
        };
        step(worker, "poll");
        bench.store.onClaim = TroubledStore.fine();
        step(worker, "poll");

        assertThat(bench.store.claims).extracting(ClaimRequest::claimSeq).containsExactly(1L, 1L);
    }

    @Test
    void repeatedClaim_countsItsLeaseFromTheLatestSending() {
        bench.scheduleDue(1);
        TaskWorker worker = bench.worker().build();
        bench.store.onClaim = TroubledStore.losingAnswers();
        step(worker, "poll");
        bench.store.onClaim = TroubledStore.fine();
        bench.time.advance(Duration.ofMillis(1_900));
        step(worker, "poll");

        assertThat(bench.ran).containsExactly("t0");
    }

    @Test
    void staleAnswer_raisesTheNumber_byMoreEachTime() {
        bench.scheduleDue(1);
        TaskWorker worker = bench.worker().build();
        bench.store.onClaim = (request, onward) -> request.claimSeq() < 20
                ? new ClaimResult(List.of(), bench.time.now().toEpochMilli(), ClaimResult.NONE, 0, true)
                : onward.apply(request);

        bench.pass(FLOOR, worker);

        assertThat(bench.store.claims.subList(0, 3))
                .extracting(ClaimRequest::claimSeq)
                .containsExactly(1L, 3L, 20L);
        assertThat(bench.ran).containsExactly("t0");
    }

    @Test
    void claim_asksForNoMoreThanTheFreeSlots() {
        bench.scheduleDue(5);
        TaskWorker worker = bench.worker().slots(3).runBy(bench.later()).build();

        step(worker, "poll");
        bench.runNext();
        step(worker, "poll");

        assertThat(bench.store.claims).extracting(ClaimRequest::max).containsExactly(3, 1);
    }

    @Test
    void withoutFreeSlot_nothingIsAsked_andTheFirstFreeOneEndsTheWait() {
        bench.scheduleDue(2);
        TaskWorker worker = bench.worker().slots(1).runBy(bench.later()).build();
        step(worker, "poll");

        step(worker, "poll");
        assertThat(bench.store.claims).hasSize(1);
        assertThat(Bench.loop(worker, "poll").woken()).isFalse();

        bench.runNext();
        assertThat(Bench.loop(worker, "poll").woken()).isTrue();
        step(worker, "poll");
        assertThat(bench.store.claims).hasSize(2);
    }

    @Test
    void claim_asksForNoMoreThanAStoreAllows() {
        TaskWorker worker = bench.worker().slots(50_000).build();

        step(worker, "poll");

        assertThat(bench.store.claims.get(0).max()).isEqualTo(1_000);
    }

    @Test
    void fullAnswer_isFollowedAtOnce() {
        bench.scheduleDue(5);
        TaskWorker worker = bench.worker().slots(2).build();

        assertThat(step(worker, "poll")).isZero();
    }

    @Test
    void poller_sleepsUntilExactlyTheNextDueTime() {
        bench.schedule("a", Duration.ofMillis(123));
        TaskWorker worker = bench.worker().build();

        assertThat(step(worker, "poll")).isEqualTo(Duration.ofMillis(123));
        bench.time.advance(Duration.ofMillis(100));
        assertThat(step(worker, "poll")).isEqualTo(Duration.ofMillis(23));
        assertThat(bench.store.claims).hasSize(1);
    }

    @Test
    void poller_sleepsAtMostTheFloorPoll() {
        bench.schedule("a", Duration.ofHours(1));

        assertThat(step(bench.worker().build(), "poll")).isEqualTo(FLOOR);
        assertThat(step(bench.worker().floorPoll(Duration.ofMillis(40)).build(), "poll"))
                .isEqualTo(Duration.ofMillis(40));
    }

    @Test
    void dueButOutOfReach_isAskedForAgainAfterFiveMillis_doublingUpToTheFloorPoll() {
        TaskWorker worker = bench.worker().build();
        bench.store.onClaim = (request, onward) -> new ClaimResult(List.of(), now(), now(), 0, false);
        List<Long> waits = new ArrayList<>();

        for (int i = 0; i < 9; i++) {
            Duration wait = step(worker, "poll");
            waits.add(wait.toMillis());
            bench.time.advance(wait);
        }

        assertThat(waits).containsExactly(5L, 10L, 20L, 40L, 80L, 160L, 320L, 500L, 500L);
    }

    @Test
    void expiredTasks_countAsProgress() {
        TaskWorker worker = bench.worker().build();
        bench.store.onClaim = (request, onward) -> new ClaimResult(List.of(), now(), now(), 1, false);

        assertThat(step(worker, "poll")).isZero();
    }

    private long now() {
        return bench.time.now().toEpochMilli();
    }

    @Test
    void hintOfSomethingEarlier_endsTheWait() {
        TaskWorker worker = bench.worker().build();
        worker.engine().subscribe();
        step(worker, "poll");

        bench.schedule("a", Duration.ZERO);

        assertThat(Bench.loop(worker, "poll").woken()).isTrue();
        step(worker, "poll");
        assertThat(bench.ran).containsExactly("a");
    }

    @Test
    void hintOfSomethingInAWhile_shortensTheWaitWithoutACall() {
        TaskWorker worker = bench.worker().build();
        worker.engine().subscribe();
        step(worker, "poll");

        bench.schedule("a", Duration.ofMillis(30));

        assertThat(step(worker, "poll")).isEqualTo(Duration.ofMillis(30));
        assertThat(bench.store.claims).hasSize(1);
    }

    @Test
    void hintOfSomethingLater_orNotForThisWorker_wakesNobody() {
        TaskWorker worker = bench.worker().queues(Selector.of("default")).build();
        worker.engine().subscribe();
        step(worker, "poll");

        bench.schedule("later", Duration.ofMillis(501));
        bench.insert(NewTask.of(TaskId.of("type"), TaskSpec.of("other", Payload.EMPTY), Due.now()));
        bench.insert(NewTask.of(
                TaskId.of("queue"), TaskSpec.of(Bench.TYPE, Payload.EMPTY).withQueue("slow"), Due.now()));
        bench.insert(NewTask.of(
                TaskId.of("sink"),
                TaskSpec.of(Bench.TYPE, Payload.EMPTY).withSink(Sink.webhook("http://127.0.0.1/")),
                Due.now()));

        assertThat(Bench.loop(worker, "poll").woken()).isFalse();
    }

    @Test
    void hintThatComesWhileAClaimIsUnderWay_isNotLost() {
        TaskWorker worker = bench.worker().build();
        worker.engine().subscribe();
        bench.store.answerNextClaim(answer -> {
            bench.schedule("a", Duration.ZERO);
            return answer;
        });

        assertThat(step(worker, "poll")).isZero();
        step(worker, "poll");
        assertThat(bench.ran).containsExactly("a");
    }

    @Test
    void signalsOfTheApplication_wakeToo() {
        List<Consumer<WakeupSignal.Hint>> listeners = new ArrayList<>();
        TaskWorker worker = bench.worker()
                .wakeups(listener -> {
                    listeners.add(listener);
                    return () -> listeners.remove(listener);
                })
                .build();
        worker.engine().subscribe();
        step(worker, "poll");

        listeners.get(0).accept(new WakeupSignal.Hint("default", Bench.TYPE, "", now()));

        assertThat(Bench.loop(worker, "poll").woken()).isTrue();
    }

    @Test
    void suspects_runOneAtATime() {
        RetryPolicy twoLosses = RetryPolicy.DEFAULT.withMaxLosses(2);
        bench.insert(bench.task("s1", Duration.ZERO, twoLosses));
        bench.insert(bench.task("s2", Duration.ZERO, twoLosses));
        loseClaims();
        TaskWorker worker = bench.worker().runBy(bench.later()).build();

        step(worker, "poll");
        step(worker, "poll");
        bench.pass(FLOOR, worker);
        assertThat(bench.waiting).hasSize(1);
        assertThat(bench.store
                        .claims
                        .get(bench.store.claims.size() - 1)
                        .wanted()
                        .maxSuspects())
                .isZero();

        bench.runNext();
        assertThat(Bench.loop(worker, "poll").woken()).isTrue();
        bench.pass(Duration.ZERO, worker);
        assertThat(bench.waiting).hasSize(1);
    }

    /** Claims everything due, never reports, and lets the leases be taken back. */
    private void loseClaims() {
        TaskWorker lost = bench.worker().runBy(bench.later()).build();
        step(lost, "poll");
        bench.waiting.clear();
        bench.time.advance(Duration.ofSeconds(3));
        assertThat(bench.worker().build().recover()).isEqualTo(2);
        bench.store.claims.clear();
    }

    @Test
    void handlersAndSinks_askSeparately_eachUnderIdsAndNumbersOfItsOwn() {
        List<String> delivered = new ArrayList<>();
        TaskSpec hook = TaskSpec.of("any.type", Payload.EMPTY).withSink(Sink.webhook("http://127.0.0.1/x"));
        bench.schedule("handled", Duration.ZERO);
        bench.insert(NewTask.of(TaskId.of("hooked"), hook, Due.now()));
        bench.insert(NewTask.of(TaskId.of("other"), hook.withSink(new Sink("kafka", "topic")), Due.now()));
        TaskWorker worker = bench.worker()
                .sink(
                        "webhook",
                        (task, context) -> delivered.add(task.spec().sink().address()))
                .build();

        bench.pass(Duration.ZERO, worker);

        assertThat(bench.ran).containsExactly("handled");
        assertThat(delivered).containsExactly("http://127.0.0.1/x");
        assertThat(bench.find("other").state()).isEqualTo(TaskState.SCHEDULED);
        assertThat(bench.store.claims).extracting(ClaimRequest::claimSeq).containsExactly(1L, 1L);
        assertThat(bench.store.claims).extracting(ClaimRequest::worker).doesNotHaveDuplicates();
    }

    @Test
    void aliases_areClaimedAndHandledToo() {
        bench.insert(NewTask.of(TaskId.of("old"), TaskSpec.of("order.void", Payload.EMPTY), Due.now()));
        TaskType<String> renamed =
                TaskType.of("order.annul", PayloadCodec.text()).aliases("order.void");
        TaskWorker worker = bench.bare()
                .handler(
                        renamed,
                        (payload, context) -> bench.ran.add(context.id().value()))
                .build();

        bench.pass(Duration.ZERO, worker);

        assertThat(bench.ran).containsExactly("old");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 499, 500, 501, 999, 1_000, 1_001, 51_199, 51_200, 51_201, 102_400})
    void A16_noTaskStartsEarly_andNoneLateByMoreThanAMilli(long delayMillis) {
        List<Instant> startedAt = new ArrayList<>();
        TaskWorker worker = bench.worker((payload, context) -> startedAt.add(bench.time.now()))
                .build();
        worker.engine().subscribe();
        bench.time.advance(Duration.ofNanos(delayMillis * 7919 % 1_000_000));
        bench.pass(FLOOR.dividedBy(3), worker);

        bench.schedule("a", Duration.ofMillis(delayMillis));
        Instant due = Instant.ofEpochMilli(bench.find("a").dueAt());
        bench.pass(Duration.ofMillis(delayMillis + 500), worker);

        assertThat(startedAt).hasSize(1);
        assertThat(startedAt.get(0)).isBetween(due, due.plusMillis(1));
    }

    @Test
    void A22_idleWorker_asksTheStoreAtMostFourTimesASecond() {
        bench.schedule("far", Duration.ofDays(30));
        TaskWorker worker = bench.worker().lease(Duration.ofSeconds(30)).build();

        bench.pass(Duration.ofSeconds(60), worker);

        assertThat(bench.store.calls.get()).isLessThanOrEqualTo(240);
    }
}
