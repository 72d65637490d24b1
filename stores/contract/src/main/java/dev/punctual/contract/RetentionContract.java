package dev.punctual.contract;

import static dev.punctual.contract.Tasks.complete;
import static dev.punctual.contract.Tasks.due;
import static dev.punctual.contract.Tasks.later;
import static dev.punctual.contract.Tasks.queue;
import static dev.punctual.contract.Tasks.release;
import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.CancelResult;
import dev.punctual.IfExists;
import dev.punctual.Limits;
import dev.punctual.NewTask;
import dev.punctual.Payload;
import dev.punctual.Retention;
import dev.punctual.RunHistory;
import dev.punctual.ScheduleResult;
import dev.punctual.SettleResult;
import dev.punctual.TaskId;
import dev.punctual.TaskQueries.Filter;
import dev.punctual.TaskRecord;
import dev.punctual.TaskState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Retention: how long finished records stay, as what, and that pruning touches nothing else and stays bounded. */
public interface RetentionContract extends StoreContract {

    /** Retention short enough to be lived through: 2 s as a stub at least, 4 s whole, 8 s dead. */
    Retention BRIEF = new Retention(Duration.ofSeconds(4), 1_000, Duration.ofSeconds(2), Duration.ofSeconds(8));

    private void open(int finishedMax) {
        subject().open(Limits.DEFAULT, new Retention(BRIEF.finished(), finishedMax, BRIEF.stub(), BRIEF.dead()));
    }

    private void finish(String prefix, int count) {
        List<NewTask> tasks = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            tasks.add(due(prefix + i));
        }
        store().insert(tasks);
        store().settle(worker().claim(count).claims().stream()
                .map(Tasks::complete)
                .toList());
        advance(2);
    }

    @Test
    default void prune_keepsFinishedRecordsWholeForTheirTime() {
        open(1_000);
        List<TaskRecord> finished = new ArrayList<>();
        for (TaskState state : TaskState.values()) {
            finished.add(bring("in-" + state, state));
        }
        advance(1_000);
        assertThat(queries().prune(1_000)).isZero();
        finished.forEach(this::assertUnchanged);
    }

    @Test
    default void prune_removesFinishedRecordsAfterTheirTime() {
        open(1_000);
        for (TaskState state : TaskState.values()) {
            bring("in-" + state, state);
        }
        advance(4_001);
        assertThat(queries().prune(1_000)).isEqualTo(3);
        for (TaskState state : TaskState.values()) {
            boolean gone = state.finished() && state != TaskState.DEAD;
            assertThat(queries().find(TaskId.of("in-" + state)).isEmpty())
                    .as("%s is gone", state)
                    .isEqualTo(gone);
        }
        assertThat(queries().prune(1_000)).isZero();
    }

    @Test
    default void prune_keepsDeadRecordsLonger() {
        open(0);
        TaskRecord dead = bring("dead", TaskState.DEAD);
        advance(7_000);
        queries().prune(1_000);
        assertUnchanged(dead);
        advance(1_001);
        assertThat(queries().prune(1_000)).isEqualTo(1);
        assertAbsent("dead");
    }

    @Test
    default void prune_touchesNoLiveTaskHoweverOld() {
        open(0);
        TaskRecord waiting = bring("waiting", TaskState.SCHEDULED);
        TaskRecord running = bring("running", TaskState.RUNNING);
        create(Tasks.type(due("foreign"), "foreign"));
        TaskRecord foreign = find("foreign");
        advance(20_000);
        assertThat(queries().prune(1_000)).isZero();
        assertUnchanged(waiting);
        assertUnchanged(running);
        assertUnchanged(foreign);
    }

    @Test
    default void prune_beyondTheNumberKept_leavesStubs() {
        open(0);
        TaskRecord run = start("a");
        settle(Tasks.retry(run, 0));
        settle(complete(worker().take("a")));
        TaskRecord whole = find("a");
        assertThat(queries().prune(1_000)).isEqualTo(1);
        TaskRecord stub = find("a");
        assertThat(stub.stub()).isTrue();
        assertThat(stub.spec().payload()).isEqualTo(Payload.EMPTY);
        assertThat(stub.spec().headers()).isEmpty();
        assertThat(stub.lastError()).isEmpty();
        assertThat(stub.history()).isEqualTo(RunHistory.EMPTY);
        assertThat(stub.spec())
                .isEqualTo(whole.spec().withPayload(Payload.EMPTY).withHeaders(Map.of()));
        assertThat(List.of(stub.state(), stub.token(), stub.settledToken(), stub.revision(), stub.failures()))
                .isEqualTo(List.of(
                        whole.state(), whole.token(), whole.settledToken(), whole.revision(), whole.failures()));
        assertThat(stub.finishedAt()).isEqualTo(whole.finishedAt());
        assertThat(stub.call()).isEqualTo(whole.call());
        assertThat(queries().prune(1_000)).as("once is enough").isZero();
        assertUnchanged(stub);
    }

    @Test
    default void stub_stillAnswersEverythingThatRepeats() {
        open(0);
        NewTask task = due("a");
        create(task);
        TaskRecord run = worker().take("a");
        settle(complete(run));
        bring("cancelled", TaskState.CANCELLED);
        queries().prune(1_000);
        assertThat(find("a").stub()).isTrue();
        assertThat(schedule(task).outcome()).isEqualTo(ScheduleResult.Outcome.CREATED);
        assertThat(schedule(due("a")).outcome()).isEqualTo(ScheduleResult.Outcome.EXISTS);
        assertThat(settle(complete(run))).isEqualTo(SettleResult.OK);
        assertThat(cancel("a")).isEqualTo(CancelResult.FINISHED);
        assertThat(cancel("cancelled")).isEqualTo(CancelResult.CANCELLED);
        assertThat(find("a").stub()).isTrue();
        assertThat(schedule(later("a").ifExists(IfExists.RESTART)).outcome()).isEqualTo(ScheduleResult.Outcome.CREATED);
        assertThat(find("a").stub()).isFalse();
        assertThat(find("a").token()).isEqualTo(run.token());
    }

    @Test
    default void stub_isRemovedOnceItIsOldEnough() {
        open(0);
        bring("a", TaskState.SUCCEEDED);
        queries().prune(1_000);
        advance(1_900);
        queries().prune(1_000);
        assertThat(find("a").stub()).as("kept at least so long").isTrue();
        advance(101);
        assertThat(queries().prune(1_000)).isEqualTo(1);
        assertAbsent("a");
    }

    @Test
    default void prune_keepsTheNewestWhole() {
        open(100);
        finish("old-", 100);
        finish("mid-", 100);
        finish("new-", 100);
        while (queries().prune(1_000) > 0) {
            // Goes on until nothing is left to do.
        }
        List<TaskRecord> all = queries().page(Filter.ALL, 1_000, null).records();
        assertThat(all).as("none is gone before its time").hasSize(300);
        assertThat(all.stream().filter(record -> !record.stub()).count()).isBetween(50L, 100L);
        assertThat(all)
                .filteredOn(record -> record.id().value().startsWith("old-"))
                .allMatch(TaskRecord::stub);
        assertThat(find("new-99").stub()).isFalse();
    }

    @Test
    default void prune_keepsNoMoreWhole_howeverStubsEnd() {
        open(10);
        for (int round = 0; round < 5; round++) {
            finish("t", 30);
            queries().prune(1_000);
            // Ended by using the id anew and by hand, not by age.
            for (int i = 0; i < 15; i++) {
                schedule(later("t" + i).ifExists(IfExists.RESTART));
                cancel("t" + i);
            }
            for (int i = 0; i < 30; i++) {
                queries().discard(List.of(TaskId.of("t" + i)));
            }
        }
        finish("last-", 30);
        queries().prune(1_000);
        List<TaskRecord> all = queries().page(Filter.ALL, 1_000, null).records();
        assertThat(all.stream().filter(record -> !record.stub()).count()).isLessThanOrEqualTo(10);
    }

    @Test
    default void prune_isBounded() {
        open(1_000);
        finish("t", 25);
        advance(4_001);
        assertThat(queries().prune(10)).isEqualTo(10);
        assertThat(queries().prune(10)).isEqualTo(10);
        assertThat(queries().prune(10)).isEqualTo(5);
        assertThat(queries().prune(10)).isZero();
        assertThat(queries().counts()).isEmpty();
    }

    @Test
    default void prune_expiresWhatNoWorkerCovers() {
        create(Tasks.type(due("a"), "nobody.runs.this").expireAfter(Duration.ofMillis(10)));
        create(Tasks.type(due("b"), "nobody.runs.this"));
        advance(11);
        assertThat(queries().prune(1_000)).isEqualTo(1);
        TaskRecord expired = find("a");
        assertThat(expired.state()).isEqualTo(TaskState.EXPIRED);
        assertThat(expired.finishedAt()).isPositive();
        assertThat(find("b").state()).isEqualTo(TaskState.SCHEDULED);
    }

    @Test
    default void prune_aPausedQueueHoldsUpNoOther() {
        for (int i = 0; i < 30; i++) {
            create(queue(due("held-" + i).expireAfter(Duration.ofMillis(1)), "held"));
        }
        advance(2);
        queries().pause("held");
        create(due("free").expireAfter(Duration.ofMillis(1)));
        advance(2);
        for (int i = 0; i < 5; i++) {
            queries().prune(10);
        }
        assertThat(find("free").state()).isEqualTo(TaskState.EXPIRED);
        assertThat(find("held-0").state()).isEqualTo(TaskState.SCHEDULED);
    }

    @Test
    default void prune_countsExpiryFromTheMomentItIsSet() {
        create(later("a").expireAfter(Duration.ofMillis(1)));
        assertThat(queries().prune(1_000)).isZero();
        assertThat(find("a").state()).isEqualTo(TaskState.SCHEDULED);
    }

    @Test
    default void expired_recordsLeaveTheDueIndex() {
        create(due("a").expireAfter(Duration.ofMillis(1)));
        advance(2);
        queries().prune(10);
        assertThat(worker().claim(10)).satisfies(result -> {
            assertThat(result.claims()).isEmpty();
            assertThat(result.expired()).isZero();
        });
        assertThat(Objects.requireNonNull(find("a").call()).outcome()).isEqualTo(ScheduleResult.Outcome.CREATED);
    }

    @Test
    default void redriven_recordsAreNotPrunedAsDead() {
        open(0);
        bring("a", TaskState.DEAD);
        redrive("a");
        advance(9_000);
        assertThat(queries().prune(1_000)).isZero();
        settle(release(worker().take("a")));
    }
}
