package dev.punctual.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class FarHeadsTest {

    private static final long NOW = 1_000_000;
    private static final long FAR = NOW + FarHeads.NEAR_MILLIS + 1;

    private final FarHeads heads = new FarHeads();

    private void slowLooks(int count) {
        for (int i = 0; i < count; i++) {
            heads.took(FarHeads.SLOW_NANOS, false);
        }
    }

    @Test
    void looksLeap_onlyAfterManySlowOnesInARow() {
        heads.found(1, NOW, List.of(NOW, FAR), 3);
        slowLooks(FarHeads.SLOW_LOOKS - 1);
        heads.took(FarHeads.SLOW_NANOS - 1, false);
        slowLooks(FarHeads.SLOW_LOOKS - 1);
        assertThat(heads.leap(1)).isEqualTo(Long.MIN_VALUE);

        slowLooks(1);
        assertThat(heads.leap(1)).isEqualTo(FAR);
        assertThat(heads.leap(2)).as("never read whole").isEqualTo(Long.MIN_VALUE);
    }

    @Test
    void leapsGoOn_untilAWholeLookIsQuickAgain() {
        heads.found(1, NOW, List.of(FAR), 3);
        slowLooks(FarHeads.SLOW_LOOKS);
        heads.took(0, false);
        assertThat(heads.leap(1)).as("quick because it leapt").isEqualTo(FAR);

        heads.took(0, true);
        assertThat(heads.leap(1)).isEqualTo(Long.MIN_VALUE);
    }

    @Test
    void whatIsDueSoon_isNeverLeaptOver() {
        slowLooks(FarHeads.SLOW_LOOKS);
        heads.found(1, NOW, List.of(NOW + FarHeads.NEAR_MILLIS, FAR), 3);
        assertThat(heads.leap(1)).isEqualTo(FAR);
        heads.found(1, NOW, List.of(NOW + FarHeads.NEAR_MILLIS), 1);
        assertThat(heads.leap(1)).as("it is not known what comes next").isEqualTo(Long.MIN_VALUE);
        heads.found(1, NOW, List.of(), 3);
        assertThat(heads.leap(1)).as("nothing comes").isEqualTo(Long.MAX_VALUE);
    }
}
