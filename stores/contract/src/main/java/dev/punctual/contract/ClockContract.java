package dev.punctual.contract;

import static dev.punctual.contract.Tasks.due;
import static dev.punctual.contract.Tasks.ids;
import static dev.punctual.contract.Tasks.in;
import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.ClaimResult;
import dev.punctual.Due;
import dev.punctual.IfExists;
import dev.punctual.TaskRecord;
import dev.punctual.TaskState;
import dev.punctual.WorkerInfo;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Clocks, to the millisecond, for every store whose clock a test can move. Due times follow the store's clock, and a
 * step of it in either direction loses nothing and runs nothing early. Where stores differ, and why, is said in
 * {@link EmbeddedClockContract} and {@link ServerStoreContract}.
 */
public interface ClockContract extends HandMovedContract {

    /** Field case A16: never early, whatever the alignment. */
    @Test
    default void A16_claim_isExactToTheMillisecond() {
        for (long delay : new long[] {
            1, 2, 3, 63, 64, 65, 99, 100, 101, 511, 512, 513, 999, 1_000, 1_001, 4_095, 4_096, 51_199, 51_200, 51_201,
            102_400
        }) {
            for (int phase = 0; phase < 5; phase++) {
                advance(17);
                create(in("t", delay));
                ClaimingWorker worker = worker();
                advance(delay - 1);
                ClaimResult early = worker.claim(1);
                assertThat(early.claims()).as("%d ms, 1 ms early", delay).isEmpty();
                assertThat(early.nextDueMillis()).isEqualTo(early.nowMillis() + 1);
                advance(1);
                TaskRecord run = worker.take("t");
                settle(Tasks.complete(run));
                discard("t");
            }
        }
    }

    @Test
    default void claim_lookingWithinTheMillisecondBefore_isNotEarly() {
        create(due("t", Due.at(time().now().plusMillis(10))));
        subject().advance(Duration.ofNanos(9_999_999));
        assertThat(worker().claim(1).claims()).isEmpty();
        subject().advance(Duration.ofNanos(1));
        worker().take("t");
    }

    /** Field case A16: no drift over a thousand rounds. */
    @Test
    default void A16_claim_doesNotDriftOverManyRounds() {
        Instant dueAt = time().now();
        for (int round = 0; round < 1_000; round++) {
            dueAt = dueAt.plusMillis(7);
            schedule(due("t", Due.at(dueAt)).ifExists(IfExists.RESTART));
            advance(7);
            settle(Tasks.complete(worker().take("t")));
        }
    }

    @Test
    default void expiry_isExactToTheMillisecond() {
        create(due("a").expireAfter(Duration.ofMillis(10)), due("b").expireAfter(Duration.ofMillis(9)));
        advance(10);
        ClaimResult result = worker().claim(5);
        assertThat(ids(result.claims())).as("until its expiry, inclusive").containsExactly("a");
        assertThat(result.expired()).isEqualTo(1);
    }

    @Test
    default void lease_isExactToTheMillisecond() {
        create(due("a"));
        TaskRecord run = worker().lease(SHORT_LEASE).take("a");
        subject().advance(SHORT_LEASE);
        assertThat(store().lapsed(10))
                .as("at its end, inclusive, a lease holds")
                .isEmpty();
        assertThat(reclaim(run)).isFalse();
        advance(1);
        assertThat(store().lapsed(10)).hasSize(1);
        assertThat(reclaim(run)).isTrue();
    }

    @Test
    default void wallClockBack_claimsNothingBeforeItsTime() {
        create(in("a", 5_000));
        time().stepWall(Duration.ofMinutes(-10));
        advance(6_000);
        assertThat(worker().claim(10).claims()).isEmpty();
        advance(599_000);
        worker().take("a");
    }

    @Test
    default void wallClockBack_runsRetriesAndReleasesAgain() {
        TaskRecord retried = start("retried");
        TaskRecord released = start("released");
        settle(Tasks.retry(retried, 0));
        settle(Tasks.release(released));
        time().stepWall(Duration.ofHours(-1));
        worker().claim(0);
        advance(1);
        List<String> taken = ids(worker().claim(10).claims());
        assertThat(taken).as("nothing before its due time").isEmpty();
        advance(3_600_000);
        assertThat(ids(worker().claim(10).claims())).containsExactlyInAnyOrder("retried", "released");
    }

    @Test
    default void wallClockBack_keepsTokensGrowing() {
        create(Tasks.retry(due("a"), 100, 100));
        TaskRecord run = worker().take("a");
        settle(Tasks.retry(run, 0));
        time().stepWall(Duration.ofDays(-30));
        runNow("a");
        TaskRecord next = worker().take("a");
        assertThat(next.token()).isGreaterThan(run.token());
        settle(Tasks.complete(next));
        discard("a");
        time().stepWall(Duration.ofDays(-30));
        assertThat(start("a").token()).isGreaterThan(next.token());
    }

    @Test
    default void wallClockForward_makesTasksDueByTheNewTime() {
        create(in("a", 3_600_000), in("b", 7_200_000));
        time().stepWall(Duration.ofHours(1));
        ClaimResult result = worker().claim(10);
        assertThat(ids(result.claims())).containsExactly("a");
        assertThat(result.nextDueMillis()).isEqualTo(find("b").dueAt());
    }

    @Test
    default void wallClockForwardAndBack_leavesThingsAsTheyWere() {
        create(in("a", 60_000));
        time().stepWall(Duration.ofHours(1));
        schedule(due("b"));
        time().stepWall(Duration.ofHours(-1));
        worker().claim(0);
        advance(59_999);
        assertThat(ids(worker().claim(10).claims())).doesNotContain("a");
        advance(1);
        assertThat(ids(worker().claim(10).claims())).contains("a");
        advance(3_600_000);
        assertThat(queries().counts()).hasSize(1);
        worker().takeAll();
        assertThat(find("b").state()).isEqualTo(TaskState.RUNNING);
    }

    @Test
    default void claimNumber_isRememberedForAnHourOfSilence() {
        ClaimingWorker worker = worker().countedTo(9);
        worker.claim(1);
        for (int minutes = 0; minutes < 59; minutes++) {
            advance(60_000);
            queries().prune(100);
        }
        assertThat(worker.countedTo(4).claim(1).stale()).isTrue();
    }

    @Test
    default void worker_isForgottenAfterAMinuteOfSilence() {
        store().beat(worker().info(0));
        ClaimingWorker alive = worker();
        advance(40_000);
        store().beat(alive.info(0));
        advance(30_000);
        assertThat(queries().workers()).extracting(WorkerInfo::worker).containsExactly(alive.id());
    }

    @Test
    default void retention_ofTheDefaults_isAnHourAndThirtyDays() {
        TaskRecord dead = bring("dead", TaskState.DEAD);
        TaskRecord done = bring("done", TaskState.SUCCEEDED);
        advance(3_599_000);
        queries().prune(1_000);
        assertUnchanged(done);
        advance(2_000);
        queries().prune(1_000);
        assertAbsent("done");
        subject().advance(Duration.ofDays(30).minusHours(2));
        queries().prune(1_000);
        assertUnchanged(dead);
        subject().advance(Duration.ofHours(2));
        queries().prune(1_000);
        assertAbsent("dead");
    }
}
