package dev.punctual.contract;

import static dev.punctual.contract.Tasks.due;
import static dev.punctual.contract.Tasks.in;
import static dev.punctual.contract.Tasks.queue;
import static dev.punctual.contract.Tasks.sink;
import static dev.punctual.contract.Tasks.type;
import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.ClaimResult;
import dev.punctual.Due;
import dev.punctual.Sink;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/**
 * The next due time that a claim answers: exactly what this very request could claim next, since the worker sleeps on
 * it.
 */
public interface NextDueContract extends StoreContract {

    @Test
    default void nextDue_isTheSmallestOfAll() {
        create(in("c", 30_000), in("a", 10_000), in("b", 20_000));
        assertThat(worker().claim(10).nextDueMillis()).isEqualTo(find("a").dueAt());
    }

    @Test
    default void nextDue_isOfTheWantedTypesOnly() {
        create(type(in("a", 10_000), "mail"), type(in("b", 20_000), "print"));
        assertThat(worker().types("print").claim(10).nextDueMillis())
                .isEqualTo(find("b").dueAt());
        assertThat(worker().types("fax").claim(10).nextDueMillis()).isEqualTo(ClaimResult.NONE);
    }

    @Test
    default void nextDue_isOfTheWantedQueuesOnly() {
        create(queue(in("a", 10_000), "red"), queue(in("b", 20_000), "green"));
        assertThat(worker().queues("green").claim(10).nextDueMillis())
                .isEqualTo(find("b").dueAt());
        assertThat(worker().queues("blue").claim(10).nextDueMillis()).isEqualTo(ClaimResult.NONE);
    }

    @Test
    default void nextDue_isOfTheWantedKindsOfSinkOnly() {
        create(in("a", 10_000), sink(in("b", 20_000), Sink.webhook("https://host.example/")));
        assertThat(worker().sinks("webhook").claim(10).nextDueMillis())
                .isEqualTo(find("b").dueAt());
        assertThat(worker().sinks("").claim(10).nextDueMillis())
                .isEqualTo(find("a").dueAt());
    }

    @Test
    default void nextDue_leavesPausedQueuesOut() {
        create(queue(in("a", 10_000), "held"), queue(in("b", 20_000), "free"));
        queries().pause("held");
        advance(1_000);
        assertThat(worker().claim(10).nextDueMillis()).isEqualTo(find("b").dueAt());
        queries().resume("held");
        advance(1_000);
        assertThat(worker().claim(10).nextDueMillis()).isEqualTo(find("a").dueAt());
    }

    @Test
    default void nextDue_leavesSuspectsOutIfNoneAreWanted() {
        create(Tasks.retry(due("suspect"), 10, 2));
        lose("suspect");
        reschedule("suspect", Due.after(Duration.ofMinutes(10)));
        create(in("plain", 1_800_000));
        assertThat(worker().maxSuspects(0).claim(10).nextDueMillis())
                .isEqualTo(find("plain").dueAt());
        assertThat(worker().maxSuspects(1).claim(10).nextDueMillis())
                .isEqualTo(find("suspect").dueAt());
    }

    @Test
    default void nextDue_isNotLaterThanNowIfTheClaimLeftDueTasks() {
        create(due("a"), due("b"), due("c"));
        ClaimResult result = worker().claim(2);
        assertThat(result.nextDueMillis()).isLessThanOrEqualTo(result.nowMillis());
    }

    @Test
    default void nextDue_afterTakingAllThatIsDue_isTheNextWaiting() {
        create(due("a"), due("b"), in("later", 60_000));
        assertThat(worker().claim(2).nextDueMillis()).isEqualTo(find("later").dueAt());
    }

    @Test
    default void nextDue_leavesRunningTasksOut() {
        start("running");
        assertThat(worker().claim(10).nextDueMillis()).isEqualTo(ClaimResult.NONE);
    }

    @Test
    default void nextDue_followsRescheduleInBothDirections() {
        create(in("a", 60_000), in("b", 50_000));
        reschedule("a", Due.after(Duration.ofSeconds(10)));
        assertThat(worker().claim(1).nextDueMillis()).isEqualTo(find("a").dueAt());
        reschedule("a", Due.after(Duration.ofSeconds(100)));
        assertThat(worker().claim(1).nextDueMillis()).isEqualTo(find("b").dueAt());
    }

    @Test
    default void nextDue_followsCancel() {
        create(in("a", 10_000), in("b", 20_000));
        cancel("a");
        assertThat(worker().claim(1).nextDueMillis()).isEqualTo(find("b").dueAt());
    }

    @Test
    default void nextDue_followsARetry() {
        settle(Tasks.retry(start("a"), 5_000));
        assertThat(worker().claim(1).nextDueMillis()).isEqualTo(find("a").dueAt());
    }

    @Test
    default void nextDue_isToldAlsoByAClaimSentAgain() {
        create(due("a"), in("b", 20_000));
        ClaimingWorker worker = worker();
        worker.claim(1);
        assertThat(worker.repeat(1).nextDueMillis()).isEqualTo(find("b").dueAt());
    }

    @Test
    default void nextDue_ofOneWorkerSeesTheInsertOfAnother() {
        create(in("month", 2_592_000_000L));
        ClaimingWorker worker = worker();
        assertThat(worker.claim(1).nextDueMillis()).isEqualTo(find("month").dueAt());
        create(in("soon", 1_000));
        assertThat(worker.claim(1).nextDueMillis()).isEqualTo(find("soon").dueAt());
    }

    /** Field case A04: due times that an overflowing comparison would put in the wrong order. */
    @Test
    default void A04_nextDue_comparesAsNumbersHoweverFarApart() {
        create(in("years", 3_600_000L * 24 * 3_000), in("wrapped", 4_294_972_296L), in("near", 86_400_000L));
        assertThat(worker().claim(1).nextDueMillis()).isEqualTo(find("near").dueAt());
    }
}
