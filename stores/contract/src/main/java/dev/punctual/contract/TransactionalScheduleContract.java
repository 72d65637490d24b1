package dev.punctual.contract;

import static dev.punctual.contract.Tasks.due;
import static dev.punctual.contract.Tasks.in;
import static dev.punctual.contract.Tasks.later;
import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.Capability;
import dev.punctual.IfExists;
import dev.punctual.NewTask;
import dev.punctual.Payload;
import dev.punctual.ScheduleResult;
import dev.punctual.ScheduleResult.Outcome;
import dev.punctual.TaskRecord;
import dev.punctual.TaskState;
import dev.punctual.TaskStore;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Scheduling in a transaction of the caller's: a task is there if and only if it commits, and no answer of the store
 * breaks it. A part of {@link TransactionContract}.
 */
public interface TransactionalScheduleContract extends StoreContract {

    /** A batch of more than a handful, as an application inserts it with its own rows. */
    int MANY = 200;

    /** Begins a transaction on a connection of its own. */
    OpenTransaction begin();

    /** Returns the view of the store in the transaction. */
    default TaskStore inside(OpenTransaction transaction) {
        return store().within(transaction.handle());
    }

    /** Schedules one task in the transaction. */
    default ScheduleResult insert(OpenTransaction transaction, NewTask task) {
        return single(inside(transaction).insert(List.of(task)));
    }

    private static List<NewTask> many() {
        List<NewTask> tasks = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            tasks.add(later("t" + i));
        }
        return tasks;
    }

    private NewTask tooLarge(String id) {
        int bytes = store().capabilities().limits().payloadBytesMax() + 1;
        return Tasks.with(later(id), later(id).spec().withPayload(new Payload(new byte[bytes], "x/y", 1)));
    }

    @Test
    default void within_isOfferedByName() {
        assertThat(store().capabilities().has(Capability.TRANSACTIONAL_INSERT)).isTrue();
    }

    @Test
    default void insert_ofACommittedTransaction_isThere() {
        try (OpenTransaction transaction = begin()) {
            ScheduleResult result = insert(transaction, later("a"));
            assertThat(result.outcome()).isEqualTo(Outcome.CREATED);
            transaction.commit();
            TaskRecord record = find("a");
            assertThat(record.spec()).isEqualTo(later("a").spec());
            assertThat(result).isEqualTo(ScheduleResult.of(record, Outcome.CREATED));
        }
    }

    @Test
    default void insert_ofATransactionRolledBack_leavesNothing() {
        try (OpenTransaction transaction = begin()) {
            assertThat(insert(transaction, due("a")).outcome()).isEqualTo(Outcome.CREATED);
            transaction.rollback();
        }
        assertAbsent("a");
        assertThat(worker().claim(10).claims()).isEmpty();
        create(due("a"));
        worker().take("a");
    }

    @Test
    default void insert_ofATransactionThatIsOnlyClosed_leavesNothing() {
        try (OpenTransaction transaction = begin()) {
            insert(transaction, due("a"));
        }
        assertAbsent("a");
    }

    @Test
    default void insert_ofMany_isThereWholeOrNotAtAll() {
        try (OpenTransaction transaction = begin()) {
            assertThat(inside(transaction).insert(many()))
                    .extracting(ScheduleResult::outcome)
                    .containsOnly(Outcome.CREATED)
                    .hasSize(MANY);
            transaction.rollback();
        }
        many().forEach(task -> assertAbsent(task.id().value()));
        try (OpenTransaction transaction = begin()) {
            inside(transaction).insert(many());
            transaction.commit();
        }
        many().forEach(task -> assertThat(find(task.id().value()).state()).isEqualTo(TaskState.SCHEDULED));
    }

    @Test
    default void insert_beforeTheCommit_isNeitherSeenNorClaimed() {
        try (OpenTransaction transaction = begin()) {
            insert(transaction, due("a"));
            advance(2);
            assertAbsent("a");
            assertThat(worker().claim(10).claims()).isEmpty();
            assertThat(queries().prune(100)).isZero();
            transaction.commit();
        }
        worker().take("a");
    }

    @Test
    default void insert_keepingAnExistingId_changesNothing() {
        create(later("a"));
        TaskRecord before = find("a");
        try (OpenTransaction transaction = begin()) {
            ScheduleResult kept = insert(transaction, in("a", 5));
            assertThat(kept).isEqualTo(ScheduleResult.of(before, Outcome.EXISTS));
            transaction.commit();
        }
        assertUnchanged(before);
    }

    @Test
    default void insert_replacing_happensWithTheCommit() {
        create(later("a"));
        TaskRecord before = find("a");
        NewTask other = Tasks.queue(in("a", 60_000), "other").ifExists(IfExists.REPLACE);
        try (OpenTransaction transaction = begin()) {
            assertThat(insert(transaction, other).outcome()).isEqualTo(Outcome.REPLACED);
            assertUnchanged(before);
            transaction.rollback();
        }
        assertUnchanged(before);
        try (OpenTransaction transaction = begin()) {
            insert(transaction, other);
            transaction.commit();
        }
        assertThat(find("a").spec().queue()).isEqualTo("other");
        assertThat(find("a").revision()).isEqualTo(before.revision() + 1);
    }

    @Test
    default void insert_restarting_happensWithTheCommit() {
        TaskRecord before = bring("a", TaskState.SUCCEEDED);
        NewTask again = due("a").ifExists(IfExists.RESTART);
        try (OpenTransaction transaction = begin()) {
            assertThat(insert(transaction, again).outcome()).isEqualTo(Outcome.CREATED);
            transaction.rollback();
        }
        assertUnchanged(before);
        assertThat(worker().claim(10).claims()).isEmpty();
        try (OpenTransaction transaction = begin()) {
            insert(transaction, again);
            transaction.commit();
        }
        assertThat(find("a").incarnation()).isNotEqualTo(before.incarnation());
        assertThat(worker().take("a").token()).isGreaterThan(before.token());
    }

    @Test
    default void insert_conflictOfIds_isAnAnswerAndLeavesTheTransactionWhole() {
        create(later("taken"));
        bring("done", TaskState.SUCCEEDED);
        try (OpenTransaction transaction = begin()) {
            insert(transaction, later("before"));
            assertThat(insert(transaction, later("taken")).outcome()).isEqualTo(Outcome.EXISTS);
            assertThat(insert(transaction, later("done")).outcome()).isEqualTo(Outcome.EXISTS);
            assertThat(insert(transaction, later("after")).outcome()).isEqualTo(Outcome.CREATED);
            transaction.commit();
        }
        assertThat(find("before").state()).isEqualTo(TaskState.SCHEDULED);
        assertThat(find("after").state()).isEqualTo(TaskState.SCHEDULED);
    }

    @Test
    default void insert_refusedItem_isAnAnswerAndLeavesTheTransactionWhole() {
        try (OpenTransaction transaction = begin()) {
            assertThat(inside(transaction).insert(List.of(later("first"), tooLarge("large"), Tasks.at("old", 5))))
                    .extracting(ScheduleResult::outcome)
                    .containsExactly(Outcome.CREATED, Outcome.REFUSED, Outcome.REFUSED);
            assertThat(insert(transaction, later("last")).outcome()).isEqualTo(Outcome.CREATED);
            transaction.commit();
        }
        assertThat(find("first").state()).isEqualTo(TaskState.SCHEDULED);
        assertThat(find("last").state()).isEqualTo(TaskState.SCHEDULED);
        assertAbsent("large");
    }

    @Test
    default void insert_countsDelaysFromTheStatement_notFromTheBeginOfTheTransaction() {
        try (OpenTransaction transaction = begin()) {
            insert(transaction, later("first"));
            advance(1_200);
            long before = storeNow();
            insert(transaction, in("a", 1_500));
            long after = storeNow();
            transaction.commit();
            assertThat(find("a").dueAt()).isBetween(before + 1_500, after + 1_500);
            assertThat(find("a").createdAt()).isBetween(before, after);
        }
    }

    @Test
    default void insert_sentAgainInTheTransaction_isOneCall() {
        NewTask task = later("a").ifExists(IfExists.REPLACE);
        try (OpenTransaction transaction = begin()) {
            ScheduleResult first = insert(transaction, task);
            assertThat(insert(transaction, task)).isEqualTo(first);
            transaction.commit();
        }
        TaskRecord record = find("a");
        assertThat(schedule(task).outcome()).isEqualTo(Outcome.CREATED);
        assertUnchanged(record);
    }

    @Test
    default void insertWithin_theSameIdTwice_isAppliedInListOrder() {
        List<NewTask> items = List.of(
                in("a", 60_000),
                in("a", 70_000),
                in("a", 80_000).ifExists(IfExists.REPLACE),
                in("a", 90_000).ifExists(IfExists.RESTART));
        try (OpenTransaction transaction = begin()) {
            assertThat(inside(transaction).insert(items))
                    .extracting(ScheduleResult::outcome)
                    .containsExactly(Outcome.CREATED, Outcome.EXISTS, Outcome.REPLACED, Outcome.EXISTS);
            transaction.commit();
        }
        TaskRecord record = find("a");
        assertThat(record.dueAt() - record.createdAt()).isBetween(80_000L, 89_999L);
    }
}
