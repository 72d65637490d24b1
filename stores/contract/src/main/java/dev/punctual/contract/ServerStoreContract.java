package dev.punctual.contract;

import static dev.punctual.contract.Tasks.due;
import static dev.punctual.contract.Tasks.ids;
import static dev.punctual.contract.Tasks.in;
import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.Limits;
import dev.punctual.Retention;
import dev.punctual.TaskRecord;
import dev.punctual.TaskState;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/**
 * Stores on a server that many processes share, whose clock a test can move. They have no clock but the server's, so
 * leases follow it, forwards and back. Nobody could rebuild a large index while others use it, so what was indexed
 * before a step back waits until the clock has caught up. And a process that opens the store ends no lease: the others
 * are still at work.
 */
public interface ServerStoreContract extends HandMovedContract {

    @Test
    default void serverClockBack_whatWasIndexedBefore_waitsUntilItCatchesUp() {
        create(Tasks.at("overdue", storeNow() - 3_600_000));
        long indexed = find("overdue").sortKey();
        time().stepWall(Duration.ofMinutes(-10));
        create(due("fresh"));
        ClaimingWorker worker = worker();
        assertThat(ids(worker.claim(10).claims())).containsExactly("fresh");
        assertThat(worker.claim(10).nextDueMillis()).isEqualTo(indexed);
        advance(599_999);
        assertThat(worker.claim(10).claims()).isEmpty();
        advance(1);
        worker.take("overdue");
    }

    @Test
    default void serverClockBack_runNow_bringsAWaitingTaskForward() {
        create(Tasks.at("overdue", storeNow() - 3_600_000));
        time().stepWall(Duration.ofMinutes(-10));
        runNow("overdue");
        worker().take("overdue");
    }

    @Test
    default void serverClockBack_keepsLeasesUntilItCatchesUp() {
        create(due("a"));
        TaskRecord run = worker().take("a");
        time().stepWall(Duration.ofHours(-1));
        advance(3_600_000 + 30_000);
        assertThat(store().lapsed(10)).isEmpty();
        assertThat(reclaim(run)).isFalse();
        advance(1);
        assertThat(store().lapsed(10)).hasSize(1);
        assertThat(reclaim(run)).isTrue();
    }

    @Test
    default void serverClockBack_aRenewalCountsFromTheNewTime() {
        create(due("a"));
        TaskRecord run = worker().take("a");
        time().stepWall(Duration.ofHours(-1));
        long now = storeNow();
        renew(run);
        assertThat(Objects.requireNonNull(find("a").lease()).untilMillis()).isEqualTo(now + 30_000);
        advance(30_001);
        assertThat(reclaim(run)).isTrue();
    }

    @Test
    default void serverClockForward_endsLeases() {
        create(due("a"));
        TaskRecord run = worker().take("a");
        time().stepWall(Duration.ofHours(1));
        assertThat(store().lapsed(10)).hasSize(1);
        assertThat(reclaim(run)).isTrue();
        TaskRecord next = worker().take("a");
        assertThat(next.token()).isGreaterThan(run.token());
        assertThat(next.losses()).isEqualTo(1);
    }

    @Test
    default void openingAgain_endsNoLease() {
        TaskRecord run = start("a");
        subject().open(Limits.DEFAULT, Retention.DEFAULT);
        advance(1);
        assertUnchanged(run);
        assertThat(store().lapsed(10)).isEmpty();
        assertThat(reclaim(run)).isFalse();
        advance(30_000);
        assertThat(store().lapsed(10)).isEqualTo(List.of(run));
        assertThat(reclaim(run)).isTrue();
        assertThat(find("a").state()).isEqualTo(TaskState.SCHEDULED);
    }

    @Test
    default void serverClockBack_losesNothingScheduledBetweenTheSteps() {
        time().stepWall(Duration.ofMinutes(1));
        create(in("ahead", 1_000));
        time().stepWall(Duration.ofMinutes(-1));
        create(in("behind", 1_000));
        advance(1_000);
        worker().take("behind");
        advance(60_000);
        worker().take("ahead");
    }
}
