package dev.punctual.testing.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.punctual.StoreSettings;
import dev.punctual.TaskStore;
import dev.punctual.memory.MemoryTaskStore;
import dev.punctual.testing.ManualTime;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * The memory store and the workers of this build, under everything that can go wrong. Another number of seeds, or one
 * of them again: {@code -Dpunctual.simulation.seeds=100000} or {@code -Dpunctual.simulation.seed=4711}.
 */
class SimulationTest {

    private static final String SEED = "punctual.simulation.seed";
    private static final String SEEDS = "punctual.simulation.seeds";
    /** So many seeds are run by one thread in a row. */
    private static final int CHUNK = 100;

    private static final List<String> KINDS = List.of(
            "CREATED",
            "REPLACED",
            "EXISTS",
            "schedule again",
            "cancel -> CANCELLED",
            "CANCELLED_AFTER_LOSS",
            "cancel -> RUNNING",
            "reschedule PT10S -> OK",
            "-> STALE",
            "redrive -> OK",
            "discard -> OK",
            "is paused for",
            "is paused",
            "-> PAUSED",
            "crashes",
            "begins to stop",
            "has stopped",
            "is cut off",
            "clock steps",
            "lost reply",
            "lost request",
            "throttled",
            "slow by",
            "taken back",
            "-> FENCED",
            "report RELEASE",
            "ends: well",
            "ends: killed",
            "ends: StackOverflowError",
            "ends: InterruptedException",
            "RUNNING -> DEAD",
            "RUNNING -> CANCELLED",
            "SCHEDULED -> EXPIRED");

    private static TaskStore memory(ManualTime time) {
        return MemoryTaskStore.open(StoreSettings.DEFAULT.withTime(time));
    }

    private static Simulation simulation() {
        return Simulation.builder(SimulationTest::memory)
                .repeatBy("mvn -pl testing -am test -Dtest=SimulationTest -Dsurefire.failIfNoSpecifiedTests=false -D"
                        + SEED + "=%d")
                .build();
    }

    @Test
    void everySeed_keepsEveryInvariant() {
        boolean one = System.getProperty(SEED) != null && System.getProperty(SEEDS) == null;
        long first = Long.getLong(SEED, 1);
        int seeds = one ? 1 : Integer.getInteger(SEEDS, 2_000);

        SimulationReport report = IntStream.iterate(0, from -> from < seeds, from -> from + CHUNK)
                .parallel()
                .mapToObj(from -> simulation().run(first + from, Math.min(CHUNK, seeds - from)))
                .reduce(SimulationReport.NONE, SimulationReport::plus);

        assertThat(report.seeds()).isEqualTo(seeds);
        assertThat(report.starts()).as(report::toString).isGreaterThan(seeds);
        System.out.println(report);
    }

    @Test
    void sameSeed_hasTheSameHistory_andAnotherSeedAnother() {
        for (long seed = 1; seed <= 20; seed++) {
            List<String> history = simulation().history(seed);

            assertThat(simulation().history(seed)).isEqualTo(history);
            assertThat(simulation().history(seed + 1_000)).isNotEqualTo(history);
        }
    }

    @Test
    void histories_holdEveryKindOfTrouble() {
        Set<String> seen = new TreeSet<>();
        for (long seed = 1; seed <= 40; seed++) {
            for (String line : simulation().history(seed)) {
                KINDS.stream().filter(line::contains).forEach(seen::add);
            }
        }
        assertThat(seen).containsExactlyInAnyOrderElementsOf(KINDS);
    }

    @Test
    void failure_tellsInvariantSeedHistoryAndHowToRepeatIt() {
        Simulation wrong = PlantedMistake.A_TASK_IS_CLAIMED_EARLY.simulation();

        assertThatThrownBy(() -> wrong.run(1, 2_000))
                .isInstanceOf(SimulationFailure.class)
                .hasMessageContaining("never early does not hold: task t")
                .hasMessageContaining("; repeat it by: simulation.run(")
                .hasMessageContaining("what happened to t")
                .hasMessageContaining("the last of everything");
    }

    @Test
    void ownHandler_isCalledInRunsThatEndWell_andItsFailureIsARunsFailure() {
        AtomicLong calls = new AtomicLong();
        Simulation simulation = Simulation.builder(SimulationTest::memory)
                .handler((payload, context) -> {
                    if (calls.incrementAndGet() % 2 == 0) {
                        throw new IllegalArgumentException("not this one");
                    }
                })
                .build();

        List<String> history = simulation.history(3);

        assertThat(calls).hasPositiveValue();
        assertThat(history).anyMatch(line -> line.endsWith("ends: IllegalArgumentException"));
    }

    @Test
    void builder_refusesWhatMakesNoSense() {
        Simulation.Builder builder = Simulation.builder(SimulationTest::memory);

        assertThatThrownBy(() -> builder.workers(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> builder.ids(0)).isInstanceOf(IllegalArgumentException.class);
    }
}
