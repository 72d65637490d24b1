package dev.punctual.contract;

import static dev.punctual.contract.Tasks.complete;
import static dev.punctual.contract.Tasks.due;
import static dev.punctual.contract.Tasks.ids;
import static dev.punctual.contract.Tasks.later;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.punctual.CancelResult;
import dev.punctual.Due;
import dev.punctual.Limits;
import dev.punctual.NewTask;
import dev.punctual.Payload;
import dev.punctual.Refusal;
import dev.punctual.Reschedule;
import dev.punctual.RescheduleResult;
import dev.punctual.Retention;
import dev.punctual.ScheduleResult;
import dev.punctual.TaskId;
import dev.punctual.TaskQueries.Filter;
import dev.punctual.TaskRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Limits: what is beyond them is refused at once, by name, and leaves nothing behind. */
public interface LimitsContract extends StoreContract {

    private void assertRefused(NewTask task, Refusal.Reason reason, String field) {
        ScheduleResult result = schedule(task);
        assertThat(result.outcome()).isEqualTo(ScheduleResult.Outcome.REFUSED);
        assertThat(result.state()).isNull();
        assertThat(result.dueAt()).isNull();
        Refusal refusal = Objects.requireNonNull(result.refusal());
        assertThat(refusal.reason()).isEqualTo(reason);
        assertThat(refusal.field()).isEqualTo(field);
        assertThat(refusal.problem()).isNotBlank();
        assertAbsent(task.id().value());
    }

    private static NewTask sized(String id, int bytes) {
        return Tasks.with(later(id), later(id).spec().withPayload(new Payload(new byte[bytes], Payload.OCTETS, 1)));
    }

    @Test
    default void limits_areShownByTheCapabilities() {
        Limits limits = new Limits(1_000, Duration.ofDays(3), 77);
        subject().open(limits, Retention.DEFAULT);
        assertThat(store().capabilities().limits()).isEqualTo(limits);
    }

    @Test
    default void payload_atTheLimitIsAccepted_aboveIsRefused() {
        int max = store().capabilities().limits().payloadBytesMax();
        create(sized("at", max));
        assertThat(find("at").spec().payload().size()).isEqualTo(max);
        assertRefused(sized("above", max + 1), Refusal.Reason.TOO_LARGE, "payload");
    }

    @Test
    default void payload_ofAReschedule_hasTheSameLimit() {
        subject().open(Limits.DEFAULT.withPayloadBytesMax(100), Retention.DEFAULT);
        create(later("a"));
        TaskRecord before = find("a");
        Payload large = new Payload(new byte[101], Payload.OCTETS, 1);
        RescheduleResult result = reschedule(new Reschedule(before.id(), Due.now(), large, null));
        assertThat(result.outcome()).isEqualTo(RescheduleResult.Outcome.REFUSED);
        assertThat(Objects.requireNonNull(result.refusal()).field()).isEqualTo("payload");
        assertUnchanged(before);
    }

    /** Field case A14: seconds given as milliseconds. */
    @Test
    default void A14_dueTime_beforeTheYear2000_isRefused() {
        long first = Limits.DUE_MIN.toEpochMilli();
        create(Tasks.at("first", first));
        assertThat(find("first").dueAt()).isEqualTo(first);
        for (long millis : new long[] {first - 1, 1_796_000_000L, 0, -1, Long.MIN_VALUE / 1_000}) {
            assertRefused(Tasks.at("too-early", millis), Refusal.Reason.OUT_OF_RANGE, "dueAt");
        }
        assertRefused(due("oldest", Due.at(Instant.MIN)), Refusal.Reason.OUT_OF_RANGE, "dueAt");
    }

    /** Field case A14: milliseconds given as seconds. */
    @Test
    default void A14_dueTime_beyondTheHorizon_isRefused() {
        long horizon = Limits.DEFAULT.horizon().toMillis();
        create(Tasks.in("inside", horizon - 60_000));
        assertThat(find("inside").dueAt()).isGreaterThan(storeNow() + horizon - 120_000);
        assertRefused(Tasks.in("beyond", horizon + 60_000), Refusal.Reason.OUT_OF_RANGE, "delay");
        long now = storeNow();
        assertRefused(Tasks.at("instant", now + horizon + 60_000), Refusal.Reason.OUT_OF_RANGE, "dueAt");
        assertRefused(Tasks.at("seconds", 1_796_000_000_000_000L), Refusal.Reason.OUT_OF_RANGE, "dueAt");
        assertRefused(due("max", Due.at(Instant.MAX)), Refusal.Reason.OUT_OF_RANGE, "dueAt");
        Duration forever = Duration.ofSeconds(Long.MAX_VALUE);
        assertRefused(due("forever", Due.after(forever)), Refusal.Reason.OUT_OF_RANGE, "delay");
    }

    @Test
    default void dueTime_inTheYear10000_isRefusedWhateverTheHorizon() {
        subject().open(Limits.DEFAULT.withHorizon(Duration.ofDays(4_000_000)), Retention.DEFAULT);
        long last = Limits.DUE_MAX.toEpochMilli();
        create(Tasks.at("last", last));
        assertThat(find("last").dueAt()).isEqualTo(last);
        assertRefused(Tasks.at("year-10000", last + 1), Refusal.Reason.OUT_OF_RANGE, "dueAt");
        assertThat(worker().claim(10).nextDueMillis()).isEqualTo(last);
    }

    @Test
    default void dueTime_ofAReschedule_hasTheSameLimits() {
        create(later("a"));
        TaskRecord before = find("a");
        List<Due> wrong = List.of(
                Due.at(Instant.ofEpochMilli(0)),
                Due.at(Instant.MAX),
                Due.after(Duration.ofDays(3_651)),
                Due.after(Duration.ofSeconds(Long.MAX_VALUE)));
        for (Due due : wrong) {
            RescheduleResult result = reschedule("a", due);
            assertThat(result.outcome()).isEqualTo(RescheduleResult.Outcome.REFUSED);
            assertThat(Objects.requireNonNull(result.refusal()).reason()).isEqualTo(Refusal.Reason.OUT_OF_RANGE);
            assertThat(result.revision()).isEqualTo(before.revision());
        }
        assertUnchanged(before);
    }

    /** Field case A12: delays beyond the range of a timer or an integer. */
    @Test
    default void A12_delay_beyondEveryNarrowInteger_isKeptExactly() {
        long[] delays = {
            2_147_483_647L,
            2_147_483_648L,
            4_294_967_295L,
            4_294_967_296L,
            4_294_972_296L,
            Duration.ofDays(30).toMillis(),
            Duration.ofDays(50).toMillis(),
            Duration.ofDays(365).toMillis()
        };
        for (long delay : delays) {
            create(Tasks.in("in-" + delay, delay));
            TaskRecord record = find("in-" + delay);
            assertThat(record.dueAt() - record.createdAt()).isEqualTo(delay);
        }
        advance(60_000);
        assertThat(worker().claim(100).claims()).as("none of them fires early").isEmpty();
    }

    /** Field case A13: zero and negative delays, and that neither disturbs its neighbour. */
    @Test
    default void A13_delay_ofZeroIsDueNow_aNegativeOneIsRefused() {
        create(Tasks.in("control", 20));
        for (long millis : new long[] {-1, -2_515_194_000L, Long.MIN_VALUE / 1_000_000}) {
            assertThatThrownBy(() -> Tasks.in("negative", millis))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("delay:");
        }
        create(Tasks.in("zero", 0));
        worker().take("zero");
        advance(20);
        worker().take("control");
    }

    @Test
    default void expiry_ofAnEndlessSpan_neverComes() {
        create(due("a").expireAfter(Duration.ofSeconds(Long.MAX_VALUE)));
        advance(1_000);
        worker().take("a");
    }

    @Test
    default void fullStore_refusesNewTasksOnly() {
        subject().open(Limits.DEFAULT.withPendingMax(3), Retention.DEFAULT);
        NewTask first = due("a");
        create(first, due("b"), later("c"));
        assertRefused(later("d"), Refusal.Reason.STORE_FULL, "pendingMax");
        assertThat(schedule(first).outcome()).as("a repeated call").isEqualTo(ScheduleResult.Outcome.CREATED);
        List<TaskRecord> runs = worker().claim(2).claims();
        assertThat(ids(runs)).containsExactlyInAnyOrder("a", "b");
        assertRefused(later("d"), Refusal.Reason.STORE_FULL, "pendingMax");
        settle(Tasks.retry(runs.get(0), 0));
        assertThat(reschedule("c", Due.now()).outcome()).isEqualTo(RescheduleResult.Outcome.OK);
        settle(complete(runs.get(1)));
        create(later("d"));
        assertRefused(later("e"), Refusal.Reason.STORE_FULL, "pendingMax");
        assertThat(cancel("d")).isEqualTo(CancelResult.CANCELLED);
        create(later("e"));
    }

    @Test
    default void fullStore_fillsABatchAsFarAsItGoes() {
        subject().open(Limits.DEFAULT.withPendingMax(2), Retention.DEFAULT);
        assertThat(store().insert(List.of(later("a"), later("b"), later("c"))))
                .extracting(ScheduleResult::outcome)
                .containsExactly(
                        ScheduleResult.Outcome.CREATED, ScheduleResult.Outcome.CREATED, ScheduleResult.Outcome.REFUSED);
    }

    @Test
    default void batch_beyondItsLimit_isRefusedWhole() {
        List<NewTask> tasks = new ArrayList<>();
        List<TaskId> names = new ArrayList<>();
        for (int i = 0; i <= Limits.BATCH_MAX; i++) {
            tasks.add(later("t" + i));
            names.add(TaskId.of("t" + i));
        }
        assertThatThrownBy(() -> store().insert(tasks)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> store().cancel(names)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> queries().discard(names)).isInstanceOf(IllegalArgumentException.class);
        assertThat(queries().page(Filter.ALL, 10, null).records()).isEmpty();
    }

    @Test
    default void bounds_ofPageAndPrune_areChecked() {
        for (int limit : new int[] {-1, 0, Limits.PAGE_MAX + 1}) {
            assertThatThrownBy(() -> queries().page(Filter.ALL, limit, null))
                    .isInstanceOf(IllegalArgumentException.class);
        }
        for (int max : new int[] {-1, 0, Limits.PAGE_EXAMINED_MAX + 1}) {
            assertThatThrownBy(() -> queries().prune(max)).isInstanceOf(IllegalArgumentException.class);
        }
    }
}
