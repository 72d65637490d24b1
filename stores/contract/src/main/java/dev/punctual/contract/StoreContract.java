package dev.punctual.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.CancelResult;
import dev.punctual.DiscardResult;
import dev.punctual.Due;
import dev.punctual.Limits;
import dev.punctual.NewTask;
import dev.punctual.Reclaim;
import dev.punctual.RedriveResult;
import dev.punctual.RenewResult;
import dev.punctual.Report;
import dev.punctual.Reschedule;
import dev.punctual.RescheduleResult;
import dev.punctual.Retention;
import dev.punctual.ScheduleResult;
import dev.punctual.SettleResult;
import dev.punctual.TaskId;
import dev.punctual.TaskQueries;
import dev.punctual.TaskRecord;
import dev.punctual.TaskState;
import dev.punctual.TaskStore;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * What all parts of the contract share: the store under test, opened before and closed after each test, and single
 * steps to drive it with.
 *
 * <p>A store's test implements the parts that apply to it, so that its header is the list of what the store promises.
 * The only thing it must supply is {@link #subject()}, most simply from a field: JUnit makes a new test object, and so
 * a new subject, for every test. The tests decide by the store's own clock and never read the machine's.
 */
public interface StoreContract {

    /** A lease as short as they come. */
    Duration SHORT_LEASE = Limits.LEASE_MIN;

    /** Returns the store under test: the same at each call within one test. */
    StoreUnderTest subject();

    /** Opens the store with default limits and retention. */
    @BeforeEach
    default void openStore() {
        subject().open(Limits.DEFAULT, Retention.DEFAULT);
    }

    /** Closes the store. */
    @AfterEach
    default void closeStore() {
        subject().close();
    }

    /** Returns the open store. */
    default TaskStore store() {
        return subject().store();
    }

    /** Returns the open store's side for people. */
    default TaskQueries queries() {
        return store().queries();
    }

    /** Returns a new worker that wants everything. */
    default ClaimingWorker worker() {
        return new ClaimingWorker(this::store);
    }

    /** Lets so many milliseconds pass. */
    default void advance(long millis) {
        subject().advance(Duration.ofMillis(millis));
    }

    /** Returns the store's clock, in epoch milliseconds. */
    default long storeNow() {
        return worker().queues().claim(0).nowMillis();
    }

    /** Schedules one task. */
    default ScheduleResult schedule(NewTask task) {
        return single(store().insert(List.of(task)));
    }

    /** Schedules tasks, all of which must be new. */
    default void create(NewTask... tasks) {
        assertThat(store().insert(List.of(tasks)))
                .extracting(ScheduleResult::outcome)
                .containsOnly(ScheduleResult.Outcome.CREATED)
                .hasSize(tasks.length);
    }

    /** Reads a record that must exist. */
    default TaskRecord find(String id) {
        return queries().find(TaskId.of(id)).orElseThrow(() -> new AssertionError("no record " + id));
    }

    /** Asserts that nothing has this id. */
    default void assertAbsent(String id) {
        assertThat(queries().find(TaskId.of(id))).as(id).isEmpty();
    }

    /** Asserts that the record is to the last field as it was. */
    default void assertUnchanged(TaskRecord before) {
        assertThat(find(before.id().value())).isEqualTo(before);
    }

    /** Reports one claim's end. */
    default SettleResult settle(Report report) {
        return single(store().settle(List.of(report)));
    }

    /** Extends one lease to 30 s. */
    default RenewResult renew(TaskRecord run) {
        return single(store().renew(List.of(Tasks.lease(run)), Duration.ofSeconds(30)));
    }

    /** Takes back one lapsed task. */
    default boolean reclaim(TaskRecord seen) {
        return single(store().reclaim(List.of(Reclaim.of(seen))));
    }

    /** Cancels one task. */
    default CancelResult cancel(String id) {
        return single(store().cancel(Tasks.ids(id)));
    }

    /** Moves one task. */
    default RescheduleResult reschedule(String id, Due due) {
        return reschedule(Reschedule.of(TaskId.of(id), due));
    }

    /** Moves one task. */
    default RescheduleResult reschedule(Reschedule request) {
        return single(store().reschedule(List.of(request)));
    }

    /** Makes one task due now. */
    default RescheduleResult runNow(String id) {
        return single(queries().runNow(Tasks.ids(id)));
    }

    /** Redrives one task. */
    default RedriveResult redrive(String id) {
        return single(queries().redrive(Tasks.ids(id)));
    }

    /** Removes one record. */
    default DiscardResult discard(String id) {
        return single(queries().discard(Tasks.ids(id)));
    }

    /** Returns the only element of an answer to one item. */
    default <A> A single(List<A> answers) {
        assertThat(answers).as("one answer an item").hasSize(1);
        return answers.get(0);
    }

    /** Schedules a task that is due now and claims it for 30 s. Nothing else may be due. */
    default TaskRecord start(String id) {
        return start(Tasks.due(id));
    }

    /** Schedules a task that is due now and claims it for 30 s. Nothing else may be due. */
    default TaskRecord start(NewTask task) {
        create(task);
        return worker().take(task.id().value());
    }

    /** Claims the due task and lets its worker vanish: the lease runs out and the task is taken back. */
    default TaskRecord lose(String id) {
        TaskRecord run = worker().lease(SHORT_LEASE).take(id);
        lapse();
        assertThat(reclaim(run)).as("reclaim of %s", id).isTrue();
        return run;
    }

    /** Lets a lease of {@link #SHORT_LEASE} run out. */
    default void lapse() {
        subject().advance(SHORT_LEASE.plusMillis(1));
    }

    /** Makes a record with this id in the given state, by the plainest way there. Nothing else may be due. */
    default TaskRecord bring(String id, TaskState state) {
        switch (state) {
            case SCHEDULED -> create(Tasks.later(id));
            case RUNNING -> start(id);
            case SUCCEEDED -> settle(Tasks.complete(start(id)));
            case DEAD -> settle(Tasks.bury(start(id)));
            case CANCELLED -> {
                create(Tasks.later(id));
                cancel(id);
            }
            case EXPIRED -> {
                create(Tasks.due(id).expireAfter(Duration.ofMillis(1)));
                advance(2);
                queries().prune(1_000);
            }
        }
        TaskRecord record = find(id);
        assertThat(record.state()).isEqualTo(state);
        return record;
    }
}
