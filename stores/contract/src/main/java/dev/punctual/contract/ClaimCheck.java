package dev.punctual.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.ClaimRequest;
import dev.punctual.ClaimResult;
import dev.punctual.Lease;
import dev.punctual.TaskRecord;
import dev.punctual.TaskState;
import dev.punctual.TaskStateMachine.Moment;
import dev.punctual.TaskStore;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Checks the answer to one claim against the model, and brings the model to where the store is: which of several tasks
 * a store takes is partly its own choice, what it may take and in which order is not. Not thread-safe.
 */
final class ClaimCheck {

    private static final Comparator<TaskRecord> BY_TIME = Comparator.comparingLong(TaskRecord::sortKey);
    private static final Comparator<TaskRecord> BY_PRIORITY = Comparator.<TaskRecord>comparingInt(
                    record -> -record.spec().priority().value())
            .thenComparing(BY_TIME);

    private final RandomModel model;
    private final TaskStore store;
    private final ClaimRequest request;
    private final ClaimResult result;
    private final Moment now;

    ClaimCheck(RandomModel model, TaskStore store, ClaimRequest request, ClaimResult result, Moment now) {
        this.model = model;
        this.store = store;
        this.request = request;
        this.result = result;
        this.now = now;
    }

    void stale() {
        assertThat(result.stale()).as("stale").isTrue();
        assertThat(result.claims()).isEmpty();
        assertThat(result.expired()).isZero();
    }

    /** The same number again: the tasks that still run under it, their lease extended, and no others. */
    void repeated() {
        assertThat(result.stale()).as("stale").isFalse();
        takeOverExpired();
        List<TaskRecord> expected = new ArrayList<>();
        for (TaskRecord record : model.in(TaskState.RUNNING)) {
            Lease lease = record.lease();
            if (lease != null && lease.worker().equals(request.worker()) && lease.claimSeq() == request.claimSeq()) {
                expected.add(record.edit().lease(lease()).done());
            }
        }
        assertThat(result.claims()).containsExactlyInAnyOrderElementsOf(expected);
        expected.forEach(model::put);
        checkNextDue();
    }

    void fresh() {
        assertThat(result.stale()).as("stale").isFalse();
        assertThat(result.nowMillis()).isEqualTo(now.millis());
        takeOverExpired();
        List<TaskRecord> claimable = wanted().stream()
                .filter(record -> record.claimable(now.millis()))
                .toList();
        List<TaskRecord> plain =
                claimable.stream().filter(record -> !record.suspect()).toList();
        int suspects = Math.min(request.wanted().maxSuspects(), claimable.size() - plain.size());
        assertThat(result.claims()).hasSize(Math.min(request.max(), plain.size() + suspects));
        List<TaskRecord> before = new ArrayList<>();
        for (TaskRecord claimed : result.claims()) {
            before.add(takeOver(claimed, claimable));
        }
        assertThat(before).doesNotHaveDuplicates();
        assertThat(before.stream().filter(TaskRecord::suspect).count()).isLessThanOrEqualTo(suspects);
        checkOrder(plain, before);
        checkShares(claimable, plain, before);
        checkNextDue();
    }

    private Lease lease() {
        return new Lease(
                request.worker(),
                request.claimSeq(),
                now.millis() + request.lease().toMillis());
    }

    private List<TaskRecord> wanted() {
        return model.in(TaskState.SCHEDULED).stream()
                .filter(record -> request.wanted().matches(record.spec()))
                .filter(record -> !model.paused.contains(record.spec().queue()))
                .toList();
    }

    private void takeOverExpired() {
        int expired = 0;
        for (TaskRecord record : wanted()) {
            boolean marked = store.queries()
                    .find(record.id())
                    .filter(found -> found.state() == TaskState.EXPIRED)
                    .isPresent();
            if (marked) {
                model.expire(record, now);
                expired++;
            }
        }
        assertThat(result.expired()).as("number of expired tasks").isEqualTo(expired);
    }

    private TaskRecord takeOver(TaskRecord claimed, List<TaskRecord> claimable) {
        TaskRecord before = model.get(claimed.id());
        if (before == null || !claimable.contains(before)) {
            throw new AssertionError("claimed although it could not be: " + before);
        }
        assertThat(claimed.token())
                .as("token of %s", claimed.id())
                .isGreaterThan(before.token())
                .isGreaterThan(model.removedToken(claimed.id()))
                .isGreaterThanOrEqualTo(now.micros());
        TaskRecord expected = model.machine.claim(before, lease(), claimed.token() - 1, now);
        assertThat(claimed).isEqualTo(expected);
        model.put(expected);
        return before;
    }

    /** Within a queue nothing better may be left behind, and nothing better may come later. */
    private void checkOrder(List<TaskRecord> plain, List<TaskRecord> taken) {
        Comparator<TaskRecord> order = request.claimSeq() % 16 == 0 ? BY_TIME : BY_PRIORITY;
        Set<TaskRecord> left = new HashSet<>(plain);
        for (int i = 0; i < taken.size(); i++) {
            left.remove(taken.get(i));
            if (!taken.get(i).suspect()) {
                for (TaskRecord later : taken.subList(i + 1, taken.size())) {
                    assertNotBetter(order, later, taken.get(i));
                }
            }
        }
        for (TaskRecord record : left) {
            for (TaskRecord claimed : taken) {
                if (!claimed.suspect()) {
                    assertNotBetter(order, record, claimed);
                }
            }
        }
    }

    private static void assertNotBetter(Comparator<TaskRecord> order, TaskRecord other, TaskRecord claimed) {
        if (!other.suspect() && other.spec().queue().equals(claimed.spec().queue())) {
            assertThat(order.compare(other, claimed))
                    .as("%s should have gone before %s", other.id(), claimed.id())
                    .isGreaterThanOrEqualTo(0);
        }
    }

    private void checkShares(List<TaskRecord> claimable, List<TaskRecord> plain, List<TaskRecord> taken) {
        long queues = claimable.stream()
                .map(record -> record.spec().queue())
                .distinct()
                .count();
        if (queues == 0 || request.claimSeq() % 16 == 0) {
            return;
        }
        Map<String, Long> due = byQueue(plain);
        Map<String, Long> got = byQueue(taken);
        long share = request.max() / queues;
        due.forEach((queue, count) -> assertThat(got.getOrDefault(queue, 0L))
                .as("share of queue %s in %s", queue, got)
                .isGreaterThanOrEqualTo(Math.min(share, count)));
    }

    private static Map<String, Long> byQueue(List<TaskRecord> records) {
        return records.stream()
                .collect(Collectors.groupingBy(record -> record.spec().queue(), Collectors.counting()));
    }

    /**
     * Exact, or not later than now where due or expired tasks are left. Whether a second suspect counts, when the one
     * that is allowed was taken, is left to the store.
     */
    private void checkNextDue() {
        List<TaskRecord> left = wanted().stream()
                .filter(record -> !record.suspect() || request.wanted().maxSuspects() > 0)
                .toList();
        boolean overdue = left.stream().anyMatch(record -> record.sortKey() <= now.millis());
        boolean plainOverdue = left.stream().anyMatch(record -> !record.suspect() && record.claimable(now.millis()));
        if (result.nextDueMillis() <= now.millis()) {
            assertThat(overdue).as("next due says now, but nothing is due").isTrue();
            return;
        }
        assertThat(plainOverdue)
                .as("next due is %d, but work is left", result.nextDueMillis())
                .isFalse();
        long withSuspects = earliestAfterNow(left, true);
        boolean suspectTaken = result.claims().stream().anyMatch(TaskRecord::suspect);
        if (suspectTaken) {
            assertThat(result.nextDueMillis()).isIn(withSuspects, earliestAfterNow(left, false));
        } else {
            assertThat(result.nextDueMillis()).isEqualTo(withSuspects);
        }
    }

    private long earliestAfterNow(List<TaskRecord> left, boolean suspects) {
        return left.stream()
                .filter(record -> suspects || !record.suspect())
                .mapToLong(TaskRecord::sortKey)
                .filter(key -> key > now.millis())
                .min()
                .orElse(ClaimResult.NONE);
    }
}
