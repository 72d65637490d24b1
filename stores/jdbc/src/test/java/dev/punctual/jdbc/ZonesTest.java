package dev.punctual.jdbc;

import static dev.punctual.jdbc.SomeTasks.claim;
import static dev.punctual.jdbc.SomeTasks.find;
import static dev.punctual.jdbc.SomeTasks.schedule;
import static dev.punctual.jdbc.SomeTasks.task;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.punctual.Due;
import dev.punctual.Limits;
import dev.punctual.Retention;
import dev.punctual.StoreSettings;
import dev.punctual.TaskRecord;
import dev.punctual.TaskStore;
import dev.punctual.TimeSource;
import dev.punctual.testing.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.TimeZone;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whatever zones the process, the session and the server are set to: a task is due at its instant. */
class ZonesTest {

    private static final Duration MILLI = Duration.ofMillis(1);

    /** Ascending: both switches of several zones, the ends of 32 bits of seconds and 64 of nanoseconds, the last. */
    private static final List<Instant> DUES = List.of(
            Instant.parse("2026-03-08T05:29:59.999Z"),
            Instant.parse("2026-03-08T05:30:00.001Z"),
            Instant.parse("2026-03-29T01:00:00Z"),
            Instant.parse("2026-10-25T00:30:00Z"),
            Instant.parse("2026-10-25T01:30:00Z"),
            Instant.parse("2026-11-01T03:31:00.123Z"),
            Instant.parse("2026-11-01T04:31:00.123Z"),
            Instant.parse("2038-01-19T03:14:07.999Z"),
            Instant.parse("2038-01-19T03:14:08Z"),
            Instant.parse("2262-04-11T23:47:16.854Z"),
            Instant.parse("2262-04-11T23:47:16.855Z"),
            Instant.parse("9999-12-31T23:59:59.999Z"));

    private final TimeZone before = TimeZone.getDefault();

    @AfterEach
    void restoreZone() {
        TimeZone.setDefault(before);
    }

    @ParameterizedTest
    @CsvSource({
        "POSTGRESQL, America/St_Johns, &options=-c%20TimeZone=Asia/Kathmandu",
        "POSTGRESQL, Pacific/Apia, ''",
        "MARIADB, America/St_Johns, &sessionVariables=time_zone='+05:45'",
        "MARIADB, Pacific/Apia, &sessionVariables=time_zone='-11:00'",
        "H2, America/St_Johns, ;TIME ZONE=Pacific/Apia"
    })
    void task_isDueAtItsInstant_inAnyZone(SqlServer server, String zone, String session) {
        TimeZone.setDefault(TimeZone.getTimeZone(zone));
        try (Database database = server.create();
                HikariDataSource pool = Database.pool(database.url() + session)) {
            ManualTime time = ServerClock.in(database);
            Limits limits = new Limits(1_000, Duration.between(time.now(), Limits.DUE_MAX), 1_000);
            try (TaskStore store = JdbcTaskStore.builder(pool)
                    .settings(new StoreSettings("punctual", time, limits, Retention.DEFAULT))
                    .clock(ServerClock.MICROS)
                    .build()) {
                for (Instant due : DUES) {
                    schedule(store, task(due.toString(), Due.at(due)));
                    assertThat(find(store, due.toString()).dueAt()).isEqualTo(due.toEpochMilli());
                }
                assertShown(server, database);
                assertClaimedAtTheirInstants(store, time);
            }
        }
    }

    private static void assertShown(SqlServer server, Database database) {
        if (server == SqlServer.POSTGRESQL) {
            for (Instant due : DUES) {
                assertThat(Sql.number(
                                database,
                                "SELECT CAST(EXTRACT(EPOCH FROM due_at) * 1000 AS BIGINT) FROM punctual_tasks"
                                        + " WHERE id = '" + due + "'"))
                        .isEqualTo(due.toEpochMilli());
            }
        }
    }

    private static void assertClaimedAtTheirInstants(TaskStore store, ManualTime time) {
        long number = 0;
        for (Instant due : DUES) {
            time.stepWall(Duration.between(time.now(), due.minus(MILLI)));
            assertThat(claim(store, "w", ++number, 10).claims())
                    .as("just before %s", due)
                    .isEmpty();
            time.stepWall(MILLI);
            List<TaskRecord> runs = claim(store, "w", ++number, 10).claims();
            assertThat(runs).extracting(run -> run.id().value()).containsExactly(due.toString());
            store.settle(runs.stream().map(SomeTasks::complete).toList());
        }
    }

    /** The database's own clock, not one moved by hand, is that of this machine in every zone. */
    @ParameterizedTest
    @CsvSource({
        "POSTGRESQL, America/St_Johns, &options=-c%20TimeZone=Asia/Kathmandu",
        "MARIADB, Pacific/Apia, &sessionVariables=time_zone='+05:45'",
        "H2, America/St_Johns, ;TIME ZONE=Pacific/Apia"
    })
    void clockOfTheServer_isThatOfThisMachine(SqlServer server, String zone, String session) {
        TimeZone.setDefault(TimeZone.getTimeZone(zone));
        try (Database database = server.create();
                HikariDataSource pool = Database.pool(database.url() + session);
                TaskStore store = JdbcTaskStore.builder(pool).pollOnly().build()) {
            long from = TimeSource.system().now().toEpochMilli();
            long now = claim(store, "w", 1, 1).nowMillis();
            assertThat(now).isBetween(from, TimeSource.system().now().toEpochMilli());
        }
    }
}
