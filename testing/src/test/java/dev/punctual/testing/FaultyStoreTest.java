package dev.punctual.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.punctual.Due;
import dev.punctual.NewTask;
import dev.punctual.Payload;
import dev.punctual.PayloadCodec;
import dev.punctual.ScheduleResult;
import dev.punctual.StoreException;
import dev.punctual.StoreException.Kind;
import dev.punctual.StoreSettings;
import dev.punctual.TaskClient;
import dev.punctual.TaskId;
import dev.punctual.TaskQueries.Filter;
import dev.punctual.TaskSpec;
import dev.punctual.TaskState;
import dev.punctual.TaskType;
import dev.punctual.WakeupSignal;
import dev.punctual.WakeupSignal.Hint;
import dev.punctual.memory.MemoryTaskStore;
import dev.punctual.worker.TaskWorker;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Every fault, by script and by chance. */
class FaultyStoreTest {

    private static final TaskType<String> ORDER = TaskType.of("order.cancel", PayloadCodec.text());
    private static final TaskId ID = TaskId.of("a");

    private final ManualTime time = new ManualTime();
    private final FaultyStore store = FaultyStore.of(MemoryTaskStore.open(StoreSettings.DEFAULT.withTime(time)), time);

    private static NewTask task(String id) {
        return task(id, Duration.ofHours(1));
    }

    private static NewTask task(String id, Duration delay) {
        return NewTask.of(TaskId.of(id), TaskSpec.of("order.cancel", Payload.EMPTY), Due.after(delay));
    }

    private ScheduleResult.Outcome insert(String id) {
        return store.insert(List.of(task(id))).get(0).outcome();
    }

    private boolean insertFails(String id) {
        try {
            insert(id);
            return false;
        } catch (StoreException e) {
            return true;
        }
    }

    private boolean holds(String id) {
        return store.queries().find(TaskId.of(id)).isPresent();
    }

    private void failsWith(Kind kind, String words) {
        assertThatThrownBy(() -> insert("a"))
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.kind()).isEqualTo(kind))
                .hasMessage("memory: planted fault at INSERT: " + words);
    }

    @Test
    void withoutFaults_everyCallPasses() {
        assertThat(insert("a")).isEqualTo(ScheduleResult.Outcome.CREATED);
        assertThat(holds("a")).isTrue();
        assertThat(store.calls(StoreCall.INSERT)).isEqualTo(1);
        assertThat(store.faults(StoreCall.INSERT)).isZero();
    }

    @Test
    void lostReply_takesEffectAndLeavesTheOutcomeUnknown() {
        store.next(StoreCall.INSERT, Fault.lostReply());

        failsWith(Kind.OUTCOME_UNKNOWN, "lost reply");

        assertThat(holds("a")).isTrue();
        assertThat(insert("b")).isEqualTo(ScheduleResult.Outcome.CREATED);
        assertThat(store.faults(StoreCall.INSERT)).isEqualTo(1);
    }

    @Test
    void lostRequest_leavesTheOutcomeUnknownToo_butNothingWasDone() {
        store.next(StoreCall.INSERT, Fault.lostRequest());

        failsWith(Kind.OUTCOME_UNKNOWN, "lost request");

        assertThat(holds("a")).isFalse();
    }

    @Test
    void refusals_doNothingAndSaySo() {
        store.next(StoreCall.INSERT, Fault.unavailable(), Fault.throttled(), Fault.full(), Fault.refused());

        failsWith(Kind.UNAVAILABLE, "unavailable");
        failsWith(Kind.UNAVAILABLE, "throttled: too many calls");
        failsWith(Kind.FULL, "full");
        failsWith(Kind.REFUSED, "refused");

        assertThat(holds("a")).isFalse();
    }

    @Test
    void script_goesInOrderAndMayLetCallsPass() {
        store.next(StoreCall.INSERT, Fault.none(), Fault.lostReply()).next(StoreCall.INSERT, Fault.unavailable());

        assertThat(insertFails("a")).isFalse();
        assertThat(insertFails("b")).isTrue();
        assertThat(insertFails("c")).isTrue();
        assertThat(insertFails("d")).isFalse();
        assertThat(List.of(holds("a"), holds("b"), holds("c"), holds("d"))).containsExactly(true, true, false, true);
    }

    @Test
    void script_ofOneKindOfCall_leavesTheOthersAlone() {
        store.next(StoreCall.CANCEL, Fault.lostReply());
        insert("a");

        assertThatThrownBy(() -> store.cancel(List.of(ID))).isInstanceOf(StoreException.class);

        assertThat(store.queries().find(ID).orElseThrow().state()).isEqualTo(TaskState.CANCELLED);
    }

    @Test
    void slow_movesTheTimeBeforeOrAfterTheEffect() {
        store.next(
                StoreCall.INSERT,
                Fault.slow(Duration.ofSeconds(3)),
                Fault.slowReply(Duration.ofSeconds(5)),
                Fault.lostReply().slowBefore(Duration.ofSeconds(1)).slowAfter(Duration.ofSeconds(2)));

        insert("a");
        insert("b");
        assertThat(insertFails("c")).isTrue();

        assertThat(createdAt("a")).isEqualTo(ManualTime.START.plusSeconds(3));
        assertThat(createdAt("b")).isEqualTo(ManualTime.START.plusSeconds(3));
        assertThat(createdAt("c")).isEqualTo(ManualTime.START.plusSeconds(9));
        assertThat(time.now()).isEqualTo(ManualTime.START.plusSeconds(11));
    }

    private Instant createdAt(String id) {
        return Instant.ofEpochMilli(
                store.queries().find(TaskId.of(id)).orElseThrow().createdAt());
    }

    @Test
    void slow_letsTimePassAsItIsTold() {
        List<Duration> passed = new ArrayList<>();
        FaultyStore waiting = FaultyStore.of(store, time, passed::add);
        waiting.next(StoreCall.READ, Fault.slow(Duration.ofSeconds(3)));

        assertThat(waiting.queries().counts()).isEmpty();

        assertThat(passed).containsExactly(Duration.ofSeconds(3));
    }

    @Test
    void unavailable_lastsForItsSpan_onTheMonotonicClock() {
        store.unavailableFor(Duration.ofMinutes(2));
        time.advance(Duration.ofSeconds(119));
        time.stepWall(Duration.ofHours(1));
        assertThat(insertFails("a")).isTrue();
        assertThatThrownBy(() -> store.queries().pause("default")).isInstanceOf(StoreException.class);

        time.advance(Duration.ofSeconds(1));

        assertThat(insertFails("a")).isFalse();
        assertThatThrownBy(() -> store.unavailableFor(Duration.ofSeconds(-1)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void always_lastsUntilRestored() {
        store.always(Fault.throttled());
        store.sometimes(StoreCall.INSERT, 1, Fault.full());
        store.next(StoreCall.INSERT, Fault.lostReply());
        assertThat(insertFails("a")).isTrue();
        assertThatThrownBy(() -> store.queries().page(Filter.ALL, 1, null)).isInstanceOf(StoreException.class);

        store.restore();

        assertThat(insertFails("a")).isFalse();
        assertThat(store.faults(StoreCall.INSERT)).isEqualTo(1);
    }

    @Test
    void chance_strikesAsOftenAsSaid_andTheSameForTheSameSeed() {
        store.seed(42).sometimes(StoreCall.INSERT, 0.05, Fault.lostReply());
        List<Integer> first = struck(0);
        store.seed(42);
        List<Integer> again = struck(10_000);
        store.seed(43);
        List<Integer> other = struck(20_000);

        assertThat(first).hasSizeBetween(60, 140).isEqualTo(again).isNotEqualTo(other);
        assertThat(store.toString()).startsWith("faulty memory (seed 43, faults {INSERT=");
    }

    private List<Integer> struck(int from) {
        return IntStream.range(0, 2_000)
                .filter(i -> insertFails("t" + (from + i)))
                .boxed()
                .toList();
    }

    @Test
    void chances_areBounded() {
        for (double wrong : new double[] {-0.1, 1.1, Double.NaN}) {
            assertThatThrownBy(() -> store.sometimes(EnumSet.allOf(StoreCall.class), wrong, Fault.full()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("0 to 1");
            assertThatThrownBy(() -> store.loseHints(wrong)).isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> Fault.slow(Duration.ofSeconds(-1))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Fault("", false, null, Duration.ZERO, Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void hints_canBeLost() {
        List<Hint> hints = new ArrayList<>();
        WakeupSignal.Subscription subscription = store.wakeups().orElseThrow().subscribe(hints::add);
        try (subscription) {
            store.insert(List.of(task("a", Duration.ofHours(3))));
            store.loseHints(1);
            store.insert(List.of(task("b", Duration.ofHours(2))));
            store.loseHints(0);
            store.insert(List.of(task("c", Duration.ofHours(1))));
        }
        assertThat(hints).hasSize(2);
    }

    @Test
    void client_repeatsAnInsertThatLostItsReply_andTheTaskIsThereOnce() {
        store.next(StoreCall.INSERT, Fault.lostReply(), Fault.lostReply());

        ScheduleResult result = TaskClient.of(store).schedule(ORDER.in(Duration.ofMinutes(30), "4711"));

        assertThat(result.outcome()).isEqualTo(ScheduleResult.Outcome.CREATED);
        assertThat(store.calls(StoreCall.INSERT)).isEqualTo(3);
        assertThat(store.queries().page(Filter.ALL, 10, null).records()).hasSize(1);
    }

    @Test
    void worker_repeatsAReportThatLostItsReply_andTheTaskRanOnce() {
        List<String> ran = new ArrayList<>();
        TaskWorker worker = TaskWorker.builder(store)
                .time(time)
                .handler(ORDER, (payload, context) -> ran.add(payload))
                .build();
        TaskClient.of(store).schedule(ORDER.now("4711").id("a"));
        store.next(StoreCall.SETTLE, Fault.lostReply());

        assertThatThrownBy(() -> worker.runDue(10)).isInstanceOf(StoreException.class);
        assertThat(worker.runDue(10)).isZero();

        assertThat(ran).containsExactly("4711");
        assertThat(store.queries().find(ID).orElseThrow().state()).isEqualTo(TaskState.SUCCEEDED);
    }
}
