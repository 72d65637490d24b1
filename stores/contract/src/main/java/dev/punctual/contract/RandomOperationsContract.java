package dev.punctual.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.Limits;
import dev.punctual.Retention;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Long random runs of every operation, compared step by step with the pure state machine: each answer, and each record
 * to the last field. A failure names its seed; overriding {@link #seeds()} with that seed alone repeats it.
 */
public interface RandomOperationsContract extends HandMovedContract {

    /** Returns the seeds of the runs: a few that never change, and a new one at each run of the build. */
    default long[] seeds() {
        return new long[] {1, 2, 3, 42, 20_260_101, new Random().nextLong()};
    }

    /** Returns how many operations one run has; a store on a slow server may choose fewer. */
    default int steps() {
        return 3_000;
    }

    @Test
    default void randomOperations_agreeWithTheStateMachine() {
        Retention retention =
                new Retention(Duration.ofMinutes(10), 1_000_000, Duration.ofMinutes(1), Duration.ofMinutes(30));
        Limits limits = Limits.DEFAULT.withPayloadBytesMax(RandomTasks.PAYLOAD_BYTES_MAX);
        subject().open(limits, retention);
        for (long seed : seeds()) {
            RandomRun run = new RandomRun(store(), time(), new RandomModel(limits, retention), new Random(seed));
            try {
                run.steps(steps());
                run.end();
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed " + seed + ", " + run.trace() + ": " + e.getMessage(), e);
            }
            assertThat(run.claimed()).as("tasks claimed with seed %d", seed).isGreaterThan(steps() / 20);
        }
    }
}
