package dev.punctual.jdbc;

import static dev.punctual.jdbc.SomeTasks.schedule;
import static dev.punctual.jdbc.SomeTasks.task;
import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.ClaimRequest;
import dev.punctual.ClaimRequest.Wanted;
import dev.punctual.Due;
import dev.punctual.NewTask;
import dev.punctual.Selector;
import dev.punctual.StoreSettings;
import dev.punctual.TaskRecord;
import dev.punctual.TaskStore;
import dev.punctual.testing.ManualTime;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A transaction may commit long after its task became due; the store and its clock are moved by hand. */
class LateCommitTest {

    private static final Duration HALF_POLL = Duration.ofMillis(250);
    private static final int HALF_POLLS_MAX = 20;

    private long number;

    private List<TaskRecord> poll(TaskStore store, String queue) {
        Wanted wanted = new Wanted(Selector.of(queue), Selector.any(), Selector.any(), 1);
        return store.claimDue(new ClaimRequest("w-" + queue, ++number, 10, SomeTasks.LEASE, wanted))
                .claims();
    }

    private static NewTask in(String queue, String id) {
        NewTask task = task(id, Due.after(Duration.ofSeconds(1)));
        return new NewTask(
                task.id(),
                task.spec().withQueue(queue),
                task.due(),
                null,
                task.ifExists(),
                task.callId(),
                task.incarnation());
    }

    @ParameterizedTest
    @EnumSource
    void task_committedThirtySecondsLate_isClaimedWithinFiveSeconds_whoeverElsePollsThisStore(SqlServer server)
            throws SQLException {
        try (Database database = server.create()) {
            ManualTime time = ServerClock.in(database);
            try (TaskStore store = JdbcTaskStore.builder(database.dataSource())
                            .settings(StoreSettings.DEFAULT.withTime(time))
                            .clock(ServerClock.MICROS)
                            .build();
                    Connection late = database.dataSource().getConnection()) {
                schedule(store, in("busy", "b"));
                schedule(store, in("quiet", "q"));
                late.setAutoCommit(false);
                schedule(store.within(JdbcTransaction.of(late)), in("quiet", "late"));
                pollsOf(store, time, 124);
                late.commit();

                List<String> found = pollsOf(store, time, HALF_POLLS_MAX);

                assertThat(found).contains("late");
            }
        }
    }

    /** Two workers poll in turn, each every half second; the one of the busy queue is always a little earlier. */
    private List<String> pollsOf(TaskStore store, ManualTime time, int halves) {
        List<String> quiet = new ArrayList<>();
        for (int half = 0; half < halves; half++) {
            if (half % 2 == 0) {
                poll(store, "busy");
            } else {
                poll(store, "quiet").forEach(run -> quiet.add(run.id().value()));
            }
            time.advance(HALF_POLL);
        }
        return quiet;
    }
}
