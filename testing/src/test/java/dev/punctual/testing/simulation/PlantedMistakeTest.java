package dev.punctual.testing.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** A simulation that finds nothing is worth nothing: each planted mistake must be found, as what it is. */
class PlantedMistakeTest {

    private static final int SEEDS = 2_000;

    @TestFactory
    Stream<DynamicTest> simulation_findsTheMistake() {
        return Stream.of(PlantedMistake.values())
                .map(mistake -> DynamicTest.dynamicTest(mistake.name(), () -> finds(mistake)));
    }

    private static void finds(PlantedMistake mistake) {
        Simulation simulation = mistake.simulation();

        SimulationFailure failure = catchThrowableOfType(SimulationFailure.class, () -> simulation.run(1, SEEDS));

        assertThat(failure).as("found within %s seeds", SEEDS).isNotNull();
        assertThat(failure.invariant()).as(failure.getMessage()).isIn(mistake.foundAs());
        SimulationFailure again = catchThrowableOfType(SimulationFailure.class, () -> simulation.run(failure.seed()));
        assertThat(again).hasMessage(failure.getMessage());
    }
}
