package dev.punctual;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.punctual.memory.MemoryTaskStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A client whose calls take part in a transaction of its caller's. */
class JoinedTransactionTest {

    private static final TaskType<String> CANCEL_ORDER = TaskType.of("order.cancel", PayloadCodec.text());
    private static final Duration HOUR = Duration.ofHours(1);
    private static final TaskId A = TaskId.of("a");

    private final TaskStore memory = MemoryTaskStore.open(StoreSettings.DEFAULT);
    private final TaskStore store = transactional();
    private final BufferedTransaction transaction = new BufferedTransaction();
    private final List<String> heard = new CopyOnWriteArrayList<>();
    private final TaskClient client = TaskClient.builder(store)
            .listener(event -> heard.add(event.kind() + " " + event.id()))
            .build();
    private @Nullable CallerTransaction current;

    @AfterEach
    void close() {
        memory.close();
    }

    private static TaskRequest<String> task(String id) {
        return CANCEL_ORDER.in(HOUR, "42").id(id);
    }

    @Test
    void schedule_happensWithTheCommit() {
        TaskClient inside = client.within(transaction);
        assertThat(inside.schedule(task("a")).outcome()).isEqualTo(ScheduleResult.Outcome.CREATED);
        assertThat(inside.scheduleAll(List.of(task("b"), task("c"))))
                .allMatch(result -> result.outcome() == ScheduleResult.Outcome.CREATED);
        assertThat(heard).as("told with the statement").containsExactly("SCHEDULED a", "SCHEDULED b", "SCHEDULED c");
        assertThat(client.find(A)).isEmpty();
        assertThat(inside.find(A)).as("reads outside").isEmpty();

        transaction.commit();

        assertThat(client.find(A)).isPresent();
        assertThat(client.find(TaskId.of("c"))).isPresent();
        assertThat(inside.store()).isSameAs(store);
    }

    @Test
    void rollback_leavesNothing() {
        client.within(transaction).schedule(task("a"));
        transaction.rollback();
        transaction.commit();
        assertThat(client.find(A)).isEmpty();
    }

    @Test
    void cancelAndReschedule_happenWithTheCommit() {
        client.schedule(task("a"));
        long dueAt = client.find(A).orElseThrow().dueAt();
        TaskClient inside = client.within(transaction);

        assertThat(inside.rescheduleIn(A, HOUR.multipliedBy(2)).outcome()).isEqualTo(RescheduleResult.Outcome.OK);
        assertThat(client.find(A).orElseThrow().dueAt()).isEqualTo(dueAt);
        transaction.commit();
        assertThat(client.find(A).orElseThrow().dueAt()).isGreaterThan(dueAt);

        assertThat(inside.cancel(A)).isEqualTo(CancelResult.CANCELLED);
        assertThat(client.find(A).orElseThrow().state()).isEqualTo(TaskState.SCHEDULED);
        transaction.commit();
        assertThat(client.find(A).orElseThrow().state()).isEqualTo(TaskState.CANCELLED);
    }

    @Test
    void scheduleAsync_isDoneOnTheCallingThread_whenItReturns() {
        CompletableFuture<ScheduleResult> future = client.within(transaction).scheduleAsync(task("a"));
        assertThat(future).isCompletedWithValueMatching(ScheduleResult::accepted);
        assertThat(transaction.calls())
                .containsExactly("insert on " + Thread.currentThread().getName());

        transaction.fail(new StoreException("memory", "cut off", StoreException.Kind.OUTCOME_UNKNOWN, null));
        assertThat(client.within(transaction).scheduleAsync(task("b")))
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .withMessageContaining("cut off");
    }

    @Test
    void unknownOutcome_isNotRepeated() {
        transaction.fail(new StoreException("memory", "cut off", StoreException.Kind.OUTCOME_UNKNOWN, null));
        TaskClient inside = client.within(transaction);
        assertThatThrownBy(() -> inside.schedule(task("a"))).hasMessageContaining("cut off");
        assertThatThrownBy(() -> inside.scheduleAll(List.of(task("a")))).hasMessageContaining("cut off");
        assertThat(transaction.calls()).hasSize(2);
        assertThat(heard).isEmpty();
    }

    @Test
    void scheduleAll_ofMoreThanABatch_isOneTransaction() {
        List<TaskRequest<String>> many = IntStream.range(0, Limits.BATCH_MAX + 1)
                .mapToObj(i -> task("t" + i))
                .toList();
        assertThat(client.within(transaction).scheduleAll(many)).hasSize(Limits.BATCH_MAX + 1);
        assertThat(transaction.calls()).hasSize(2);
        assertThat(client.find(TaskId.of("t0"))).isEmpty();
        transaction.commit();
        assertThat(client.find(TaskId.of("t" + Limits.BATCH_MAX))).isPresent();
    }

    @Test
    void joining_isAskedAtEachCall() {
        TaskClient joining = TaskClient.builder(store)
                .joining(() -> Optional.ofNullable(current))
                .build();
        joining.schedule(task("outside"));
        assertThat(client.find(TaskId.of("outside"))).isPresent();

        current = transaction;
        joining.schedule(task("a"));
        joining.scheduleAsync(task("b")).join();
        joining.scheduleAll(List.of(task("c")));
        joining.cancel(TaskId.of("outside"));
        joining.rescheduleIn(TaskId.of("outside"), HOUR);
        assertThat(transaction.calls()).hasSize(5);
        assertThat(client.find(A)).isEmpty();

        BufferedTransaction other = new BufferedTransaction();
        joining.within(other).schedule(task("d"));
        assertThat(other.calls()).as("the explicit one wins").hasSize(1);

        current = null;
        joining.schedule(task("after"));
        assertThat(client.find(TaskId.of("after"))).isPresent();
        assertThat(transaction.calls()).hasSize(5);
    }

    @Test
    void storeWithoutTheAbility_refusesByName() {
        TaskClient plain = TaskClient.of(memory);
        assertThatThrownBy(() -> plain.within(transaction))
                .isInstanceOfSatisfying(
                        UnsupportedByStoreException.class,
                        e -> assertThat(e.capability()).isEqualTo(Capability.TRANSACTIONAL_INSERT))
                .hasMessageContaining("memory");
        assertThatThrownBy(() ->
                        TaskClient.builder(memory).joining(Optional::empty).build())
                .isInstanceOf(UnsupportedByStoreException.class);
    }

    /** The memory store, as if it could take part in transactions. */
    private TaskStore transactional() {
        StoreCapabilities capable = new StoreCapabilities(
                "memory", EnumSet.allOf(Capability.class), memory.capabilities().limits(), Durability.D0);
        return (TaskStore) Proxy.newProxyInstance(
                TaskStore.class.getClassLoader(), new Class<?>[] {TaskStore.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("within")) {
                        return ((BufferedTransaction) arguments[0]).viewOf(memory);
                    }
                    if (method.getName().equals("capabilities")) {
                        return capable;
                    }
                    try {
                        return method.invoke(memory, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
