package dev.punctual.contract;

import static dev.punctual.contract.Tasks.due;
import static dev.punctual.contract.Tasks.ids;
import static dev.punctual.contract.Tasks.in;
import static dev.punctual.contract.Tasks.queue;
import static dev.punctual.contract.Tasks.sink;
import static dev.punctual.contract.Tasks.type;
import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.ClaimResult;
import dev.punctual.Lease;
import dev.punctual.Selector;
import dev.punctual.Sink;
import dev.punctual.TaskRecord;
import dev.punctual.TaskState;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Claiming (T2) and expiring (T2'): what may be claimed, what a claim writes, and claims sent again. */
public interface ClaimContract extends StoreContract {

    @Test
    default void claim_ofAnEmptyStore_answersNothing() {
        ClaimResult result = worker().claim(10);
        assertThat(result.claims()).isEmpty();
        assertThat(result.nextDueMillis()).isEqualTo(ClaimResult.NONE);
        assertThat(result.expired()).isZero();
        assertThat(result.stale()).isFalse();
    }

    @Test
    default void claim_writesTokenLeaseAndState() {
        create(due("a"));
        TaskRecord before = find("a");
        ClaimingWorker worker = worker();
        ClaimResult result = worker.claim(5);
        TaskRecord run = single(result.claims());
        long now = result.nowMillis();
        assertThat(run.state()).isEqualTo(TaskState.RUNNING);
        assertThat(run.token()).isGreaterThanOrEqualTo(now * 1_000).isGreaterThan(before.token());
        assertThat(run.lease()).isEqualTo(new Lease(worker.id(), 1, now + 30_000));
        assertThat(run.revision()).isEqualTo(before.revision() + 1);
        assertThat(run.settledToken()).isZero();
        assertThat(run.failures() + run.losses()).isZero();
        assertThat(run.dueAt()).isEqualTo(before.dueAt());
    }

    @Test
    default void claim_answersTheWholeRecordAsItIsStored() {
        TaskRecord run = start("whole");
        assertThat(run.spec()).isEqualTo(due("whole").spec());
        assertUnchanged(run);
    }

    @Test
    default void claim_isNeverEarly() {
        long dueAt = storeNow() + 40;
        create(Tasks.at("timed", dueAt));
        ClaimingWorker worker = worker();
        ClaimResult result = worker.claim(1);
        while (result.claims().isEmpty()) {
            assertThat(result.nowMillis()).as("claimed late").isLessThan(dueAt);
            assertThat(result.nextDueMillis()).isEqualTo(dueAt);
            assertThat(find("timed").state()).isEqualTo(TaskState.SCHEDULED);
            advance(1);
            result = worker.claim(1);
        }
        assertThat(result.nowMillis()).as("claimed early").isGreaterThanOrEqualTo(dueAt);
    }

    @Test
    default void claim_takesATaskOnce() {
        create(due("a"));
        worker().take("a");
        assertThat(worker().claim(10).claims()).isEmpty();
        assertThat(worker().claim(10).nextDueMillis()).isEqualTo(ClaimResult.NONE);
    }

    @Test
    default void claim_takesAtMostMax() {
        create(due("a"), due("b"), due("c"));
        ClaimingWorker worker = worker();
        assertThat(worker.claim(2).claims()).hasSize(2);
        assertThat(worker.claim(2).claims()).hasSize(1);
    }

    @Test
    default void claim_ofZero_takesNothingAndTellsWhatIsDue() {
        create(due("a"));
        ClaimResult result = worker().claim(0);
        assertThat(result.claims()).isEmpty();
        assertThat(result.nextDueMillis()).isLessThanOrEqualTo(result.nowMillis());
        assertThat(find("a").state()).isEqualTo(TaskState.SCHEDULED);
    }

    @Test
    default void claim_takesOnlyTheWantedQueues() {
        create(queue(due("a"), "red"), queue(due("b"), "green"), queue(due("c"), "blue"));
        assertThat(ids(worker().queues("green", "blue").claim(10).claims())).containsExactlyInAnyOrder("b", "c");
        assertThat(find("a").state()).isEqualTo(TaskState.SCHEDULED);
        assertThat(worker().queues().claim(10).claims()).as("of no queue").isEmpty();
    }

    @Test
    default void claim_takesOnlyTheWantedTypes() {
        create(type(due("a"), "mail"), type(due("b"), "print"), type(due("c"), "mail.urgent"));
        assertThat(ids(worker().types("mail").claim(10).claims())).containsExactly("a");
        assertThat(worker().types().claim(10).claims()).as("of no type").isEmpty();
    }

    @Test
    default void claim_takesOnlyTheWantedKindsOfSink() {
        create(
                due("handler"),
                sink(due("hook"), Sink.webhook("https://host.example/a")),
                sink(due("topic"), new Sink("kafka", "orders")));
        assertThat(ids(worker().sinks("").claim(10).claims())).containsExactly("handler");
        assertThat(ids(worker().sinks("webhook").claim(10).claims())).containsExactly("hook");
        assertThat(ids(worker().wanting(ClaimingWorker.EVERYTHING).claim(10).claims()))
                .containsExactly("topic");
    }

    @Test
    default void claim_looksAtQueueTypeAndSinkTogether() {
        create(type(queue(due("a"), "q"), "t"), type(queue(due("b"), "q"), "u"), type(queue(due("c"), "r"), "t"));
        assertThat(ids(worker().queues("q").types("t").sinks("").claim(10).claims()))
                .containsExactly("a");
    }

    @Test
    default void claim_namesThatOnlyShareAPrefixAreDifferent() {
        create(queue(due("a"), "q"), queue(due("b"), "q:1"), queue(due("c"), "Q"), queue(due("d"), "q."));
        assertThat(ids(worker().queues("q").claim(10).claims())).containsExactly("a");
        assertThat(ids(worker().queues("Q").claim(10).claims())).containsExactly("c");
    }

    @Test
    default void claim_takesNoRunningOrFinishedTask() {
        for (TaskState state : TaskState.values()) {
            bring("in-" + state, state);
        }
        assertThat(worker().claim(100).claims()).isEmpty();
    }

    @Test
    default void claim_leavesTasksWithoutExpiryAlone() {
        create(due("old"));
        advance(2_000);
        assertThat(worker().claim(1).expired()).isZero();
        assertThat(find("old").state()).isEqualTo(TaskState.RUNNING);
    }

    @Test
    default void claim_expiresInsteadOfRunningTooLate() {
        create(due("stale").expireAfter(Duration.ofMillis(10)));
        TaskRecord before = find("stale");
        advance(11);
        ClaimResult result = worker().claim(10);
        assertThat(result.claims()).isEmpty();
        assertThat(result.expired()).isEqualTo(1);
        TaskRecord after = find("stale");
        assertThat(after.state()).isEqualTo(TaskState.EXPIRED);
        assertThat(after.finishedAt()).isEqualTo(result.nowMillis());
        assertThat(after.revision()).isEqualTo(before.revision() + 1);
        assertThat(after.token()).isZero();
        assertThat(worker().claim(10).nextDueMillis()).isEqualTo(ClaimResult.NONE);
    }

    @Test
    default void claim_expiresNothingOfAQueueThatIsPaused() {
        create(due("held").expireAfter(Duration.ofMillis(10)));
        TaskRecord before = find("held");
        queries().pause("default");
        advance(1_100);
        assertThat(worker().claim(10).expired()).isZero();
        queries().prune(1_000);
        assertUnchanged(before);
        queries().resume("default");
        assertThat(worker().claim(10).claims()).isEmpty();
        assertThat(find("held").state()).isEqualTo(TaskState.EXPIRED);
    }

    @Test
    default void claim_expiredTasksInFront_hideNothing() {
        for (int i = 0; i < 300; i++) {
            create(Tasks.priority(due("stale-" + i).expireAfter(Duration.ofMillis(1)), 9));
        }
        advance(5);
        create(Tasks.priority(due("good"), 0));
        ClaimingWorker worker = worker();
        int expired = 0;
        for (int claims = 0; claims < 400; claims++) {
            ClaimResult result = worker.claim(1);
            expired += result.expired();
            if (!result.claims().isEmpty()) {
                assertThat(ids(result.claims())).containsExactly("good");
                return;
            }
            assertThat(result.nextDueMillis()).as("work is left").isLessThanOrEqualTo(result.nowMillis());
            assertThat(result.expired()).as("each claim gets on").isPositive();
        }
        throw new AssertionError("the good task was not claimed; " + expired + " expired");
    }

    @Test
    default void claim_withALowerNumber_isStale() {
        create(due("a"), due("b"));
        ClaimingWorker worker = worker().countedTo(6);
        assertThat(worker.claim(1).claims()).hasSize(1);
        for (long number : new long[] {1, 2, 6}) {
            ClaimResult stale = worker.countedTo(number - 1).claim(10);
            assertThat(stale.stale()).isTrue();
            assertThat(stale.claims()).isEmpty();
        }
        assertThat(worker().claim(10).claims())
                .as("the stale ones took nothing")
                .hasSize(1);
    }

    @Test
    default void claim_sentAgain_answersTheSameTasksAndAddsNone() {
        create(due("a"), due("b"));
        ClaimingWorker worker = worker();
        ClaimResult first = worker.claim(2);
        create(due("c"));
        ClaimResult again = worker.repeat(2);
        assertThat(again.stale()).isFalse();
        assertThat(again.claims()).containsExactlyInAnyOrderElementsOf(first.claims());
        ClaimResult more = worker.repeat(10);
        assertThat(ids(more.claims())).containsExactlyInAnyOrder("a", "b");
        assertThat(find("c").state()).isEqualTo(TaskState.SCHEDULED);
    }

    @Test
    default void claim_sentAgain_keepsTheTokenAndExtendsTheLease() {
        create(due("a"));
        ClaimingWorker worker = worker();
        TaskRecord first = single(worker.claim(1).claims());
        advance(500);
        ClaimResult again = worker.repeat(1);
        TaskRecord second = single(again.claims());
        assertThat(second.token()).isEqualTo(first.token());
        assertThat(second.revision()).isEqualTo(first.revision());
        assertThat(second.lease()).isEqualTo(new Lease(worker.id(), 1, again.nowMillis() + 30_000));
        assertUnchanged(second);
    }

    @Test
    default void claim_emptyOneSentAgain_staysEmpty() {
        ClaimingWorker worker = worker();
        assertThat(worker.claim(5).claims()).isEmpty();
        create(due("a"));
        ClaimResult again = worker.repeat(5);
        assertThat(again.claims()).isEmpty();
        assertThat(again.stale()).isFalse();
        assertThat(find("a").state()).isEqualTo(TaskState.SCHEDULED);
        assertThat(ids(worker.claim(5).claims())).containsExactly("a");
    }

    @Test
    default void claim_sentAgain_leavesOutWhatHasEnded() {
        create(due("a"), due("b"));
        ClaimingWorker worker = worker();
        TaskRecord done = worker.claim(2).claims().get(0);
        settle(Tasks.complete(done));
        assertThat(worker.repeat(2).claims())
                .hasSize(1)
                .extracting(TaskRecord::id)
                .doesNotContain(done.id());
    }

    @Test
    default void claim_sentAgain_doesNotAnswerWhatAnotherClaimHas() {
        create(due("a"));
        ClaimingWorker lost = worker().lease(SHORT_LEASE);
        TaskRecord run = lost.take("a");
        lapse();
        assertThat(reclaim(run)).isTrue();
        ClaimingWorker next = worker();
        TaskRecord second = next.take("a");
        assertThat(lost.repeat(1).claims()).isEmpty();
        assertUnchanged(second);
    }

    @Test
    default void claim_sentAgain_answersOnlyTheClaimOfThatNumber() {
        create(due("a"), due("b"));
        ClaimingWorker worker = worker();
        worker.claim(1);
        TaskRecord second = single(worker.claim(1).claims());
        assertThat(worker.repeat(1).claims()).containsExactly(second);
    }

    @Test
    default void claim_numbersAreCountedPerWorker() {
        create(due("a"), due("b"));
        assertThat(worker().countedTo(100).claim(1).claims()).hasSize(1);
        ClaimResult other = worker().claim(1);
        assertThat(other.stale()).isFalse();
        assertThat(other.claims()).hasSize(1);
    }

    @Test
    default void claim_numbersMaySkip() {
        create(due("a"));
        ClaimingWorker worker = worker();
        worker.claim(0);
        assertThat(worker.countedTo(41).claim(1).claims()).hasSize(1);
        assertThat(worker.countedTo(39).claim(1).stale()).isTrue();
    }

    @Test
    default void claim_unknownTypes_stayWaitingAndUncharged() {
        create(type(due("foreign"), "foreign.type"));
        TaskRecord before = find("foreign");
        for (int i = 0; i < 20; i++) {
            assertThat(worker().types("work").claim(10).claims()).isEmpty();
        }
        queries().prune(1_000);
        assertUnchanged(before);
    }

    /** Field case A04: a short delay behind long ones. */
    @Test
    default void A04_claim_aTaskThatIsDueLater_doesNotHoldBackAnEarlierOne() {
        create(in("month", 2_592_000_000L), in("hour", 3_600_000L));
        ClaimingWorker worker = worker();
        assertThat(worker.claim(5).claims()).isEmpty();
        create(in("soon", 20));
        assertThat(worker.claim(5).nextDueMillis())
                .isLessThanOrEqualTo(find("soon").dueAt());
        advance(20);
        assertThat(ids(worker.claim(5).claims())).containsExactly("soon");
    }

    @Test
    default void claim_withAnySelector_findsWhatIsScheduledAfterwards() {
        ClaimingWorker worker = worker();
        worker.claim(1);
        create(type(queue(due("x"), "brand-new"), "never.seen"));
        assertThat(Selector.any().matches("brand-new")).isTrue();
        assertThat(ids(worker.claim(1).claims())).containsExactly("x");
    }
}
