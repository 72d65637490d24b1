package dev.punctual.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SpreadTest {

    @Test
    void odd_medianIsTheMiddleOne() {
        Spread spread = Spread.of(List.of(9.0, 1.0, 4.0));

        assertThat(spread).isEqualTo(new Spread(4, 1, 9, List.of(9.0, 1.0, 4.0)));
    }

    @Test
    void even_medianIsTheMeanOfTheTwoInTheMiddle() {
        assertThat(Spread.of(List.of(9.0, 1.0, 4.0, 5.0)).median()).isEqualTo(4.5);
    }

    @Test
    void none_isRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> Spread.of(List.of()));
    }

    @Test
    void percentile_isTheSmallestValueThatEnoughDoNotExceed() {
        double[] hundred =
                IntStream.rangeClosed(1, 100).mapToDouble(i -> 101 - i).toArray();

        assertThat(Spread.percentile(hundred, 0.5)).isEqualTo(50);
        assertThat(Spread.percentile(hundred, 0.99)).isEqualTo(99);
        assertThat(Spread.percentile(hundred, 0.991)).isEqualTo(100);
        assertThat(Spread.percentile(hundred, 1)).isEqualTo(100);
        assertThat(Spread.percentile(new double[] {7}, 0.01)).isEqualTo(7);
    }

    @Test
    void percentileOfNothing_isRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> Spread.percentile(new double[0], 0.5));
        assertThatIllegalArgumentException().isThrownBy(() -> Spread.percentile(new double[] {1}, 0));
    }
}
