package dev.punctual.jdbc;

import static dev.punctual.jdbc.SomeTasks.complete;
import static dev.punctual.jdbc.SomeTasks.due;
import static dev.punctual.jdbc.SomeTasks.find;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.punctual.ClaimRequest;
import dev.punctual.NewTask;
import dev.punctual.ScheduleResult.Outcome;
import dev.punctual.SettleResult;
import dev.punctual.StoreException;
import dev.punctual.TaskRecord;
import dev.punctual.TaskState;
import dev.punctual.TaskStore;
import dev.punctual.testing.FaultProxy;
import dev.punctual.testing.FaultProxy.Direction;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The connection is reset at one byte after the other of the answers and requests of a call. What the store then says
 * is true, and the call repeated does its work once.
 */
@Tag("also-field")
class CutConversationTest {

    /** The profile {@code field} sets the whole size: every byte. */
    private static final int STEP = Integer.getInteger("punctual.field.bytes", 97);

    private static final int BYTES = 1_600;

    private long number;

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "MARIADB"})
    void A09_callCutAtAnyByte_tellsTheTruth_andRepeatedDoesItsWorkOnce(SqlServer server) {
        try (Database database = server.create();
                FaultProxy proxy = FaultProxy.start("127.0.0.1", database.port());
                HikariDataSource pool = Database.pool(database.url(proxy.port()));
                TaskStore direct =
                        JdbcTaskStore.builder(database.dataSource()).pollOnly().build();
                TaskStore cut = JdbcTaskStore.builder(pool).pollOnly().build()) {
            int troubles = 0;
            for (Direction direction : Direction.values()) {
                for (int at = 0; at < BYTES; at += STEP) {
                    troubles += once(proxy, direction, at, direct, cut);
                }
            }
            assertThat(troubles).as("calls that were cut").isGreaterThan(BYTES / STEP);
        }
    }

    private int once(FaultProxy proxy, Direction direction, int at, TaskStore direct, TaskStore cut) {
        String id = direction + "-" + at;
        NewTask task = due(id);
        StoreException inserting = trouble(proxy, direction, at, () -> cut.insert(List.of(task)));
        if (inserting != null && !inserting.outcomeUnknown()) {
            assertThat(direct.queries().find(task.id()))
                    .as("after %s", inserting)
                    .isEmpty();
        }
        assertThat(direct.insert(List.of(task)).get(0).outcome()).isEqualTo(Outcome.CREATED);

        ClaimRequest request = new ClaimRequest("worker", ++number, 1, SomeTasks.LEASE, SomeTasks.ALL);
        StoreException claiming = trouble(proxy, direction, at, () -> cut.claimDue(request));
        if (claiming != null && !claiming.outcomeUnknown()) {
            assertThat(find(direct, id).state()).as("after %s", claiming).isEqualTo(TaskState.SCHEDULED);
        }
        List<TaskRecord> runs = direct.claimDue(request).claims();
        assertThat(runs).extracting(TaskRecord::id).containsExactly(task.id());

        StoreException settling = trouble(proxy, direction, at, () -> cut.settle(List.of(complete(runs.get(0)))));
        if (settling != null && !settling.outcomeUnknown()) {
            assertThat(find(direct, id).state()).as("after %s", settling).isEqualTo(TaskState.RUNNING);
        }
        assertThat(direct.settle(List.of(complete(runs.get(0))))).containsExactly(SettleResult.OK);
        assertThat(find(direct, id).state()).isEqualTo(TaskState.SUCCEEDED);
        return count(inserting) + count(claiming) + count(settling);
    }

    private static int count(@Nullable StoreException trouble) {
        return trouble == null ? 0 : 1;
    }

    private static @Nullable StoreException trouble(FaultProxy proxy, Direction direction, int at, Runnable call) {
        proxy.resetAfterBytes(direction, at);
        try {
            call.run();
            return null;
        } catch (StoreException e) {
            return e;
        } finally {
            proxy.restore();
        }
    }
}
