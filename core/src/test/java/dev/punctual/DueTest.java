package dev.punctual;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.punctual.TaskStateMachine.Moment;
import dev.punctual.TaskStateMachine.Step;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Due times on their way from the caller into the record. */
class DueTest {

    private static final Instant NOW = Instant.parse("2026-12-01T10:00:00.000500Z");
    private static final long NOW_MILLIS = NOW.toEpochMilli();

    private final TaskStateMachine machine = new TaskStateMachine(Limits.DEFAULT);

    @ParameterizedTest
    @ValueSource(
            longs = {
                2_147_483_647L,
                2_147_483_648L,
                4_294_967_295L,
                4_294_972_296L,
                30L * 86_400_000,
                50L * 86_400_000,
                365L * 86_400_000
            })
    void A12_longDelay_isKeptToTheMillisecond(long millis) {
        Step<ScheduleResult> step = schedule(Due.after(Duration.ofMillis(millis)));

        assertThat(step.answer().outcome()).isEqualTo(ScheduleResult.Outcome.CREATED);
        assertThat(step.answer().dueAt()).isEqualTo(Instant.ofEpochMilli(NOW_MILLIS + millis));
        assertThat(step.present().dueAt()).isEqualTo(NOW_MILLIS + millis);
        assertThat(step.present().sortKey()).isEqualTo(NOW_MILLIS + millis);
        assertThat(step.present().claimable(NOW_MILLIS + millis - 1)).isFalse();
        assertThat(step.present().claimable(NOW_MILLIS + millis)).isTrue();
        assertThat(schedule(Due.at(Instant.ofEpochMilli(NOW_MILLIS + millis)))
                        .present()
                        .dueAt())
                .isEqualTo(NOW_MILLIS + millis);
    }

    @Test
    void A12_delayBeyondAllArithmetic_isATypedRefusal() {
        for (Due due : new Due[] {
            Due.after(Duration.ofSeconds(Long.MAX_VALUE, 999_999_999)),
            Due.after(Duration.ofSeconds(Long.MAX_VALUE)),
            Due.after(Duration.ofMillis(Long.MAX_VALUE)),
            Due.after(Duration.ofDays(3_651)),
            Due.at(Instant.MAX),
            Due.at(Instant.parse("+10000-01-01T00:00:00Z"))
        }) {
            assertRefused(due, "must not be later than 2036-11-28T10:00:00", "3650 days");
        }
    }

    @Test
    void A12_horizon_isExact() {
        Duration horizon = Limits.DEFAULT.horizon();
        assertThat(schedule(Due.after(horizon)).answer().accepted()).isTrue();
        assertRefused(Due.after(horizon.plusMillis(1)), "delay: must not be later than", "PT30M");
        assertRefused(Due.after(horizon.plusNanos(1)), "delay: must not be later than");
    }

    @Test
    void A12_year9999_isTheEndWhateverTheHorizon() {
        TaskStateMachine wide = new TaskStateMachine(Limits.DEFAULT.withHorizon(Duration.ofSeconds(Long.MAX_VALUE)));
        NewTask last = task(Due.at(Limits.DUE_MAX));
        NewTask beyond = task(Due.at(Limits.DUE_MAX.plusMillis(1)));

        assertThat(wide.schedule(null, last, Moment.of(NOW)).answer().accepted())
                .isTrue();
        ScheduleResult refused = wide.schedule(null, beyond, Moment.of(NOW)).answer();
        assertThat(refused.outcome()).isEqualTo(ScheduleResult.Outcome.REFUSED);
        assertThat(refused.refusal())
                .isNotNull()
                .extracting(Refusal::message)
                .asString()
                .contains("dueAt", "9999-12-31T23:59:59.999Z", "+10000-01-01T00:00:00Z");
    }

    @Test
    void A13_zeroOrPast_isDueNow() {
        for (Due due : new Due[] {
            Due.now(), Due.after(Duration.ZERO), Due.at(NOW), Due.at(NOW.minusMillis(1)), Due.at(Limits.DUE_MIN)
        }) {
            TaskRecord record = schedule(due).present();
            assertThat(record.claimable(NOW_MILLIS + 1)).as(due.words()).isTrue();
            assertThat(record.sortKey()).as("lateness counts from now").isGreaterThanOrEqualTo(NOW_MILLIS);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT-0.000000001S", "PT-0.001S", "PT-2515194S", "PT-2562047788015215H-30M-8S"})
    void A13_negativeDelay_isRefusedAtOnce(String delay) {
        assertThatThrownBy(() -> Due.after(Duration.parse(delay)))
                .isInstanceOf(InvalidTaskException.class)
                .hasMessageContainingAll(
                        "delay: must not be negative", Duration.parse(delay).toString(), "PT30M");
    }

    @Test
    @SuppressWarnings("NullAway") // what a caller without null checks can do
    void A13_null_isAClearError() {
        assertThatThrownBy(() -> Due.after(null))
                .isInstanceOf(InvalidTaskException.class)
                .hasMessageContainingAll("delay: must be given", "PT30M");
        assertThatThrownBy(() -> Due.at(null))
                .isInstanceOf(InvalidTaskException.class)
                .hasMessageContainingAll("dueAt: must be given", "2030-01-31T08:00:00Z");
    }

    @Test
    void A14_secondsTakenForMilliseconds_areRefused() {
        assertRefused(
                Due.at(Instant.ofEpochMilli(1_796_000_000L)),
                "dueAt: must not be before 2000-01-01T00:00:00Z",
                "seconds given as milliseconds",
                "1970-01-21",
                "for example 2026-12-01T10:30:00");
        assertRefused(Due.at(Instant.EPOCH), "must not be before 2000-01-01");
        assertRefused(Due.at(Instant.MIN), "must not be before 2000-01-01");
        assertRefused(Due.at(Limits.DUE_MIN.minusMillis(1)), "must not be before 2000-01-01");
    }

    @Test
    void A14_millisecondsTakenForSeconds_areRefused() {
        assertRefused(Due.at(Instant.ofEpochSecond(1_796_000_000_000L)), "dueAt: must not be later than", "+58882");
        assertRefused(Due.after(Duration.ofDays(12 * 86_400)), "delay: must not be later than");
    }

    @ParameterizedTest
    @CsvSource({"10_100_000,11", "1,1", "999_999,1", "1_000_000,1", "1_000_001,2", "9_000_000,9", "10_000_000,10"})
    void A16_fractionsOfAMillisecond_areRoundedUp(String nanos, long millis) {
        Duration delay = Duration.ofNanos(Long.parseLong(nanos.replace("_", "")));

        assertThat(Due.after(delay).resolve(NOW_MILLIS)).isEqualTo(NOW_MILLIS + millis);
        assertThat(Due.at(Instant.EPOCH.plus(delay)).resolve(0)).isEqualTo(millis);
    }

    @Test
    void A16_aTaskIsNeverDueBeforeItsInstant() {
        TaskRecord record = schedule(Due.at(NOW)).present();

        assertThat(record.claimable(Moment.of(NOW).millis())).isFalse();
        assertThat(record.claimable(Moment.of(NOW.plusNanos(499_999)).millis())).isFalse();
        assertThat(record.claimable(Moment.of(NOW.plusNanos(500_000)).millis())).isTrue();
    }

    @Test
    void momentsBeforeTheEpoch_areRoundedDown() {
        assertThat(new Moment(-1).millis()).isEqualTo(-1);
        assertThat(Moment.of(Instant.EPOCH.minusNanos(1)).micros()).isEqualTo(-1);
        assertThat(Moment.of(NOW).micros()).isEqualTo(NOW_MILLIS * 1_000 + 500);
    }

    private Step<ScheduleResult> schedule(Due due) {
        return machine.schedule(null, task(due), Moment.of(NOW));
    }

    private static NewTask task(Due due) {
        return NewTask.of(TaskId.of("t"), TaskSpec.of("t", Payload.EMPTY), due);
    }

    private void assertRefused(Due due, String... words) {
        Step<ScheduleResult> step = schedule(due);
        assertThat(step.changed()).isFalse();
        assertThat(step.record()).isNull();
        assertThat(step.answer().outcome()).isEqualTo(ScheduleResult.Outcome.REFUSED);
        Refusal refusal = step.answer().refusal();
        assertThat(refusal).isNotNull();
        assertThat(refusal.reason()).isEqualTo(Refusal.Reason.OUT_OF_RANGE);
        assertThat(refusal.message()).contains(words);
        assertThat(refusal.toException("memory")).isInstanceOf(InvalidTaskException.class);
    }
}
