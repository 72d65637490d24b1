package dev.punctual.contract;

import static dev.punctual.contract.Tasks.due;
import static dev.punctual.contract.Tasks.ids;
import static dev.punctual.contract.Tasks.in;
import static dev.punctual.contract.Tasks.priority;
import static dev.punctual.contract.Tasks.queue;
import static dev.punctual.contract.Tasks.sink;
import static dev.punctual.contract.Tasks.type;
import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.Capability;
import dev.punctual.ClaimResult;
import dev.punctual.Due;
import dev.punctual.NewTask;
import dev.punctual.Sink;
import dev.punctual.TaskRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Who goes first among due tasks: priority, sort key, arrival; fairness between queues; and that nothing hides behind
 * others.
 */
public interface OrderContract extends StoreContract {

    /** More than any page of candidates that a store reads at once. */
    int CROWD = 3_000;

    private void crowd(String prefix, UnaryOperator<NewTask> change) {
        List<NewTask> tasks = new ArrayList<>();
        for (int i = 0; i < CROWD; i++) {
            tasks.add(change.apply(priority(due(prefix + i), 9)));
        }
        assertThat(store().insert(tasks)).hasSize(CROWD);
        advance(2);
    }

    private static Map<String, Long> byQueue(List<TaskRecord> records) {
        return records.stream()
                .collect(Collectors.groupingBy(record -> record.spec().queue(), Collectors.counting()));
    }

    private void fill(String queue, int count) {
        for (int i = 0; i < count; i++) {
            create(queue(due(queue + "-" + i), queue));
        }
    }

    @Test
    default void claim_takesTheEarlierDueFirst() {
        create(in("c", 30), in("a", 10), in("d", 40), in("b", 20));
        advance(50);
        ClaimingWorker worker = worker();
        assertThat(ids(worker.claim(2).claims())).containsExactly("a", "b");
        assertThat(ids(worker.claim(2).claims())).containsExactly("c", "d");
    }

    @Test
    default void claim_takesTheHigherPriorityFirst() {
        create(priority(in("low", 10), 0), priority(in("mid", 20), 4), priority(in("high", 30), 9));
        advance(50);
        List<String> order = ids(worker().claim(3).claims());
        if (store().capabilities().has(Capability.PRIORITY)) {
            assertThat(order).containsExactly("high", "mid", "low");
        } else {
            assertThat(order).containsExactly("low", "mid", "high");
        }
    }

    @Test
    default void claim_ofOneTakesTheSameOrderAsAClaimOfMany() {
        for (int i = 0; i < 10; i++) {
            create(priority(in("t" + i, 40 - i), i % 3));
        }
        advance(60);
        ClaimingWorker worker = worker();
        List<TaskRecord> taken = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            taken.addAll(worker.claim(1).claims());
        }
        for (int i = 1; i < taken.size(); i++) {
            TaskRecord earlier = taken.get(i - 1);
            TaskRecord later = taken.get(i);
            int priorities = later.spec().priority().compareTo(earlier.spec().priority());
            assertThat(priorities < 0 || (priorities == 0 && later.sortKey() >= earlier.sortKey()))
                    .as("%s before %s", earlier.id(), later.id())
                    .isTrue();
        }
    }

    @Test
    default void claim_ordersTypesOfAQueueTogether() {
        create(type(in("a", 10), "t1"), type(in("b", 20), "t2"), type(in("c", 30), "t1"), type(in("d", 40), "t0"));
        advance(50);
        assertThat(ids(worker().claim(4).claims())).containsExactly("a", "b", "c", "d");
    }

    @Test
    default void claim_equalTimes_goByArrivalWhereTheStoreKnowsIt() {
        long dueAt = storeNow() + 20;
        List<String> names = List.of("m", "z", "a", "k", "b", "y", "c");
        // Two types: the order holds within a queue, however its index is partitioned.
        names.forEach(name -> create(type(Tasks.at(name, dueAt), name.compareTo("f") < 0 ? "t1" : "t2")));
        advance(30);
        List<String> order = ids(worker().claim(10).claims());
        if (store().capabilities().has(Capability.ARRIVAL_ORDER)) {
            assertThat(order).isEqualTo(names);
        } else {
            assertThat(order).containsExactlyInAnyOrderElementsOf(names);
        }
    }

    @Test
    default void claim_overdueTasksCountFromTheirArrivalInTheIndex() {
        create(in("first", 10));
        advance(100);
        long longAgo = storeNow() - 3_600_000;
        create(Tasks.at("older-but-later", longAgo));
        assertThat(ids(worker().claim(2).claims())).containsExactly("first", "older-but-later");
    }

    @Test
    default void claim_everySixteenth_goesBySortKeyAlone() {
        create(priority(in("old", 10), 0), priority(in("young", 20), 9));
        advance(50);
        ClaimingWorker worker = worker().countedTo(15);
        assertThat(ids(worker.claim(1).claims())).containsExactly("old");
        assertThat(ids(worker.claim(1).claims())).containsExactly("young");
    }

    @Test
    default void claim_lowPriorityIsNotStarved() {
        create(priority(due("patient"), 0));
        ClaimingWorker worker = worker();
        for (int i = 0; i < 17; i++) {
            advance(1);
            create(priority(due("urgent-" + i), 9), priority(due("urgent2-" + i), 9));
            if (ids(worker.claim(1).claims()).contains("patient")) {
                return;
            }
        }
        throw new AssertionError("the task of lowest priority was not claimed within 17 claims");
    }

    @Test
    default void claim_givesEachQueueItsShare() {
        fill("crowded", 100);
        fill("small", 5);
        fill("other", 5);
        assertThat(byQueue(worker().claim(9).claims())).isEqualTo(Map.of("crowded", 3L, "small", 3L, "other", 3L));
    }

    @Test
    default void claim_sharesWhatAQueueDoesNotNeed() {
        fill("crowded", 100);
        fill("small", 1);
        Map<String, Long> shares = byQueue(worker().claim(10).claims());
        assertThat(shares).isEqualTo(Map.of("crowded", 9L, "small", 1L));
    }

    @Test
    default void claim_sharesHoldWhateverThePriorities() {
        for (int i = 0; i < 20; i++) {
            create(priority(queue(due("high-" + i), "high"), 9), priority(queue(due("low-" + i), "low"), 0));
        }
        assertThat(byQueue(worker().claim(10).claims())).isEqualTo(Map.of("high", 5L, "low", 5L));
    }

    @Test
    default void claim_theFirstQueueRotates() {
        fill("a", 10);
        fill("b", 10);
        fill("c", 10);
        ClaimingWorker worker = worker();
        Set<String> first = new HashSet<>();
        for (int i = 0; i < 3; i++) {
            first.add(single(worker.claim(1).claims()).spec().queue());
        }
        assertThat(first).containsExactlyInAnyOrder("a", "b", "c");
    }

    @Test
    default void claim_aPageOfUnknownTypes_hidesNothing() {
        crowd("foreign", task -> type(task, "foreign"));
        create(priority(due("mine"), 0));
        ClaimingWorker worker = worker().types("work");
        assertThat(ids(worker.claim(1).claims())).containsExactly("mine");
        assertThat(worker.claim(1).nextDueMillis()).isEqualTo(ClaimResult.NONE);
        create(in("soon", 1_000));
        assertThat(worker.claim(1).nextDueMillis()).isEqualTo(find("soon").dueAt());
    }

    @Test
    default void claim_aPageOfOtherQueues_hidesNothing() {
        crowd("other", task -> queue(task, "aaa"));
        create(priority(due("mine"), 0));
        assertThat(ids(worker().queues("default").claim(1).claims())).containsExactly("mine");
    }

    @Test
    default void claim_aPausedQueue_hidesNothing() {
        crowd("paused", task -> queue(task, "aaa"));
        queries().pause("aaa");
        advance(1_000);
        create(priority(due("mine"), 0));
        ClaimingWorker worker = worker();
        assertThat(ids(worker.claim(5).claims())).containsExactly("mine");
        assertThat(worker.claim(5).nextDueMillis()).isEqualTo(ClaimResult.NONE);
    }

    @Test
    default void claim_aPageOfOtherSinks_hidesNothing() {
        crowd("hook", task -> sink(task, Sink.webhook("https://host.example/")));
        create(priority(due("mine"), 0));
        assertThat(ids(worker().sinks("").claim(1).claims())).containsExactly("mine");
    }

    @Test
    default void claim_afterLongBacklogs_findsWhatBecameDueEarlier() {
        crowd("done", task -> task);
        ClaimingWorker worker = worker();
        assertThat(worker.takeAll()).hasSize(CROWD);
        create(in("next", 5));
        create(Tasks.later("moved"));
        reschedule("moved", Due.after(Duration.ofMillis(2)));
        advance(10);
        assertThat(ids(worker.claim(5).claims())).containsExactlyInAnyOrder("moved", "next");
    }
}
