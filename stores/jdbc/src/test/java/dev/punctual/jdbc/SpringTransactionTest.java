package dev.punctual.jdbc;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.punctual.CallerTransaction;
import dev.punctual.CancelResult;
import dev.punctual.PayloadCodec;
import dev.punctual.TaskClient;
import dev.punctual.TaskContext;
import dev.punctual.TaskId;
import dev.punctual.TaskRecord;
import dev.punctual.TaskState;
import dev.punctual.TaskStore;
import dev.punctual.TaskType;
import dev.punctual.worker.TaskWorker;
import java.time.Duration;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.UnexpectedRollbackException;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** One line makes a client join the transactions of Spring, and a handler completes its task in one. */
class SpringTransactionTest {

    private static final TaskType<String> REMIND = TaskType.of("remind", PayloadCodec.text());
    private static final Duration LATER = Duration.ofHours(1);

    private @Nullable Database database;
    private @Nullable TaskStore store;
    private @Nullable TaskClient client;
    private @Nullable JdbcTemplate jdbc;
    private @Nullable TransactionTemplate transaction;

    private void open(SqlServer server) {
        database = server.create();
        DataSource dataSource = database.dataSource();
        store = JdbcTaskStore.builder(dataSource).build();
        client = TaskClient.builder(store).joining(() -> current(dataSource)).build();
        jdbc = new JdbcTemplate(dataSource);
        transaction = new TransactionTemplate(new DataSourceTransactionManager(dataSource));
        Sql.run(database, "CREATE TABLE note (word VARCHAR(20))");
    }

    private static Optional<CallerTransaction> current(DataSource dataSource) {
        return TransactionSynchronizationManager.isActualTransactionActive()
                ? Optional.of(JdbcTransaction.of(DataSourceUtils.getConnection(dataSource)))
                : Optional.empty();
    }

    @AfterEach
    void close() {
        requireNonNull(store).close();
        requireNonNull(database).close();
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "H2"})
    void commit_makesRowAndTaskTogether(SqlServer server) {
        open(server);
        transaction().executeWithoutResult(status -> {
            writeAndSchedule("a");
            assertThat(find("a")).as("seen from outside before the commit").isEmpty();
        });
        assertThat(notes()).isEqualTo(1);
        assertThat(state("a")).isEqualTo(TaskState.SCHEDULED);
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "H2"})
    void exception_leavesNeitherRowNorTask(SqlServer server) {
        open(server);
        assertThatThrownBy(() -> transaction().executeWithoutResult(status -> {
                    writeAndSchedule("a");
                    throw new IllegalStateException("no");
                }))
                .hasMessage("no");
        assertNothingThere("a");
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "H2"})
    void rollbackOnly_leavesNeitherRowNorTask(SqlServer server) {
        open(server);
        transaction().executeWithoutResult(status -> {
            writeAndSchedule("a");
            status.setRollbackOnly();
        });
        assertNothingThere("a");
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "H2"})
    void exceptionInATakingPart_thatWasCaught_stillLeavesNothing(SqlServer server) {
        open(server);
        assertThatThrownBy(() -> transaction().executeWithoutResult(outer -> {
                    writeAndSchedule("a");
                    assertThatThrownBy(() -> transaction().executeWithoutResult(inner -> {
                                writeAndSchedule("b");
                                throw new IllegalStateException("no");
                            }))
                            .hasMessage("no");
                }))
                .isInstanceOf(UnexpectedRollbackException.class);
        assertNothingThere("a", "b");
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "H2"})
    void requiresNew_commitsByItself_andTheOuterOneRollsBackAlone(SqlServer server) {
        open(server);
        TransactionTemplate requiresNew = requiresNew();
        transaction().executeWithoutResult(outer -> {
            writeAndSchedule("outer");
            requiresNew.executeWithoutResult(inner -> writeAndSchedule("inner"));
            writeAndSchedule("outer again");
            outer.setRollbackOnly();
        });
        assertThat(notes()).isEqualTo(1);
        assertThat(state("inner")).isEqualTo(TaskState.SCHEDULED);
        assertThat(find("outer")).isEmpty();
        assertThat(find("outer again")).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "H2"})
    void withoutTransaction_schedulesAtOnce(SqlServer server) {
        open(server);
        client().schedule(REMIND.in(LATER, "").id("a"));
        assertThat(state("a")).isEqualTo(TaskState.SCHEDULED);
    }

    /** Else the task would be there although the transaction rolls back. */
    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "H2"})
    void transactionOfAnotherDatabase_isRefused(SqlServer server) {
        open(server);
        try (Database other = Database.inMemory()) {
            new TransactionTemplate(new DataSourceTransactionManager(other.dataSource()))
                    .executeWithoutResult(status -> assertThatThrownBy(
                                    () -> client().schedule(REMIND.in(LATER, "").id("a")))
                            .isInstanceOf(IllegalArgumentException.class)
                            .hasMessageContaining("commits by itself"));
        }
        assertThat(find("a")).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "H2"})
    void cancel_thatRollsBack_leavesTheTaskWaiting(SqlServer server) {
        open(server);
        client().schedule(REMIND.in(LATER, "").id("a"));
        transaction().executeWithoutResult(status -> {
            assertThat(client().cancel(TaskId.of("a"))).isEqualTo(CancelResult.CANCELLED);
            status.setRollbackOnly();
        });
        assertThat(state("a")).isEqualTo(TaskState.SCHEDULED);
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "H2"})
    void completeIn_commitsEffectAndCompletionAndWhatComesNext(SqlServer server) {
        open(server);
        client().schedule(REMIND.now("").id("a"));
        run(context -> transaction().executeWithoutResult(status -> {
            writeAndSchedule("next");
            context.completeIn(current(database().dataSource()).orElseThrow());
        }));
        assertThat(notes()).isEqualTo(1);
        assertThat(state("a")).isEqualTo(TaskState.SUCCEEDED);
        assertThat(state("next")).isEqualTo(TaskState.SCHEDULED);
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "H2"})
    void completeIn_thatRollsBack_isAFailureWithoutEffect(SqlServer server) {
        open(server);
        client().schedule(REMIND.now("").id("a"));
        run(context -> transaction().executeWithoutResult(status -> {
            writeAndSchedule("next");
            context.completeIn(current(database().dataSource()).orElseThrow());
            status.setRollbackOnly();
        }));
        assertThat(notes()).isZero();
        TaskRecord record = find("a").orElseThrow();
        assertThat(record.state()).isEqualTo(TaskState.SCHEDULED);
        assertThat(record.failures()).isEqualTo(1);
        assertThat(find("next")).isEmpty();
    }

    private interface Run {
        void of(TaskContext context);
    }

    /** Runs the one due task on this thread. */
    private void run(Run handler) {
        try (TaskWorker worker = TaskWorker.builder(requireNonNull(store))
                .handler(REMIND, (payload, context) -> handler.of(context))
                .build()) {
            assertThat(worker.runDue(10)).isEqualTo(1);
        }
    }

    private void writeAndSchedule(String id) {
        requireNonNull(jdbc).update("INSERT INTO note (word) VALUES (?)", id);
        client().schedule(REMIND.in(LATER, "").id(id));
    }

    private void assertNothingThere(String... ids) {
        assertThat(notes()).isZero();
        for (String id : ids) {
            assertThat(find(id)).isEmpty();
        }
    }

    private TransactionTemplate requiresNew() {
        PlatformTransactionManager manager = requireNonNull(transaction().getTransactionManager());
        TransactionTemplate template = new TransactionTemplate(manager);
        template.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
        return template;
    }

    private Database database() {
        return requireNonNull(database);
    }

    private TaskClient client() {
        return requireNonNull(client);
    }

    private TransactionTemplate transaction() {
        return requireNonNull(transaction);
    }

    private Optional<TaskRecord> find(String id) {
        return client().find(TaskId.of(id));
    }

    private TaskState state(String id) {
        return find(id).orElseThrow(() -> new AssertionError("no task " + id)).state();
    }

    private long notes() {
        return Sql.number(database(), "SELECT count(*) FROM note");
    }
}
