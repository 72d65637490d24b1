package dev.punctual.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.PlantedMistake;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PlantedMistakeTest {

    private static final int STATES_MAX = 1_000_000;

    @ParameterizedTest
    @EnumSource
    void mistake_isFound(PlantedMistake mistake) {
        Search.Result result = Search.run(mistake.scenario(), mistake.rules(), STATES_MAX);
        System.out.println(mistake + ": " + result.words());
        assertThat(result.broken()).as("%s: %s", mistake, result.words()).isNotNull();
        assertThat(result.trace()).hasSizeBetween(1, 15);
    }
}
