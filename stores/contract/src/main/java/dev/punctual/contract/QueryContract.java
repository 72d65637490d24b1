package dev.punctual.contract;

import static dev.punctual.contract.Tasks.complete;
import static dev.punctual.contract.Tasks.due;
import static dev.punctual.contract.Tasks.ids;
import static dev.punctual.contract.Tasks.in;
import static dev.punctual.contract.Tasks.later;
import static dev.punctual.contract.Tasks.queue;
import static dev.punctual.contract.Tasks.type;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.punctual.Due;
import dev.punctual.InvalidTaskException;
import dev.punctual.NewTask;
import dev.punctual.Selector;
import dev.punctual.TaskId;
import dev.punctual.TaskQueries.Filter;
import dev.punctual.TaskQueries.Page;
import dev.punctual.TaskQueries.Window;
import dev.punctual.TaskRecord;
import dev.punctual.TaskState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Finding and listing: every order, filter and cursor. */
public interface QueryContract extends StoreContract {

    /** Reads all pages; no record may come twice. */
    private List<String> list(Filter filter, int limit) {
        List<String> all = new ArrayList<>();
        String cursor = null;
        do {
            Page page = queries().page(filter, limit, cursor);
            assertThat(page.records().size()).isLessThanOrEqualTo(limit);
            assertThat(page.records()).allMatch(filter::matches);
            all.addAll(ids(page.records()));
            cursor = page.next();
        } while (cursor != null);
        assertThat(all).doesNotHaveDuplicates();
        return all;
    }

    private static Filter filter(TaskState state, Selector queues, Selector types, String prefix) {
        return new Filter(state, queues, types, prefix, null);
    }

    @Test
    default void find_ofAnUnknownId_isEmpty() {
        create(later("a"));
        assertThat(queries().find(TaskId.of("b"))).isEmpty();
        assertThat(queries().find(TaskId.of("A"))).isEmpty();
    }

    @Test
    default void find_seesEveryStepAtOnce() {
        create(due("a"));
        assertThat(find("a").state()).isEqualTo(TaskState.SCHEDULED);
        TaskRecord run = worker().take("a");
        assertThat(find("a")).isEqualTo(run);
        settle(complete(run));
        assertThat(find("a").state()).isEqualTo(TaskState.SUCCEEDED);
    }

    @Test
    default void page_ofAnEmptyStore_isEmptyAndLast() {
        assertThat(queries().page(Filter.ALL, 10, null)).isEqualTo(new Page(List.of(), null));
        for (TaskState state : TaskState.values()) {
            assertThat(queries().page(Filter.of(state), 10, null)).isEqualTo(new Page(List.of(), null));
        }
    }

    @Test
    default void page_ofAllStates_comesById() {
        for (TaskState state : TaskState.values()) {
            bring("s-" + state, state);
        }
        List<String> expected = Arrays.stream(TaskState.values())
                .map(state -> "s-" + state)
                .sorted()
                .toList();
        for (int limit : new int[] {1, 2, 4, 1_000}) {
            assertThat(list(Filter.ALL, limit)).isEqualTo(expected);
        }
    }

    @Test
    default void page_ofWaitingTasks_comesByDueTime() {
        create(in("c", 30_000), in("a", 10_000), in("e", 50_000), in("d", 40_000), in("b", 20_000));
        start("running");
        for (int limit : new int[] {1, 2, 3, 5, 6}) {
            assertThat(list(Filter.of(TaskState.SCHEDULED), limit)).containsExactly("a", "b", "c", "d", "e");
        }
    }

    @Test
    default void page_ofWaitingTasks_mergesQueuesTypesAndPriorities() {
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            String id = String.format("%02d", i);
            NewTask task = Tasks.priority(type(queue(in(id, 1_000L * (i + 1)), "q" + i % 3), "t" + i % 4), i % 10);
            create(task);
            expected.add(id);
        }
        for (int limit : new int[] {1, 7, 40}) {
            assertThat(list(Filter.of(TaskState.SCHEDULED), limit)).isEqualTo(expected);
        }
    }

    @Test
    default void page_ofEqualDueTimes_losesAndRepeatsNothing() {
        long dueAt = storeNow() + 3_600_000;
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            create(queue(Tasks.at("t" + i, dueAt), "q" + i % 2));
            expected.add("t" + i);
        }
        for (int limit : new int[] {1, 3, 49, 50}) {
            assertThat(list(Filter.of(TaskState.SCHEDULED), limit)).containsExactlyInAnyOrderElementsOf(expected);
        }
    }

    @Test
    default void page_ofRunningTasks_comesByTheEndOfTheirLease() {
        create(due("long"));
        worker().lease(Duration.ofMinutes(10)).take("long");
        create(due("short"));
        worker().lease(Duration.ofSeconds(10)).take("short");
        create(due("middle"));
        worker().lease(Duration.ofMinutes(1)).take("middle");
        for (int limit : new int[] {1, 2, 3}) {
            assertThat(list(Filter.of(TaskState.RUNNING), limit)).containsExactly("short", "middle", "long");
        }
    }

    @Test
    default void page_ofFinishedTasks_comesNewestFirst() {
        for (int i = 0; i < 6; i++) {
            advance(2);
            settle(complete(start("t" + i)));
            advance(2);
            settle(Tasks.bury(start("dead" + i)));
        }
        for (int limit : new int[] {1, 4, 6}) {
            assertThat(list(Filter.of(TaskState.SUCCEEDED), limit)).containsExactly("t5", "t4", "t3", "t2", "t1", "t0");
            assertThat(list(Filter.of(TaskState.DEAD), limit)).hasSize(6).startsWith("dead5");
        }
        assertThat(list(Filter.of(TaskState.CANCELLED), 5)).isEmpty();
    }

    @Test
    default void page_filtersByQueueAndType() {
        create(
                queue(type(later("a"), "t1"), "q1"),
                queue(type(later("b"), "t2"), "q1"),
                queue(type(later("c"), "t1"), "q2"),
                queue(type(later("d"), "t3"), "q3"));
        TaskState state = TaskState.SCHEDULED;
        assertThat(list(filter(state, Selector.of("q1"), Selector.any(), ""), 1))
                .containsExactlyInAnyOrder("a", "b");
        assertThat(list(filter(state, Selector.any(), Selector.of("t1", "t3"), ""), 1))
                .containsExactlyInAnyOrder("a", "c", "d");
        assertThat(list(filter(state, Selector.of("q1", "q2"), Selector.of("t1"), ""), 10))
                .containsExactlyInAnyOrder("a", "c");
        assertThat(list(filter(state, Selector.of(), Selector.any(), ""), 10)).isEmpty();
        assertThat(list(filter(state, Selector.of("nowhere"), Selector.any(), ""), 10))
                .isEmpty();
        assertThat(list(new Filter(null, Selector.of("q1"), Selector.of("t2"), "", null), 10))
                .containsExactly("b");
    }

    @Test
    default void page_filtersByPrefix() {
        create(later("order:1"), later("order:2"), later("order"), later("Order:3"), later("orderX"), later("o%der:4"));
        Filter all = new Filter(null, Selector.any(), Selector.any(), "order:", null);
        assertThat(list(all, 1)).containsExactly("order:1", "order:2");
        assertThat(list(new Filter(null, Selector.any(), Selector.any(), "o%", null), 10))
                .containsExactly("o%der:4");
        assertThat(list(filter(TaskState.SCHEDULED, Selector.any(), Selector.any(), "order"), 2))
                .containsExactlyInAnyOrder("order", "order:1", "order:2", "orderX");
        assertThat(list(filter(TaskState.DEAD, Selector.any(), Selector.any(), "order"), 2))
                .isEmpty();
    }

    @Test
    default void page_filtersByPrefixBeyondPlainLetters() {
        create(later("订单-1"), later("订单-2"), later("订货"), later("\uD83D\uDE00a"), later("\uD83D\uDE01"));
        assertThat(list(new Filter(null, Selector.any(), Selector.any(), "订单", null), 1))
                .containsExactly("订单-1", "订单-2");
        assertThat(list(new Filter(null, Selector.any(), Selector.any(), "\uD83D\uDE00", null), 5))
                .containsExactly("\uD83D\uDE00a");
    }

    @Test
    default void page_filtersByDueWindow() {
        long base = storeNow() + 3_600_000;
        create(Tasks.at("before", base - 1), Tasks.at("from", base), Tasks.at("in", base + 5));
        create(Tasks.at("last", base + 9), Tasks.at("to", base + 10));
        Window window = new Window(Instant.ofEpochMilli(base), Instant.ofEpochMilli(base + 10));
        Filter filter = new Filter(TaskState.SCHEDULED, Selector.any(), Selector.any(), "", window);
        for (int limit : new int[] {1, 2, 10}) {
            assertThat(list(filter, limit)).containsExactly("from", "in", "last");
        }
    }

    @Test
    default void page_ofADueWindowInThePast_findsOverdueTasks() {
        long now = storeNow();
        create(Tasks.at("overdue", now - 60_000), later("later"));
        Window window = new Window(Instant.ofEpochMilli(now - 120_000), Instant.ofEpochMilli(now - 30_000));
        assertThat(list(new Filter(TaskState.SCHEDULED, Selector.any(), Selector.any(), "", window), 10))
                .containsExactly("overdue");
    }

    @Test
    default void page_aWindowWithoutTheWaitingState_isRefused() {
        Window window = new Window(Instant.EPOCH, Instant.EPOCH.plusSeconds(1));
        assertThatThrownBy(() -> new Filter(null, Selector.any(), Selector.any(), "", window))
                .isInstanceOf(InvalidTaskException.class);
    }

    @Test
    default void page_aCursorOfAnotherList_isRefused() {
        create(later("a"), later("b"), later("c"));
        String byTime = queries().page(Filter.of(TaskState.SCHEDULED), 1, null).next();
        String byId = queries().page(Filter.ALL, 1, null).next();
        assertThat(byTime).isNotNull();
        assertThat(byId).isNotNull();
        assertThatThrownBy(() -> queries().page(Filter.ALL, 1, byTime)).isInstanceOf(InvalidTaskException.class);
        assertThatThrownBy(() -> queries().page(Filter.of(TaskState.SCHEDULED), 1, byId))
                .isInstanceOf(InvalidTaskException.class);
        for (String garbage : new String[] {"", "x", "%", "AAAA", "\u0000", byId + "\uD83D\uDE00"}) {
            assertThatThrownBy(() -> queries().page(Filter.ALL, 1, garbage)).isInstanceOf(InvalidTaskException.class);
        }
    }

    @Test
    default void page_aCursorOfAnotherFilter_isRefused() {
        create(later("a"), later("b"), later("c"));
        cancel("a");
        cancel("b");
        String cancelled =
                queries().page(Filter.of(TaskState.CANCELLED), 1, null).next();
        assertThat(cancelled).isNotNull();
        Filter ofAQueue = new Filter(TaskState.CANCELLED, Selector.of("default"), Selector.any(), "", null);
        assertThatThrownBy(() -> queries().page(Filter.of(TaskState.EXPIRED), 1, cancelled))
                .isInstanceOf(InvalidTaskException.class);
        assertThatThrownBy(() -> queries().page(ofAQueue, 1, cancelled)).isInstanceOf(InvalidTaskException.class);
        assertThat(queries().page(Filter.of(TaskState.CANCELLED), 1, cancelled).records())
                .hasSize(1);
    }

    @Test
    default void page_goesOnThoughTheLastRecordIsGone() {
        create(later("a"), later("b"), later("c"), later("d"));
        Page first = queries().page(Filter.ALL, 2, null);
        cancel("b");
        discard("b");
        assertThat(ids(queries().page(Filter.ALL, 2, first.next()).records())).containsExactly("c", "d");
        Page waiting = queries().page(Filter.of(TaskState.SCHEDULED), 1, null);
        String head = ids(waiting.records()).get(0);
        reschedule(head, Due.after(Duration.ofDays(5)));
        assertThat(ids(queries()
                        .page(Filter.of(TaskState.SCHEDULED), 10, waiting.next())
                        .records()))
                .contains("c", "d");
    }

    @Test
    default void page_overMoreRecordsThanItMayLookAt_goesOnByCursor() {
        List<NewTask> tasks = new ArrayList<>();
        for (int i = 0; i < 12_000; i++) {
            tasks.add(queue(in("t" + String.format("%05d", i), 60_000 + i), i == 11_999 ? "rare" : "common"));
        }
        store().insert(tasks);
        assertThat(list(new Filter(null, Selector.of("rare"), Selector.any(), "", null), 10))
                .containsExactly("t11999");
        assertThat(list(filter(TaskState.SCHEDULED, Selector.of("rare"), Selector.any(), ""), 10))
                .containsExactly("t11999");
        assertThat(list(Filter.of(TaskState.SCHEDULED), 1_000)).hasSize(12_000);
    }
}
