package dev.punctual.contract;

import static dev.punctual.contract.Tasks.due;
import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.TaskRecord;
import org.junit.jupiter.api.Test;

/**
 * Opening again a store that lives in the process: all who held its leases ended with that process, so nobody needs to
 * wait for them.
 */
public interface EmbeddedRestartContract extends RestartContract {

    /** Field case A02: the process ends between taking a task and running it. */
    @Test
    default void A02_restart_endsTheLeasesOfTheEarlierProcess() {
        create(due("a"));
        TaskRecord run = worker().take("a");
        reopen();
        advance(1);
        TaskRecord seen = single(store().lapsed(10));
        assertThat(seen.token()).isEqualTo(run.token());
        assertThat(worker().claim(10).claims()).as("lost first, then claimed").isEmpty();
        assertThat(reclaim(seen)).isTrue();
        TaskRecord next = worker().take("a");
        assertThat(next.losses()).isEqualTo(1);
        assertThat(next.ghost()).isTrue();
        assertThat(next.token()).isGreaterThan(run.token());
    }
}
