package dev.punctual.contract;

import static dev.punctual.contract.Tasks.complete;
import static dev.punctual.contract.Tasks.due;
import static dev.punctual.contract.Tasks.ids;
import static dev.punctual.contract.Tasks.later;
import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.CancelResult;
import dev.punctual.DiscardResult;
import dev.punctual.Due;
import dev.punctual.IfExists;
import dev.punctual.LeaseRef;
import dev.punctual.Limits;
import dev.punctual.NewTask;
import dev.punctual.Payload;
import dev.punctual.Reclaim;
import dev.punctual.RedriveResult;
import dev.punctual.RenewResult;
import dev.punctual.Report;
import dev.punctual.Reschedule;
import dev.punctual.RescheduleResult;
import dev.punctual.RunHistory;
import dev.punctual.ScheduleResult;
import dev.punctual.SettleResult;
import dev.punctual.TaskId;
import dev.punctual.TaskQueries.Count;
import dev.punctual.TaskRecord;
import dev.punctual.TaskState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Batches: one answer an item, in order; a bad item sinks no other; the same id twice is applied in list order. */
public interface BatchContract extends StoreContract {

    private static List<ScheduleResult.Outcome> outcomes(List<ScheduleResult> results) {
        return results.stream().map(ScheduleResult::outcome).toList();
    }

    @Test
    default void batch_ofNothing_answersNothing() {
        assertThat(store().insert(List.of())).isEmpty();
        assertThat(store().settle(List.of())).isEmpty();
        assertThat(store().renew(List.of(), Duration.ofSeconds(30))).isEmpty();
        assertThat(store().cancel(List.of())).isEmpty();
        assertThat(store().reschedule(List.of())).isEmpty();
        assertThat(store().reclaim(List.of())).isEmpty();
        assertThat(queries().runNow(List.of())).isEmpty();
        assertThat(queries().redrive(List.of())).isEmpty();
        assertThat(queries().discard(List.of())).isEmpty();
    }

    @Test
    default void insert_badItemsSinkNoOther() {
        int tooLarge = store().capabilities().limits().payloadBytesMax() + 1;
        NewTask large = Tasks.with(
                later("large"), later("large").spec().withPayload(new Payload(new byte[tooLarge], "x/y", 1)));
        create(later("exists"));
        List<NewTask> batch = List.of(
                later("first"),
                large,
                Tasks.at("long-ago", 5),
                later("exists"),
                due("forever", Due.after(Duration.ofSeconds(Long.MAX_VALUE))),
                later("last"));
        List<ScheduleResult> results = store().insert(batch);
        assertThat(results)
                .extracting(result -> result.id().value())
                .containsExactly("first", "large", "long-ago", "exists", "forever", "last");
        assertThat(outcomes(results))
                .containsExactly(
                        ScheduleResult.Outcome.CREATED,
                        ScheduleResult.Outcome.REFUSED,
                        ScheduleResult.Outcome.REFUSED,
                        ScheduleResult.Outcome.EXISTS,
                        ScheduleResult.Outcome.REFUSED,
                        ScheduleResult.Outcome.CREATED);
        assertThat(find("first").spec()).isEqualTo(later("first").spec());
        assertThat(find("last").spec()).isEqualTo(later("last").spec());
        assertAbsent("large");
        assertAbsent("long-ago");
        assertAbsent("forever");
    }

    @Test
    default void insert_theSameIdTwice_isAppliedInListOrder() {
        NewTask first = Tasks.in("a", 60_000);
        List<ScheduleResult> results = store().insert(List.of(
                first,
                Tasks.in("a", 70_000),
                Tasks.in("a", 80_000).ifExists(IfExists.REPLACE),
                Tasks.in("a", 90_000).ifExists(IfExists.RESTART),
                first));
        assertThat(outcomes(results))
                .containsExactly(
                        ScheduleResult.Outcome.CREATED,
                        ScheduleResult.Outcome.EXISTS,
                        ScheduleResult.Outcome.REPLACED,
                        ScheduleResult.Outcome.EXISTS,
                        ScheduleResult.Outcome.EXISTS);
        TaskRecord record = find("a");
        assertThat(record.dueAt() - record.createdAt()).isBetween(80_000L, 89_999L);
        assertThat(queries().counts()).extracting(Count::byState).containsExactly(Map.of(TaskState.SCHEDULED, 1L));
    }

    @Test
    default void insert_theSameItemTwice_isOneCall() {
        NewTask task = due("a").ifExists(IfExists.REPLACE);
        assertThat(outcomes(store().insert(List.of(task, task))))
                .containsExactly(ScheduleResult.Outcome.CREATED, ScheduleResult.Outcome.CREATED);
        assertThat(worker().claim(10).claims()).hasSize(1);
    }

    @Test
    default void settle_answersItemByItem() {
        create(due("a"), due("b"));
        List<TaskRecord> runs = worker().claim(2).claims();
        TaskRecord one = runs.get(0);
        TaskRecord two = runs.get(1);
        assertThat(store().settle(List.of(
                        complete(one),
                        Report.complete(TaskId.of("nobody"), 7, RunHistory.EMPTY),
                        Report.complete(two.id(), two.token() + 1, RunHistory.EMPTY),
                        Tasks.bury(two),
                        complete(two),
                        complete(one))))
                .containsExactly(
                        SettleResult.OK,
                        SettleResult.NOT_FOUND,
                        SettleResult.FENCED,
                        SettleResult.OK,
                        SettleResult.OK,
                        SettleResult.OK);
        assertThat(find(one.id().value()).state()).isEqualTo(TaskState.SUCCEEDED);
        assertThat(find(two.id().value()).state()).isEqualTo(TaskState.DEAD);
    }

    @Test
    default void renew_answersItemByItem() {
        TaskRecord one = start("a");
        TaskRecord two = start("b");
        cancel("b");
        assertThat(store().renew(
                                List.of(
                                        Tasks.lease(two),
                                        new LeaseRef(TaskId.of("nobody"), 1),
                                        Tasks.lease(one),
                                        new LeaseRef(one.id(), one.token() - 1)),
                                Duration.ofMinutes(1)))
                .containsExactly(RenewResult.CANCEL_REQUESTED, RenewResult.FENCED, RenewResult.OK, RenewResult.FENCED);
    }

    @Test
    default void reclaim_answersItemByItem() {
        create(due("a"));
        TaskRecord lost = worker().lease(SHORT_LEASE).take("a");
        lapse();
        TaskRecord alive = start("b");
        assertThat(store().reclaim(List.of(Reclaim.of(alive), Reclaim.of(lost))))
                .containsExactly(false, true);
        assertUnchanged(alive);
    }

    @Test
    default void cancel_answersItemByItem() {
        create(later("waiting"));
        start("running");
        bring("done", TaskState.SUCCEEDED);
        assertThat(store().cancel(Tasks.ids("running", "nobody", "waiting", "done", "waiting")))
                .containsExactly(
                        CancelResult.RUNNING,
                        CancelResult.NOT_FOUND,
                        CancelResult.CANCELLED,
                        CancelResult.FINISHED,
                        CancelResult.CANCELLED);
    }

    @Test
    default void reschedule_answersItemByItemInListOrder() {
        create(later("a"), later("b"));
        long revision = find("a").revision();
        List<RescheduleResult> results = store().reschedule(List.of(
                new Reschedule(TaskId.of("a"), Due.after(Duration.ofSeconds(10)), null, revision),
                new Reschedule(TaskId.of("a"), Due.after(Duration.ofSeconds(20)), null, revision),
                new Reschedule(TaskId.of("a"), Due.after(Duration.ofSeconds(30)), null, revision + 1),
                Reschedule.of(TaskId.of("nobody"), Due.now()),
                Reschedule.of(TaskId.of("b"), Due.after(Duration.ofDays(9_999))),
                Reschedule.of(TaskId.of("b"), Due.now())));
        assertThat(results)
                .extracting(RescheduleResult::outcome)
                .containsExactly(
                        RescheduleResult.Outcome.OK,
                        RescheduleResult.Outcome.STALE,
                        RescheduleResult.Outcome.OK,
                        RescheduleResult.Outcome.NOT_FOUND,
                        RescheduleResult.Outcome.REFUSED,
                        RescheduleResult.Outcome.OK);
        assertThat(find("a").revision()).isEqualTo(revision + 2);
        assertThat(ids(worker().claim(5).claims())).containsExactly("b");
    }

    @Test
    default void operatorCalls_answerItemByItem() {
        bring("dead", TaskState.DEAD);
        bring("done", TaskState.SUCCEEDED);
        create(later("waiting"));
        assertThat(queries().redrive(Tasks.ids("done", "dead", "dead", "nobody")))
                .extracting(RedriveResult::outcome)
                .containsExactly(
                        RedriveResult.Outcome.NOT_DEAD,
                        RedriveResult.Outcome.OK,
                        RedriveResult.Outcome.NOT_DEAD,
                        RedriveResult.Outcome.NOT_FOUND);
        assertThat(queries().discard(Tasks.ids("waiting", "done", "done")))
                .containsExactly(DiscardResult.LIVE, DiscardResult.OK, DiscardResult.NOT_FOUND);
        assertThat(queries().runNow(Tasks.ids("nobody", "waiting")))
                .extracting(RescheduleResult::outcome)
                .containsExactly(RescheduleResult.Outcome.NOT_FOUND, RescheduleResult.Outcome.OK);
    }

    @Test
    default void batch_ofTheLargestSize_goesThroughEveryPath() {
        List<NewTask> tasks = new ArrayList<>();
        List<TaskId> names = new ArrayList<>();
        for (int i = 0; i < Limits.BATCH_MAX; i++) {
            NewTask task = due("task-" + i);
            tasks.add(task);
            names.add(task.id());
        }
        List<ScheduleResult> created = store().insert(tasks);
        assertThat(created).extracting(ScheduleResult::id).isEqualTo(names);
        assertThat(created).allMatch(result -> result.outcome() == ScheduleResult.Outcome.CREATED);
        assertThat(store().insert(tasks)).isEqualTo(created);

        List<TaskRecord> runs = worker().takeAll();
        assertThat(runs).extracting(TaskRecord::id).containsExactlyInAnyOrderElementsOf(names);
        assertThat(store().renew(runs.stream().map(Tasks::lease).toList(), Duration.ofMinutes(5)))
                .hasSize(Limits.BATCH_MAX)
                .containsOnly(RenewResult.OK);
        List<Report> reports = new ArrayList<>();
        for (int i = 0; i < runs.size(); i++) {
            reports.add(i % 2 == 0 ? complete(runs.get(i)) : Tasks.retry(runs.get(i), 3_600_000));
        }
        assertThat(store().settle(reports)).hasSize(Limits.BATCH_MAX).containsOnly(SettleResult.OK);
        assertThat(store().cancel(names))
                .hasSize(Limits.BATCH_MAX)
                .containsOnly(CancelResult.CANCELLED, CancelResult.FINISHED);
        assertThat(queries().counts())
                .hasSize(1)
                .allSatisfy(count -> assertThat(count.byState())
                        .containsEntry(TaskState.SUCCEEDED, 10_000L)
                        .containsEntry(TaskState.CANCELLED, 10_000L));
        assertThat(queries().discard(names)).hasSize(Limits.BATCH_MAX).containsOnly(DiscardResult.OK);
        assertThat(queries().counts()).isEmpty();
    }
}
