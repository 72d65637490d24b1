package dev.punctual.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.Limits;
import dev.punctual.Retention;
import dev.punctual.TaskId;
import dev.punctual.TaskRecord;
import dev.punctual.TaskState;
import dev.punctual.TaskStateMachine;
import dev.punctual.TaskStateMachine.Moment;
import dev.punctual.TaskStateMachine.Step;
import dev.punctual.TaskStore;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What a store must hold, kept by the pure state machine. Not thread-safe. */
final class RandomModel {

    final TaskStateMachine machine;
    final Set<String> paused = new TreeSet<>();
    private final Retention retention;
    private final Map<TaskId, TaskRecord> records = new TreeMap<>();
    /** The last token of each id whose record was removed: it may not come again. */
    private final Map<TaskId, Long> removedTokens = new HashMap<>();

    RandomModel(Limits limits, Retention retention) {
        machine = new TaskStateMachine(limits);
        this.retention = retention;
    }

    @Nullable
    TaskRecord get(TaskId id) {
        return records.get(id);
    }

    List<TaskRecord> all() {
        return List.copyOf(records.values());
    }

    List<TaskRecord> in(TaskState state) {
        return records.values().stream()
                .filter(record -> record.state() == state)
                .toList();
    }

    /** Returns the running records whose lease has run out. */
    List<TaskRecord> lapsed(Moment now) {
        List<TaskRecord> lapsed = new ArrayList<>();
        for (TaskRecord record : records.values()) {
            if (record.lease() != null && record.lease().untilMillis() < now.millis()) {
                lapsed.add(record);
            }
        }
        return lapsed;
    }

    void put(TaskRecord record) {
        records.put(record.id(), record);
    }

    <A> A apply(TaskId id, Step<A> step) {
        if (step.record() == null) {
            remove(id);
        } else {
            put(step.present());
        }
        return step.answer();
    }

    private void remove(TaskId id) {
        TaskRecord removed = records.remove(id);
        if (removed != null) {
            removedTokens.merge(id, removed.token(), Math::max);
        }
    }

    long removedToken(TaskId id) {
        return removedTokens.getOrDefault(id, 0L);
    }

    /** Whether it may be expired: its time is over, and its queue is not paused. */
    boolean expirable(TaskRecord record, Moment now) {
        return record.state() == TaskState.SCHEDULED
                && record.expired(now.millis())
                && !paused.contains(record.spec().queue());
    }

    /** Takes over that the store expired a task. */
    void expire(TaskRecord record, Moment now) {
        TaskRecord expired = machine.expire(record, now);
        if (expired == null) {
            throw new AssertionError("task " + record.id() + " was expired before its time");
        }
        put(expired);
    }

    /** Does what pruning must do; at the very millisecond of a retention the store may go either way. */
    int prune(TaskStore store, Moment now) {
        int changed = 0;
        for (TaskRecord record : all()) {
            if (expirable(record, now)) {
                expire(record, now);
                changed++;
            } else if (record.state().finished()) {
                long keep = (record.state() == TaskState.DEAD ? retention.dead() : retention.finished()).toMillis();
                long age = now.millis() - record.finishedAt();
                boolean gone = store.queries().find(record.id()).isEmpty();
                if (age > keep || (age == keep && gone)) {
                    remove(record.id());
                    changed++;
                }
            }
        }
        return changed;
    }

    /** Asserts that the store holds the same record, or none, under each of the ids. */
    void compare(TaskStore store, List<TaskId> ids) {
        for (TaskId id : ids) {
            assertThat(store.queries().find(id)).as("record %s", id).isEqualTo(Optional.ofNullable(records.get(id)));
        }
    }
}
