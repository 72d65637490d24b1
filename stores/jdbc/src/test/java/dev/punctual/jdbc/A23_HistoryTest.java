package dev.punctual.jdbc;

import static dev.punctual.jdbc.FieldFigures.millis;
import static dev.punctual.jdbc.FieldFigures.quantile;
import static dev.punctual.jdbc.SomeTasks.claim;
import static dev.punctual.jdbc.SomeTasks.due;
import static dev.punctual.jdbc.SomeTasks.find;
import static dev.punctual.jdbc.SomeTasks.task;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.Due;
import dev.punctual.NewTask;
import dev.punctual.Payload;
import dev.punctual.RetryPolicy;
import dev.punctual.Selector;
import dev.punctual.SettleResult;
import dev.punctual.StoreSettings;
import dev.punctual.TaskQueries.Filter;
import dev.punctual.TaskQueries.Page;
import dev.punctual.TaskQueries.Window;
import dev.punctual.TaskRecord;
import dev.punctual.TaskRecordFormat;
import dev.punctual.TaskState;
import dev.punctual.TaskStore;
import dev.punctual.TimeSource;
import dev.punctual.testing.ManualTime;
import dev.punctual.worker.TaskWorker;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.assertj.core.api.SoftAssertions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Neither a history of a million records nor a task that fails for ever makes anything slow or large. */
class A23_HistoryTest {

    /** The profile {@code field} sets the whole sizes: a million succeeded, 100,000 waiting, 10,000 dead... */
    private static final int SUCCEEDED = Integer.getInteger("punctual.field.succeeded", 10_000);

    private static final int WAITING = Integer.getInteger("punctual.field.waiting", 1_000);
    private static final int DEAD = Integer.getInteger("punctual.field.dead", 1_000);
    /** ...and 300,000 updates of waiting ones. */
    private static final int UPDATES = Integer.getInteger("punctual.field.updates", 3_000);

    /** Leaves dead rows before what is due now, and some between that and what is due next. */
    private static final List<Duration> THERE_AND_BACK =
            List.of(Duration.ofDays(-1), Duration.ofDays(1), Duration.ofMinutes(1));
    /** Leaves very many dead rows between what is due now and what is due next. */
    private static final List<Duration> POSTPONED = List.of(Duration.ofHours(3));

    private static final int WARM_UPS = 300;
    private static final int ROUNDS = 100;
    private static final int BATCH = 20;
    private static final double RATIO_MAX = 3;

    private static final int CALLS = 20;
    private static final int PAGE = 50;
    private static final int DEEP_PAGES = 1_000;
    private static final double P95_MILLIS_MAX = 1_000;

    private static final int FAILURES = 1_000;
    private static final int RECORD_BYTES_MAX = 64 << 10;

    private long number;

    @Tag("field")
    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "MARIADB"})
    void claimsAndQueries_staySwift_withALongHistory_andASnapshotHeldOpen(SqlServer server) throws SQLException {
        FieldFigures figures = new FieldFigures(getClass(), server);
        SoftAssertions right = new SoftAssertions();
        try (Database database = server.create();
                TaskStore store = JdbcTaskStore.builder(database.dataSource()).build()) {
            for (int i = 0; i < WARM_UPS; i++) {
                round(store);
            }
            double clean = figures.keep("claim and settle 20, clean, median", "ms", median(store));

            LongHistory history = new LongHistory(database, store);
            figures.keep("load", "ms", millis(() -> load(history)));
            double loaded = figures.keep("claim and settle 20, long history, median", "ms", median(store));
            ratio(figures, right, "long history", loaded / clean);
            queries(store, figures, right);

            try (Connection snapshot = history.snapshot()) {
                figures.keep("updates", "ms", millis(() -> history.moveWaiting(UPDATES, THERE_AND_BACK)));
                double held = figures.keep("claim and settle 20, snapshot held, median", "ms", median(store));
                ratio(figures, right, "snapshot held", held / clean);
                // Claims also look for what is due next, and leap over what was left behind once that was slow.
                history.moveWaiting(UPDATES, POSTPONED);
                double postponed = figures.keep("claim and settle 20, all postponed, median", "ms", median(store));
                ratio(figures, right, "all postponed", postponed / clean);
                snapshot.rollback();
            }
        }
        right.assertAll();
    }

    private static void load(LongHistory history) {
        history.addSucceeded(SUCCEEDED);
        history.addDead(DEAD);
        history.addCancelled(DEAD);
        history.addExpired(DEAD);
        history.addWaiting(WAITING);
    }

    private static void ratio(FieldFigures figures, SoftAssertions right, String what, double ratio) {
        right.assertThat(figures.keep("claim and settle 20, " + what + ", to clean", "ratio", ratio))
                .as("%s, to clean", what)
                .isLessThanOrEqualTo(RATIO_MAX);
    }

    /** The better of two, so that one checkpoint or one purge of the server does not count. */
    private double median(TaskStore store) {
        return Math.min(quantile(0.5, ROUNDS, () -> round(store)), quantile(0.5, ROUNDS, () -> round(store)));
    }

    /** Schedules 20 tasks; returns how many milliseconds it takes to claim and settle them. */
    private double round(TaskStore store) {
        long round = ++number;
        store.insert(IntStream.range(0, BATCH)
                .mapToObj(i -> due("round-" + round + "-" + i))
                .toList());
        return millis(() -> {
            List<TaskRecord> runs = claim(store, "worker", round, BATCH).claims();
            assertThat(runs).hasSize(BATCH);
            assertThat(store.settle(runs.stream().map(SomeTasks::complete).toList()))
                    .containsOnly(SettleResult.OK);
        });
    }

    private void queries(TaskStore store, FieldFigures figures, SoftAssertions right) {
        store.insert(IntStream.range(0, PAGE).mapToObj(i -> due("running-" + i)).toList());
        assertThat(claim(store, "worker", ++number, PAGE).claims()).hasSize(PAGE);
        for (TaskState state : TaskState.values()) {
            p95(figures, right, "page of " + state, () -> page(store, state, null));
        }
        String deep = cursorOfDeepPage(store);
        p95(figures, right, "page 1,000 of SUCCEEDED", () -> page(store, TaskState.SUCCEEDED, deep));
        p95(
                figures,
                right,
                "counts",
                () -> assertThat(store.queries().counts())
                        .isNotEmpty()
                        .allSatisfy(
                                count -> assertThat(count.byState().values()).allMatch(tasks -> tasks > 0)));
        p95(figures, right, "queues", () -> assertThat(store.queries().queues()).isNotEmpty());
        Instant now = TimeSource.system().now();
        Window window = new Window(now, now.plus(LongHistory.AHEAD.multipliedBy(2)));
        p95(
                figures,
                right,
                "forecast",
                () -> assertThat(store.queries()
                                .forecast(Selector.any(), Selector.any(), window, Duration.ofMinutes(10))
                                .counts())
                        .anyMatch(tasks -> tasks > 0));
    }

    private static void p95(FieldFigures figures, SoftAssertions right, String what, Runnable call) {
        right.assertThat(figures.keep(what + ", p95 of 20", "ms", quantile(0.95, CALLS, () -> millis(call))))
                .as(what)
                .isLessThan(P95_MILLIS_MAX);
    }

    private static Page page(TaskStore store, TaskState state, @Nullable String cursor) {
        Page page = store.queries().page(Filter.of(state), PAGE, cursor);
        assertThat(page.records()).hasSize(PAGE);
        return page;
    }

    private static String cursorOfDeepPage(TaskStore store) {
        int pages = Math.min(DEEP_PAGES, SUCCEEDED / PAGE);
        @Nullable String cursor = null;
        for (int i = 1; i < pages; i++) {
            cursor = page(store, TaskState.SUCCEEDED, cursor).next();
            assertThat(cursor).isNotNull();
        }
        return requireNonNull(cursor);
    }

    @Tag("also-field")
    @ParameterizedTest
    @EnumSource
    void recordOfATaskThatFailsAThousandTimes_staysSmall(SqlServer server) {
        try (Database database = server.create()) {
            ManualTime time = ServerClock.in(database);
            String error = "the other side says: не отвечает. ".repeat(1_000);
            try (TaskStore store = JdbcTaskStore.builder(database.dataSource())
                            .settings(StoreSettings.DEFAULT.withTime(time))
                            .clock(ServerClock.MICROS)
                            .build();
                    TaskWorker worker = TaskWorker.builder(store)
                            .time(time)
                            .handler(StoreProcess.SHIP, (payload, context) -> {
                                throw new IllegalStateException(error + context.attempt());
                            })
                            .build()) {
                store.insert(List.of(failing()));
                for (int i = 0; i < FAILURES; i++) {
                    assertThat(worker.runDue(1)).isEqualTo(1);
                    time.advance(Duration.ofSeconds(1));
                }
                TaskRecord record = find(store, "failing");
                assertThat(record.failures()).isEqualTo(FAILURES);
                assertThat(record.state()).isEqualTo(TaskState.SCHEDULED);
                assertThat(record.lastError()).contains("не отвечает");
                assertThat(record.history().runs()).hasSizeBetween(1, 10);
                int bytes = TaskRecordFormat.encode(record).length;
                new FieldFigures(getClass(), server).keep("record after 1,000 failures", "bytes", bytes);
                assertThat(bytes).isLessThan(RECORD_BYTES_MAX);
            }
        }
    }

    private static NewTask failing() {
        NewTask task = task("failing", Due.now(), Payload.EMPTY.bytes());
        RetryPolicy often = RetryPolicy.DEFAULT
                .withMaxAttempts(2 * FAILURES)
                .withDelays(Duration.ofSeconds(1), 1, Duration.ofSeconds(1))
                .withJitter(0);
        return new NewTask(
                task.id(),
                task.spec().withRetry(often),
                task.due(),
                null,
                task.ifExists(),
                task.callId(),
                task.incarnation());
    }
}
