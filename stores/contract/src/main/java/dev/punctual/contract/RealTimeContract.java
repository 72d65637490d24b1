package dev.punctual.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.TaskId;
import dev.punctual.TaskQueries.Count;
import dev.punctual.TaskRecord;
import dev.punctual.TaskState;
import dev.punctual.TaskStore;
import dev.punctual.TimeSource;
import dev.punctual.worker.TaskWorker;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * What a store and real workers owe together, on clocks that nobody moves. Nothing here asserts how late something is;
 * the waits end as soon as what they wait for has come, and fail after {@link #HANG}.
 *
 * <p>The test of a store implements {@link #open()} and closes what it opens in {@link #close()}.
 */
public interface RealTimeContract {

    /** Longer than anything here takes: only a hang reaches it. */
    Duration HANG = Duration.ofSeconds(60);

    /** Opens an empty store on the clocks of this machine or of its server. Called before each test. */
    void open();

    /** Closes the store. Called after each test. */
    void close();

    /** Returns the open store. */
    TaskStore store();

    /** Opens the store. */
    @BeforeEach
    default void openForWorkers() {
        open();
    }

    /** Closes the store. */
    @AfterEach
    default void closeAfterWorkers() {
        close();
    }

    /** Returns a builder of a worker with a short lease and a short grace time. */
    default TaskWorker.Builder worker() {
        return TaskWorker.builder(store()).lease(Duration.ofSeconds(2)).grace(Duration.ofMillis(200));
    }

    /** Returns how many records are in a state. */
    default long count(TaskState state) {
        return store().queries().counts().stream()
                .map(Count::byState)
                .mapToLong(counts -> counts.getOrDefault(state, 0L))
                .sum();
    }

    /** Reads a record that must exist. */
    default TaskRecord read(String id) {
        return store().queries().find(TaskId.of(id)).orElseThrow(() -> new AssertionError("no " + id));
    }

    /** Waits until it is so. */
    static void await(String what, BooleanSupplier condition) {
        TimeSource time = TimeSource.system();
        long start = time.nanoTime();
        while (!condition.getAsBoolean()) {
            assertThat(time.nanoTime() - start).as("nanoseconds until " + what).isLessThan(HANG.toNanos());
            LockSupport.parkNanos(Duration.ofMillis(1).toNanos());
        }
    }

    /** Waits until this machine's wall clock shows so many epoch milliseconds. */
    static void awaitTime(long epochMillis) {
        TimeSource time = TimeSource.system();
        while (time.now().toEpochMilli() < epochMillis) {
            LockSupport.parkNanos(Duration.ofMillis(1).toNanos());
        }
    }
}
