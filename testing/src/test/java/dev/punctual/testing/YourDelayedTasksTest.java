package dev.punctual.testing;

import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.punctual.CancelResult;
import dev.punctual.IfExists;
import dev.punctual.PayloadCodec;
import dev.punctual.RetryPolicy;
import dev.punctual.ScheduleResult;
import dev.punctual.StoreException;
import dev.punctual.StoreSettings;
import dev.punctual.TaskClient;
import dev.punctual.TaskContext;
import dev.punctual.TaskId;
import dev.punctual.TaskRecord;
import dev.punctual.TaskState;
import dev.punctual.TaskStore;
import dev.punctual.TaskType;
import dev.punctual.memory.MemoryTaskStore;
import dev.punctual.testing.simulation.Simulation;
import dev.punctual.worker.TaskWorker;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What {@code docs/testing-your-delayed-tasks.md} shows. */
class YourDelayedTasksTest {

    private static final TaskType<String> CHARGE = TaskType.of("order.charge", PayloadCodec.text())
            .retry(RetryPolicy.DEFAULT.withMaxAttempts(3).withJitter(0));

    private final ManualTime time = new ManualTime();
    private final TaskStore memory = MemoryTaskStore.open(StoreSettings.DEFAULT.withTime(time));
    private final FaultyStore store = FaultyStore.of(memory, time);
    private final TaskClient client = TaskClient.of(store);

    private final List<Instant> calledAt = new ArrayList<>();
    private final Set<String> charged = new HashSet<>();
    private int charges;
    private boolean bankIsDown;

    /** The handler under test: charges an order once, however often it is called. */
    private void charge(String order, TaskContext context) {
        calledAt.add(time.now());
        if (bankIsDown) {
            throw new IllegalStateException("the bank does not answer");
        }
        if (charged.add(order)) {
            charges++;
        }
    }

    /** A process with a worker. */
    private SteppedWorker process() {
        TaskWorker worker = TaskWorker.builder(store)
                .time(time)
                .handler(CHARGE, this::charge)
                .build();
        return new SteppedWorker(worker, store, time);
    }

    @Test
    void order_isChargedAfterThirtyMinutes_notBefore() {
        SteppedWorker process = process();
        client.schedule(CHARGE.in(ofMinutes(30), "4711"));

        process.advance(ofMinutes(30).minusMillis(1));
        assertThat(charged).isEmpty();

        process.advance(ofMinutes(1));
        assertThat(charged).containsExactly("4711");
        assertThat(calledAt).containsExactly(ManualTime.START.plus(ofMinutes(30)));
    }

    @Test
    void cancelledOrder_isNotCharged() {
        SteppedWorker process = process();
        client.schedule(CHARGE.in(ofMinutes(30), "4711").id("charge:4711"));

        process.advance(ofMinutes(29));
        assertThat(client.cancel(TaskId.of("charge:4711"))).isEqualTo(CancelResult.CANCELLED);

        process.advance(ofMinutes(60));
        assertThat(charged).isEmpty();
    }

    @Test
    void bankThatIsDown_isAskedThreeTimes_thenTheTaskIsADeadLetterThatCanBeSentAgain() {
        SteppedWorker process = process();
        bankIsDown = true;
        client.schedule(CHARGE.now("4711").id("charge:4711"));

        process.advance(ofMinutes(5));

        Instant start = ManualTime.START;
        assertThat(calledAt).containsExactly(start, start.plusSeconds(5), start.plusSeconds(15));
        TaskRecord dead = client.find(TaskId.of("charge:4711")).orElseThrow();
        assertThat(dead.state()).isEqualTo(TaskState.DEAD);
        assertThat(dead.lastError()).contains("the bank does not answer");

        bankIsDown = false;
        store.queries().redrive(List.of(dead.id()));
        process.advance(ofSeconds(1));

        assertThat(charged).containsExactly("4711");
    }

    @Test
    void processThatDiesBeforeItsReport_chargesOnceAllTheSame() {
        client.schedule(CHARGE.now("4711").id("charge:4711"));

        // The handler runs, its report does not get through, and the process is gone.
        store.next(StoreCall.SETTLE, Fault.unavailable());
        assertThatThrownBy(() -> process().runDue()).isInstanceOf(StoreException.class);

        // Another process takes the task over when its lease has run out.
        process().advance(ofSeconds(31));

        assertThat(calledAt).hasSize(2);
        assertThat(charges).isEqualTo(1);
        assertThat(client.find(TaskId.of("charge:4711")).orElseThrow().state()).isEqualTo(TaskState.SUCCEEDED);
    }

    @Test
    void replyThatIsLost_leavesOneTask() {
        store.next(StoreCall.INSERT, Fault.lostReply());

        ScheduleResult result = client.schedule(CHARGE.in(ofMinutes(30), "4711").id("charge:4711"));

        assertThat(result.outcome()).isEqualTo(ScheduleResult.Outcome.CREATED);
        process().advance(ofMinutes(30));
        assertThat(calledAt).hasSize(1);
    }

    @Test
    void storeThatIsAway_failsTheCallerInTime() {
        store.unavailableFor(ofMinutes(2));
        assertThatThrownBy(() -> client.schedule(CHARGE.now("4711"))).isInstanceOf(StoreException.class);

        time.advance(ofMinutes(2));
        assertThat(client.schedule(CHARGE.now("4711").ifExists(IfExists.REPLACE))
                        .accepted())
                .isTrue();
    }

    @Test
    void handler_chargesEachTaskOnce_whateverGoesWrong() {
        Set<String> done = new HashSet<>();
        List<String> bookings = new ArrayList<>();

        Simulation.builder(hand -> MemoryTaskStore.open(StoreSettings.DEFAULT.withTime(hand)))
                .handler((payload, context) -> {
                    String task = context.id() + " " + context.record().incarnation();
                    if (done.add(task)) {
                        bookings.add(task);
                    }
                })
                .build()
                .run(1, 50);

        assertThat(bookings).hasSizeGreaterThan(50).doesNotHaveDuplicates();
    }
}
