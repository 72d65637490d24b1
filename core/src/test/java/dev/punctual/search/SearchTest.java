package dev.punctual.search;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SearchTest {

    private static final int STATES_MAX = 1_000_000;

    @Test
    void oneLife_breaksNoPromise() {
        assertSound("one life", Scenario.ONE_LIFE);
    }

    @Test
    void manyLives_breakNoPromise() {
        assertSound("many lives", Scenario.MANY_LIVES);
    }

    @Test
    void redrivenTask_breaksNoPromise() {
        assertSound("redriven", Scenario.REDRIVEN);
    }

    @Test
    void clockThatStepsBack_breaksNoPromise() {
        assertSound("clock steps", Scenario.CLOCK_STEPS);
    }

    private static void assertSound(String name, Scenario scenario) {
        long begin = System.nanoTime();
        Search.Result result = Search.run(scenario, new Rules(), STATES_MAX);
        System.out.println(
                "search of " + name + ": " + result.words() + ", " + (System.nanoTime() - begin) / 1_000_000 + " ms");
        assertThat(result.broken()).as(result.words()).isNull();
        assertThat(result.states()).isGreaterThan(10_000);
    }
}
