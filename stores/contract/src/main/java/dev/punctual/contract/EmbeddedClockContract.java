package dev.punctual.contract;

import static dev.punctual.contract.Tasks.due;
import static dev.punctual.contract.Tasks.ids;
import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.RenewResult;
import dev.punctual.TaskRecord;
import dev.punctual.TaskState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Clocks of stores that live in the process: they know the monotonic clock of all who hold their leases, and they can
 * rebuild every place in their index at once. So a step of the wall clock ends no lease and keeps none alive, and what
 * is overdue is due by the new time too.
 */
public interface EmbeddedClockContract extends HandMovedContract {

    @Test
    default void wallClockBack_losesNoOverdueTask() {
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            create(Tasks.queue(Tasks.at("t" + i, time().now().toEpochMilli() - 3_600_000), "q" + i % 3));
            expected.add("t" + i);
        }
        time().stepWall(Duration.ofMinutes(-10));
        ClaimingWorker worker = worker();
        List<String> taken = new ArrayList<>(ids(worker.claim(100).claims()));
        advance(500);
        taken.addAll(ids(worker.claim(100).claims()));
        assertThat(taken)
                .as("due by the new time too: their places are rebuilt")
                .containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    default void wallClockBack_endsLeasesAllTheSame() {
        create(due("a"));
        TaskRecord run = worker().take("a");
        time().stepWall(Duration.ofHours(-1));
        advance(29_999);
        assertThat(store().lapsed(10)).isEmpty();
        advance(2);
        assertThat(store().lapsed(10)).hasSize(1);
        assertThat(reclaim(run)).isTrue();
        assertThat(find("a").state()).isEqualTo(TaskState.SCHEDULED);
    }

    @Test
    default void wallClockForward_endsNoLease() {
        create(due("a"));
        TaskRecord run = worker().take("a");
        time().stepWall(Duration.ofHours(1));
        assertThat(store().lapsed(10)).isEmpty();
        assertThat(reclaim(run)).isFalse();
        advance(29_999);
        assertThat(store().lapsed(10)).isEmpty();
        assertThat(renew(run)).isEqualTo(RenewResult.OK);
        advance(30_001);
        assertThat(store().lapsed(10)).hasSize(1);
    }
}
