package dev.punctual.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How text and spans are shown. */
class ShownTest {

    @ParameterizedTest
    @CsvSource({
        "0, 0ms",
        "999, 999ms",
        "1000, 1s",
        "59999, 59s",
        "60000, 1m",
        "750000, 12m 30s",
        "3600000, 1h",
        "7500000, 2h 5m",
        "86400000, 1d",
        "788400000, 9d 3h"
    })
    void words_useAtMostTwoUnits(long millis, String words) {
        assertThat(ShownTime.words(Duration.ofMillis(millis))).isEqualTo(words);
    }

    @Test
    void distance_isRoundedUpAheadAndDownBehind() {
        assertThat(distance(Duration.ofMinutes(30).minusMillis(120))).isEqualTo("in 30m");
        assertThat(distance(Duration.ofHours(3).minusMillis(1))).isEqualTo("in 3h");
        assertThat(distance(Duration.ofMillis(412))).isEqualTo("in 412ms");
        assertThat(distance(Duration.ofMillis(-3999))).isEqualTo("3s ago");
    }

    private static String distance(Duration ahead) {
        Shell shell = new Shell(
                System.out,
                System.err,
                System.in,
                name -> null,
                InstantSource.fixed(CliRun.NOW),
                ZoneId.of("UTC"),
                false);
        return new ShownTime(shell).distance(CliRun.NOW.plus(ahead));
    }

    @Test
    void safe_showsWhatCouldActOnATerminal() {
        assertThat(ShownText.safe("a\u001B[2Jb\u0007\u202Ec\nd\u009B"))
                .isEqualTo("a\\u001B[2Jb\\u0007\\u202Ec\\u000Ad\\u009B");
    }

    @Test
    void safe_leavesOrdinaryTextAlone() {
        String text = "order 42 – 订单 👨‍👩‍👧 ü";

        assertThat(ShownText.safe(text)).isEqualTo(text);
    }

    @Test
    void width_countsColumnsNotCharacters() {
        assertThat(ShownText.width("abc")).isEqualTo(3);
        assertThat(ShownText.width("订单")).isEqualTo(4);
        assertThat(ShownText.width("😀")).isEqualTo(2);
        assertThat(ShownText.width("👨‍👩‍👧")).isEqualTo(2);
        assertThat(ShownText.width("e\u0301")).isEqualTo(1);
    }

    @Test
    void clip_cutsAtColumns() {
        assertThat(ShownText.clip("one\n two", 80)).isEqualTo("one two");
        assertThat(ShownText.clip("订单订单订单", 9)).isEqualTo("订单订...");
    }
}
