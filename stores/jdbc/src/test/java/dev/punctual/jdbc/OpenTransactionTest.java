package dev.punctual.jdbc;

import static dev.punctual.jdbc.SomeTasks.complete;
import static dev.punctual.jdbc.SomeTasks.due;
import static dev.punctual.jdbc.SomeTasks.find;
import static dev.punctual.jdbc.SomeTasks.later;
import static dev.punctual.jdbc.SomeTasks.lease;
import static dev.punctual.jdbc.SomeTasks.running;
import static dev.punctual.jdbc.SomeTasks.schedule;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.punctual.Reclaim;
import dev.punctual.RenewResult;
import dev.punctual.ScheduleResult;
import dev.punctual.ScheduleResult.Outcome;
import dev.punctual.SettleResult;
import dev.punctual.TaskRecord;
import dev.punctual.TaskState;
import dev.punctual.TaskStore;
import dev.punctual.testing.ManualTime;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Callers' transactions that stay open, at the default isolation of their database, hold up and spoil little. */
class OpenTransactionTest {

    /** As long as a test waits for what must not wait for the open transaction. */
    private static final int SOON_SECONDS = 5;

    private @Nullable Database created;
    private @Nullable TaskStore opened;

    private Database database() {
        return requireNonNull(created);
    }

    private TaskStore store() {
        return requireNonNull(opened);
    }

    private void open(SqlServer server) {
        created = server.create();
        opened = JdbcTaskStore.builder(database().dataSource()).build();
        // The partition and its number are there before anybody is measured.
        schedule(store(), later("first"));
    }

    @AfterEach
    void close() {
        store().close();
        database().close();
    }

    private Connection begin() throws SQLException {
        Connection connection = database().dataSource().getConnection();
        connection.setAutoCommit(false);
        return connection;
    }

    private TaskStore inside(Connection connection) {
        return store().within(JdbcTransaction.of(connection));
    }

    private static final Executor THREAD = work -> {
        Thread thread = new Thread(work, "beside");
        thread.setDaemon(true);
        thread.start();
    };

    private static <T> CompletableFuture<T> beside(Supplier<T> call) {
        return CompletableFuture.supplyAsync(call, THREAD);
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "MARIADB"})
    void newIds_ofTwoOpenTransactions_doNotMeet(SqlServer server) throws Exception {
        open(server);
        try (Connection one = begin();
                Connection other = begin()) {
            assertThat(schedule(inside(one), later("m1")).outcome()).isEqualTo(Outcome.CREATED);
            CompletableFuture<Outcome> second =
                    beside(() -> schedule(inside(other), later("m2")).outcome());
            assertThat(second.get(SOON_SECONDS, TimeUnit.SECONDS)).isEqualTo(Outcome.CREATED);
            CompletableFuture<Outcome> third =
                    beside(() -> schedule(inside(one), later("m3")).outcome());
            assertThat(third.get(SOON_SECONDS, TimeUnit.SECONDS)).isEqualTo(Outcome.CREATED);
            one.commit();
            other.commit();
        }
        assertThat(store().queries().counts().stream()
                        .mapToLong(count -> count.byState().values().stream()
                                .mapToLong(Long::longValue)
                                .sum())
                        .sum())
                .isEqualTo(4);
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "MARIADB"})
    void newId_outsideDoesNotWaitForAnOpenTransaction(SqlServer server) throws Exception {
        open(server);
        try (Connection one = begin()) {
            schedule(inside(one), later("m1"));
            schedule(inside(one), later("m3"));
            CompletableFuture<Outcome> second =
                    beside(() -> schedule(store(), later("m2")).outcome());
            assertThat(second.get(SOON_SECONDS, TimeUnit.SECONDS)).isEqualTo(Outcome.CREATED);
            one.commit();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "MARIADB"})
    void conflict_withAnOpenTransactionThatCommits_answersAndLeavesTheTransactionWhole(SqlServer server)
            throws Exception {
        conflict(server, true);
        assertThat(find(store(), "same").dueAt())
                .isLessThan(find(store(), "mine").dueAt());
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "MARIADB"})
    void conflict_withAnOpenTransactionThatRollsBack_createsAndLeavesTheTransactionWhole(SqlServer server)
            throws Exception {
        conflict(server, false);
    }

    private void conflict(SqlServer server, boolean commits) throws Exception {
        open(server);
        try (Connection one = begin();
                Connection other = begin()) {
            // The snapshot of the transaction is older than what it meets.
            schedule(inside(other), later("mine"));
            schedule(inside(one), due("same"));
            CompletableFuture<Outcome> second =
                    beside(() -> schedule(inside(other), later("same")).outcome());
            assertThat(catchThrowable(() -> second.get(300, TimeUnit.MILLISECONDS)))
                    .as("it waits for the other transaction")
                    .isNotNull();
            if (commits) {
                one.commit();
            } else {
                one.rollback();
            }
            assertThat(second.get(SOON_SECONDS, TimeUnit.SECONDS))
                    .isEqualTo(commits ? Outcome.EXISTS : Outcome.CREATED);
            schedule(inside(other), later("more"));
            other.commit();
        }
        assertThat(find(store(), "mine").id()).isNotNull();
        assertThat(find(store(), "more").id()).isNotNull();
        assertThat(find(store(), "same").id()).isNotNull();
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "MARIADB"})
    void reclaim_leavesARecordThatATransactionHolds_andTakesTheOthers(SqlServer server) throws Exception {
        created = server.create();
        ManualTime time = ServerClock.in(database());
        opened = JdbcTaskStore.builder(database().dataSource())
                .clock(ServerClock.MICROS)
                .build();
        TaskRecord held = running(store(), "held", "w1");
        TaskRecord free = running(store(), "free", "w2");
        time.advance(SomeTasks.LEASE.plusMillis(1));
        try (Connection one = begin()) {
            assertThat(inside(one).settle(List.of(complete(held)))).containsExactly(SettleResult.OK);
            CompletableFuture<List<Boolean>> reclaims =
                    beside(() -> store().reclaim(List.of(Reclaim.of(held), Reclaim.of(free))));
            assertThat(reclaims.get(SOON_SECONDS, TimeUnit.SECONDS)).containsExactly(false, true);
            one.commit();
        }
        assertThat(find(store(), "held").state()).isEqualTo(TaskState.SUCCEEDED);
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "MARIADB"})
    void renewal_ofOtherTasks_doesNotWaitForARecordThatATransactionHolds(SqlServer server) throws Exception {
        open(server);
        TaskRecord held = running(store(), "held", "w1");
        TaskRecord free = running(store(), "free", "w2");
        try (Connection one = begin()) {
            assertThat(inside(one).cancel(List.of(held.id()))).hasSize(1);
            CompletableFuture<List<RenewResult>> renewal =
                    beside(() -> store().renew(List.of(lease(held), lease(free)), Duration.ofMinutes(5)));
            assertThat(renewal.get(SOON_SECONDS, TimeUnit.SECONDS).get(1)).isEqualTo(RenewResult.OK);
            one.commit();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "MARIADB"})
    void batch_withAnIdThatATransactionHolds_storesTheOthersAndRefusesThatOne(SqlServer server) throws Exception {
        open(server);
        schedule(store(), later("old"));
        try (Connection one = begin()) {
            lockRow(one, "old");
            CompletableFuture<List<ScheduleResult>> results =
                    beside(() -> store().insert(List.of(later("new"), later("old"))));
            // It is waited for a while, twice: as one of the batch, and alone.
            assertThat(results.get(6L * SOON_SECONDS, TimeUnit.SECONDS))
                    .extracting(ScheduleResult::outcome)
                    .containsExactly(Outcome.CREATED, Outcome.REFUSED);
            one.rollback();
        }
        assertThat(find(store(), "new").state()).isEqualTo(TaskState.SCHEDULED);
    }

    private static void lockRow(Connection connection, String id) throws SQLException {
        try (PreparedStatement lock =
                connection.prepareStatement("SELECT id FROM punctual_task WHERE id = ? FOR UPDATE")) {
            lock.setString(1, id);
            lock.executeQuery().close();
        }
    }
}
