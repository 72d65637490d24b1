package dev.punctual;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.punctual.memory.MemoryTaskStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TaskClientTest {

    private static final TaskType<String> CANCEL_ORDER = TaskType.of("order.cancel", PayloadCodec.text());
    private static final TaskType<byte[]> BYTES = TaskType.of("bytes", PayloadCodec.bytes());
    private static final Duration HOUR = Duration.ofHours(1);

    private final TaskStore memory = MemoryTaskStore.open(StoreSettings.DEFAULT);
    private final List<List<NewTask>> inserts = new CopyOnWriteArrayList<>();
    /** Stands between the client and the store, after the store has done its work. */
    private volatile UnaryOperator<List<ScheduleResult>> answer = UnaryOperator.identity();

    private final TaskStore store = watched();
    private final TaskClient client = TaskClient.of(store);

    @AfterEach
    void close() {
        memory.close();
    }

    @Test
    void scheduleAsync_whileTooManyWait_isRefusedAndKeepsTheOthers() {
        List<Runnable> held = new ArrayList<>();
        TaskClient slow = TaskClient.builder(store).executor(held::add).build();
        TaskRequest<String> request = CANCEL_ORDER.in(HOUR, "42");
        for (int i = 0; i < TaskClient.ASYNC_WAITING_MAX; i++) {
            assertThat(slow.scheduleAsync(request)).isNotDone();
        }
        assertThat(slow.scheduleAsync(request))
                .isCompletedExceptionally()
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .withMessageContaining("100000 calls wait");
        held.get(0).run();
        assertThat(inserts).hasSize(1);
    }

    @Test
    void storeThatWaitsForNothing_getsEachCallByItself() throws InterruptedException {
        CountDownLatch inside = new CountDownLatch(2);
        answer = results -> {
            inside.countDown();
            awaitOther(inside);
            return results;
        };
        Thread other = new Thread(() -> client.schedule(CANCEL_ORDER.in(HOUR, "1")));
        other.start();
        client.schedule(CANCEL_ORDER.in(HOUR, "2"));
        other.join();
        assertThat(inserts).hasSize(2).allMatch(tasks -> tasks.size() == 1);
    }

    private static void awaitOther(CountDownLatch inside) {
        try {
            assertThat(inside.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void schedule_storesTheWholeRequest() {
        TaskRequest<String> request = CANCEL_ORDER
                .in(HOUR, "42")
                .id("cancel:42")
                .queue("orders")
                .priority(Priority.HIGHEST)
                .headers(Map.of("tenant", "acme"))
                .retry(RetryPolicy.DEFAULT.withMaxAttempts(2))
                .expireAfter(Duration.ofMinutes(5));
        ScheduleResult result = client.schedule(request);

        assertThat(result.outcome()).isEqualTo(ScheduleResult.Outcome.CREATED);
        TaskRecord record = client.find(TaskId.of("cancel:42")).orElseThrow();
        assertThat(record.spec().queue()).isEqualTo("orders");
        assertThat(record.spec().priority()).isEqualTo(Priority.HIGHEST);
        assertThat(record.spec().headers()).containsEntry("tenant", "acme");
        assertThat(record.spec().retry().maxAttempts()).isEqualTo(2);
        assertThat(CANCEL_ORDER.codec().decode(record.spec().payload())).isEqualTo("42");
        assertThat(record.dueAt()).isEqualTo(dueMillis(result));
        assertThat(record.expireAt()).isEqualTo(record.dueAt() + 300_000);
    }

    @Test
    void request_isACopyEachTime() {
        TaskRequest<String> plain = CANCEL_ORDER.in(HOUR, "1").id("a");
        TaskRequest<String> changed = plain.id("b").queue("other");

        assertThat(client.schedule(plain).id()).isEqualTo(TaskId.of("a"));
        assertThat(client.schedule(changed).id()).isEqualTo(TaskId.of("b"));
        assertThat(client.find(TaskId.of("a")).orElseThrow().spec().queue()).isEqualTo("default");
    }

    @Test
    void withoutAnId_eachCallGetsItsOwn() {
        TaskRequest<String> request = CANCEL_ORDER.in(HOUR, "1");
        assertThat(client.schedule(request).id())
                .isNotEqualTo(client.schedule(request).id());
    }

    @Test
    void sameIdAgain_isKept() {
        client.schedule(CANCEL_ORDER.in(HOUR, "1").id("a"));
        assertThat(client.schedule(CANCEL_ORDER.in(HOUR, "2").id("a")).outcome())
                .isEqualTo(ScheduleResult.Outcome.EXISTS);
    }

    @Test
    void unknownOutcome_isRepeatedUnderTheSameCallId_andAnsweredAsTheFirst() {
        failAfterwards(2, StoreException.Kind.OUTCOME_UNKNOWN);
        ScheduleResult result =
                client.schedule(CANCEL_ORDER.in(HOUR, "1").id("a").ifExists(IfExists.REPLACE));

        assertThat(result.outcome()).isEqualTo(ScheduleResult.Outcome.CREATED);
        assertThat(inserts).hasSize(3);
        assertThat(inserts.stream().map(tasks -> tasks.get(0).callId()).distinct())
                .hasSize(1);
    }

    @Test
    void outcomeThatStaysUnknown_endsInTheException() {
        failAfterwards(100, StoreException.Kind.OUTCOME_UNKNOWN);
        assertThatThrownBy(() -> client.schedule(CANCEL_ORDER.in(HOUR, "1").id("a")))
                .isInstanceOfSatisfying(
                        StoreException.class,
                        e -> assertThat(e.outcomeUnknown()).isTrue())
                .hasMessageContaining("memory");
        assertThat(inserts).hasSize(1 + TaskClient.REPEATS_MAX);
    }

    @Test
    void unknownOutcome_staysUnknown_whateverTheRepetitionsMeet() {
        answer = results -> {
            throw new StoreException(
                    "memory",
                    "no answer",
                    inserts.size() == 1 ? StoreException.Kind.OUTCOME_UNKNOWN : StoreException.Kind.UNAVAILABLE,
                    null);
        };
        assertThatThrownBy(() -> client.schedule(CANCEL_ORDER.in(HOUR, "1").id("a")))
                .isInstanceOfSatisfying(
                        StoreException.class,
                        e -> assertThat(e.outcomeUnknown()).isTrue());
        assertThat(client.find(TaskId.of("a"))).as("it had been carried out").isPresent();
    }

    @Test
    void troubleWithoutEffect_isNotRepeatedByTheClient() {
        failAfterwards(100, StoreException.Kind.UNAVAILABLE);
        assertThatThrownBy(() -> client.schedule(CANCEL_ORDER.in(HOUR, "1").id("a")))
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.retryable()).isTrue());
        assertThat(inserts).hasSize(1);
    }

    @Test
    void refusal_isAnExceptionInASingleCall() throws Exception {
        assertThatThrownBy(() -> client.schedule(CANCEL_ORDER.in(Duration.ofDays(4_000), "1")))
                .isInstanceOf(InvalidTaskException.class)
                .hasMessageContainingAll("delay: must not be later than", "3650 days", "PT30M");
        assertThatThrownBy(() -> client.scheduleAsync(CANCEL_ORDER.in(Duration.ofDays(4_000), "1"))
                        .orTimeout(20, TimeUnit.SECONDS)
                        .join())
                .isInstanceOf(CompletionException.class)
                .cause()
                .isInstanceOf(InvalidTaskException.class);
        assertThat(client.scheduleAsync(CANCEL_ORDER.in(HOUR, "1").id("a"))
                        .get(20, TimeUnit.SECONDS)
                        .outcome())
                .isEqualTo(ScheduleResult.Outcome.CREATED);
    }

    @Test
    void refusals_areItemsInABatch_whoeverRefuses() {
        List<ScheduleResult> results = client.scheduleAll(List.of(
                CANCEL_ORDER.in(HOUR, "1").id("good-1"),
                CANCEL_ORDER.in(Duration.ofDays(4_000), "2").id("too-far"),
                BYTES.in(HOUR, new byte[65_537]).id("too-large-for-the-store"),
                BYTES.in(HOUR, new byte[(1 << 20) + 1]).id("too-large-for-any"),
                CANCEL_ORDER.in(HOUR, "5").id("headers").headers(Map.of("a", "x".repeat(9_000))),
                CANCEL_ORDER.in(HOUR, "6").id("good-2"),
                CANCEL_ORDER.in(HOUR, "7").id("good-1")));

        assertThat(results)
                .extracting(result -> result.id().value())
                .containsExactly(
                        "good-1",
                        "too-far",
                        "too-large-for-the-store",
                        "too-large-for-any",
                        "headers",
                        "good-2",
                        "good-1");
        assertThat(results)
                .extracting(ScheduleResult::outcome)
                .containsExactly(
                        ScheduleResult.Outcome.CREATED,
                        ScheduleResult.Outcome.REFUSED,
                        ScheduleResult.Outcome.REFUSED,
                        ScheduleResult.Outcome.REFUSED,
                        ScheduleResult.Outcome.REFUSED,
                        ScheduleResult.Outcome.CREATED,
                        ScheduleResult.Outcome.EXISTS);
        assertThat(client.find(TaskId.of("headers"))).isEmpty();
    }

    @Test
    void scheduleAll_isSentInPartsOfTheLargestBatch_inOrder() {
        int count = 2 * Limits.BATCH_MAX + 1;
        List<TaskRequest<String>> requests = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            requests.add(CANCEL_ORDER.in(HOUR, "x").id("t" + i));
        }
        List<ScheduleResult> results = client.scheduleAll(requests);

        assertThat(inserts).extracting(List::size).containsExactly(Limits.BATCH_MAX, Limits.BATCH_MAX, 1);
        assertThat(results).hasSize(count);
        for (int i = 0; i < count; i++) {
            assertThat(results.get(i).id().value()).isEqualTo("t" + i);
            assertThat(results.get(i).accepted()).isTrue();
        }
        assertThat(client.scheduleAll(List.of())).isEmpty();
    }

    @Test
    void cancelAndReschedule_answerWhatTheStoreSays() {
        ScheduleResult scheduled = client.schedule(CANCEL_ORDER.in(HOUR, "1").id("a"));
        Instant later = Instant.ofEpochMilli(dueMillis(scheduled)).plus(HOUR);

        RescheduleResult moved = client.reschedule(scheduled.id(), Due.at(later));
        assertThat(moved.outcome()).isEqualTo(RescheduleResult.Outcome.OK);
        assertThat(moved.dueAt()).isEqualTo(later);
        assertThat(moved.revision()).isGreaterThan(scheduled.revision());
        assertThatThrownBy(() -> client.rescheduleIn(scheduled.id(), Duration.ofDays(4_000)))
                .isInstanceOf(InvalidTaskException.class)
                .hasMessageContaining("delay");
        assertThat(client.cancel(scheduled.id())).isEqualTo(CancelResult.CANCELLED);
        assertThat(client.cancel(scheduled.id())).isEqualTo(CancelResult.CANCELLED);
        assertThat(client.cancel(TaskId.of("nobody"))).isEqualTo(CancelResult.NOT_FOUND);
        assertThat(client.rescheduleIn(scheduled.id(), HOUR).outcome()).isEqualTo(RescheduleResult.Outcome.FINISHED);
    }

    @Test
    void listeners_hearOfAcceptedTasksOnly_andCannotDoHarm() throws Exception {
        List<String> heard = new CopyOnWriteArrayList<>();
        TaskClient watchedClient = TaskClient.builder(store)
                .listener(event -> {
                    throw new AssertionError("a listener that fails");
                })
                .listener(event -> heard.add(event.kind() + " " + event.id()))
                .build();
        watchedClient.schedule(CANCEL_ORDER.in(HOUR, "1").id("a"));
        watchedClient.schedule(CANCEL_ORDER.in(HOUR, "1").id("a"));
        watchedClient.scheduleAll(List.of(
                CANCEL_ORDER.in(HOUR, "1").id("b"),
                CANCEL_ORDER.in(Duration.ofDays(4_000), "1").id("c")));
        watchedClient.scheduleAsync(CANCEL_ORDER.in(HOUR, "1").id("d")).get(20, TimeUnit.SECONDS);

        assertThat(heard).containsExactly("SCHEDULED a", "SCHEDULED b", "SCHEDULED d");
    }

    @Test
    void listener_maySchedule() {
        List<TaskClient> self = new ArrayList<>();
        self.add(TaskClient.builder(store)
                .listener(event -> {
                    if (!event.id().value().endsWith("-audit")) {
                        self.get(0).schedule(CANCEL_ORDER.in(HOUR, "").id(event.id() + "-audit"));
                    }
                })
                .build());
        self.get(0).schedule(CANCEL_ORDER.in(HOUR, "1").id("a"));

        assertThat(client.find(TaskId.of("a-audit"))).isPresent();
    }

    private static long dueMillis(ScheduleResult result) {
        assertThat(result.dueAt()).isNotNull();
        return result.dueAt().toEpochMilli();
    }

    /** The store does its work and its answer is lost, so many times. */
    private void failAfterwards(int times, StoreException.Kind kind) {
        answer = results -> {
            if (inserts.size() <= times) {
                throw new StoreException("memory", "no answer", kind, null);
            }
            return results;
        };
    }

    /** The memory store, with every insert noted. */
    private TaskStore watched() {
        return (TaskStore) Proxy.newProxyInstance(
                TaskStore.class.getClassLoader(), new Class<?>[] {TaskStore.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("insert")) {
                        @SuppressWarnings("unchecked")
                        List<NewTask> tasks = (List<NewTask>) arguments[0];
                        inserts.add(List.copyOf(tasks));
                        return answer.apply(memory.insert(tasks));
                    }
                    try {
                        return method.invoke(memory, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
