package dev.punctual.contract;

import static dev.punctual.contract.Tasks.complete;
import static dev.punctual.contract.Tasks.due;
import static dev.punctual.contract.Tasks.ids;
import static dev.punctual.contract.Tasks.in;
import static dev.punctual.contract.Tasks.later;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.punctual.CancelResult;
import dev.punctual.Capability;
import dev.punctual.Due;
import dev.punctual.IfExists;
import dev.punctual.InvalidTaskException;
import dev.punctual.PayloadCodec;
import dev.punctual.Reclaim;
import dev.punctual.RenewResult;
import dev.punctual.Report;
import dev.punctual.Reschedule;
import dev.punctual.RescheduleResult;
import dev.punctual.RunHistory;
import dev.punctual.ScheduleResult.Outcome;
import dev.punctual.SettleResult;
import dev.punctual.TaskClient;
import dev.punctual.TaskId;
import dev.punctual.TaskRecord;
import dev.punctual.TaskState;
import dev.punctual.TaskStore;
import dev.punctual.TaskType;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Taking part in a transaction of the caller's, for stores with {@link Capability#TRANSACTIONAL_INSERT}: what is done
 * inside is there if and only if it commits, and no answer of the store breaks it.
 *
 * <p>The tests keep to what every isolation of such stores allows: while a transaction holds a record, nobody else
 * writes it.
 */
public interface TransactionContract extends TransactionalScheduleContract {

    @Test
    default void cancel_happensWithTheCommit() {
        create(due("a"), later("b"));
        TaskRecord before = find("a");
        try (OpenTransaction transaction = begin()) {
            assertThat(inside(transaction).cancel(Tasks.ids("a", "nobody")))
                    .containsExactly(CancelResult.CANCELLED, CancelResult.NOT_FOUND);
            assertUnchanged(before);
            transaction.rollback();
        }
        assertUnchanged(before);
        try (OpenTransaction transaction = begin()) {
            assertThat(inside(transaction).cancel(Tasks.ids("a", "a")))
                    .containsExactly(CancelResult.CANCELLED, CancelResult.CANCELLED);
            transaction.commit();
        }
        assertThat(find("a").state()).isEqualTo(TaskState.CANCELLED);
        assertThat(worker().claim(10).claims()).isEmpty();
    }

    @Test
    default void cancel_ofARunningTask_asksWithTheCommit() {
        TaskRecord run = start("a");
        try (OpenTransaction transaction = begin()) {
            assertThat(inside(transaction).cancel(Tasks.ids("a"))).containsExactly(CancelResult.RUNNING);
            transaction.rollback();
        }
        assertThat(renew(run)).isEqualTo(RenewResult.OK);
        try (OpenTransaction transaction = begin()) {
            inside(transaction).cancel(Tasks.ids("a"));
            transaction.commit();
        }
        assertThat(renew(run)).isEqualTo(RenewResult.CANCEL_REQUESTED);
    }

    @Test
    default void reschedule_happensWithTheCommit() {
        create(later("a"));
        TaskRecord before = find("a");
        Reschedule soon = new Reschedule(before.id(), Due.now(), null, before.revision());
        try (OpenTransaction transaction = begin()) {
            assertThat(single(inside(transaction).reschedule(List.of(soon))).outcome())
                    .isEqualTo(RescheduleResult.Outcome.OK);
            assertUnchanged(before);
            transaction.rollback();
        }
        assertUnchanged(before);
        try (OpenTransaction transaction = begin()) {
            assertThat(inside(transaction).reschedule(List.of(soon, soon, Reschedule.of(TaskId.of("x"), Due.now()))))
                    .extracting(RescheduleResult::outcome)
                    .containsExactly(
                            RescheduleResult.Outcome.OK,
                            RescheduleResult.Outcome.STALE,
                            RescheduleResult.Outcome.NOT_FOUND);
            transaction.commit();
        }
        worker().take("a");
    }

    @Test
    default void settle_ofACommittedTransaction_completes() {
        TaskRecord run = start("a");
        try (OpenTransaction transaction = begin()) {
            assertThat(inside(transaction).settle(List.of(complete(run)))).containsExactly(SettleResult.OK);
            assertUnchanged(run);
            transaction.commit();
        }
        TaskRecord done = find("a");
        assertThat(done.state()).isEqualTo(TaskState.SUCCEEDED);
        assertThat(done.settledToken()).isEqualTo(run.token());
        assertThat(done.history()).isEqualTo(complete(run).history());
        assertThat(settle(complete(run))).as("a late repetition").isEqualTo(SettleResult.OK);
        assertUnchanged(done);
    }

    @Test
    default void settle_ofATransactionRolledBack_leavesTheRunAsItWas() {
        TaskRecord run = start("a");
        try (OpenTransaction transaction = begin()) {
            assertThat(inside(transaction).settle(List.of(complete(run)))).containsExactly(SettleResult.OK);
            transaction.rollback();
        }
        assertUnchanged(run);
        assertThat(renew(run)).isEqualTo(RenewResult.OK);
        assertThat(settle(Tasks.retry(run, 0))).isEqualTo(SettleResult.OK);
        assertThat(find("a").failures()).isEqualTo(1);
    }

    @Test
    default void settle_ofALostClaim_isFencedAndLeavesTheTransactionWhole() {
        create(due("a"));
        TaskRecord lost = lose("a");
        TaskRecord next = worker().take("a");
        try (OpenTransaction transaction = begin()) {
            assertThat(inside(transaction)
                            .settle(List.of(complete(lost), Report.complete(TaskId.of("nobody"), 7, RunHistory.EMPTY))))
                    .containsExactly(SettleResult.FENCED, SettleResult.NOT_FOUND);
            insert(transaction, later("b"));
            transaction.commit();
        }
        assertUnchanged(next);
        assertThat(find("b").state()).isEqualTo(TaskState.SCHEDULED);
    }

    @Test
    default void transaction_holdsAllThatIsDoneInIt_together() {
        TaskRecord run = start("run");
        create(later("moved"), later("dropped"));
        List<TaskRecord> before = List.of(run, find("moved"), find("dropped"));
        for (boolean commits : new boolean[] {false, true}) {
            try (OpenTransaction transaction = begin()) {
                TaskStore inside = inside(transaction);
                inside.settle(List.of(complete(run)));
                inside.insert(List.of(later("next")));
                inside.reschedule(List.of(Reschedule.of(TaskId.of("moved"), Due.after(Duration.ofDays(1)))));
                inside.cancel(Tasks.ids("dropped"));
                inside.insert(List.of(later("next"), later("other")));
                if (commits) {
                    transaction.commit();
                } else {
                    transaction.rollback();
                    before.forEach(this::assertUnchanged);
                    assertAbsent("next");
                }
            }
        }
        assertThat(find("run").state()).isEqualTo(TaskState.SUCCEEDED);
        assertThat(find("moved").dueAt()).isGreaterThan(before.get(1).dueAt());
        assertThat(find("dropped").state()).isEqualTo(TaskState.CANCELLED);
        assertThat(find("next").state()).isEqualTo(TaskState.SCHEDULED);
        assertThat(find("other").state()).isEqualTo(TaskState.SCHEDULED);
    }

    @Test
    default void transaction_seesWhatItDidItself() {
        try (OpenTransaction transaction = begin()) {
            insert(transaction, later("a"));
            assertThat(inside(transaction).cancel(Tasks.ids("a"))).containsExactly(CancelResult.CANCELLED);
            assertThat(insert(transaction, due("a").ifExists(IfExists.RESTART)).outcome())
                    .isEqualTo(Outcome.CREATED);
            transaction.commit();
        }
        worker().take("a");
    }

    @Test
    default void transactions_knowNothingOfEachOther() {
        try (OpenTransaction one = begin();
                OpenTransaction two = begin()) {
            insert(one, due("one"));
            insert(two, due("two"));
            schedule(due("outside"));
            two.commit();
            one.rollback();
        }
        assertThat(ids(worker().claim(10).claims())).containsExactlyInAnyOrder("two", "outside");
        assertAbsent("one");
    }

    @Test
    default void view_otherMethods_areThoseOfTheStore() {
        create(due("a"), due("b"));
        try (OpenTransaction transaction = begin()) {
            TaskStore view = inside(transaction);
            assertThat(view.capabilities()).isEqualTo(store().capabilities());
            assertThat(view.wakeups().isPresent()).isEqualTo(store().wakeups().isPresent());
            ClaimingWorker worker = new ClaimingWorker(() -> view).lease(SHORT_LEASE);
            List<TaskRecord> runs = worker.claim(2).claims();
            assertThat(runs).hasSize(2);
            view.beat(worker.info(2));
            lapse();
            assertThat(view.lapsed(10)).hasSize(2);
            assertThat(view.renew(List.of(Tasks.lease(runs.get(0))), Duration.ofMinutes(1)))
                    .containsExactly(RenewResult.OK);
            assertThat(view.reclaim(List.of(Reclaim.of(runs.get(1))))).containsExactly(true);
            assertThat(view.queries().find(runs.get(0).id())).isPresent();
            transaction.rollback();
            assertThat(find(runs.get(0).id().value()).state()).as("not undone").isEqualTo(TaskState.RUNNING);
            assertThat(find(runs.get(1).id().value()).losses()).isEqualTo(1);
        }
    }

    @Test
    default void view_ofAView_isInItsOwnTransaction() {
        try (OpenTransaction one = begin();
                OpenTransaction two = begin()) {
            inside(one).within(two.handle()).insert(List.of(later("a")));
            one.rollback();
            two.commit();
        }
        assertThat(find("a").state()).isEqualTo(TaskState.SCHEDULED);
    }

    @Test
    default void view_closed_closesNothing() {
        try (OpenTransaction transaction = begin()) {
            TaskStore view = inside(transaction);
            view.insert(List.of(later("a")));
            view.close();
            assertAbsent("a");
            insert(transaction, later("b"));
            transaction.commit();
        }
        assertThat(find("a").state()).isEqualTo(TaskState.SCHEDULED);
        assertThat(find("b").state()).isEqualTo(TaskState.SCHEDULED);
    }

    @Test
    default void client_withinATransaction_refusesAndGoesOn() {
        TaskType<byte[]> type = TaskType.of("work", PayloadCodec.bytes());
        byte[] large = new byte[store().capabilities().limits().payloadBytesMax() + 1];
        try (OpenTransaction transaction = begin()) {
            TaskClient client = TaskClient.of(store()).within(transaction.handle());
            client.schedule(type.in(Tasks.LATER, new byte[1]).id("a"));
            assertThatThrownBy(() -> client.schedule(type.in(Tasks.LATER, large).id("large")))
                    .isInstanceOf(InvalidTaskException.class);
            assertThat(client.scheduleAsync(type.in(Tasks.LATER, new byte[1]).id("b")))
                    .isCompleted();
            assertAbsent("a");
            transaction.commit();
        }
        assertThat(find("a").state()).isEqualTo(TaskState.SCHEDULED);
        assertThat(find("b").state()).isEqualTo(TaskState.SCHEDULED);
        assertAbsent("large");
    }

    /** Field case: a commit that lands long after its task was due, behind what has been claimed meanwhile. */
    @Test
    default void lateCommit_isFoundWithinFiveSeconds() {
        ClaimingWorker worker = worker();
        try (OpenTransaction transaction = begin()) {
            insert(transaction, in("late", 100));
            for (int i = 0; i < 8; i++) {
                advance(500);
                create(due("other-" + i));
                assertThat(ids(worker.claim(10).claims())).containsExactly("other-" + i);
            }
            transaction.commit();
        }
        for (long waited = 0; waited <= 5_000; waited += 250) {
            if (ids(worker.claim(10).claims()).contains("late")) {
                return;
            }
            advance(250);
        }
        throw new AssertionError("the task of the late commit was not claimed within 5 s");
    }
}
