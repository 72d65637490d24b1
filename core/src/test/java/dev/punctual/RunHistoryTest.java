package dev.punctual;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RunHistoryTest {

    @Test
    void runs_comeBackAsTheyWere() {
        RunHistory.Run first = new RunHistory.Run(7, "worker-1", 1_000, 2_000, RunHistory.Outcome.RETRIED, "späť 😀");
        RunHistory.Run lost = new RunHistory.Run(8, "worker-2", 0, 0, RunHistory.Outcome.LOST, "");
        RunHistory history = RunHistory.EMPTY.plus(first).plus(lost);

        assertThat(history.runs()).containsExactly(first, lost);
        assertThat(RunHistory.of(history.bytes())).isEqualTo(history).hasSameHashCodeAs(history);
        assertThat(RunHistory.of(new byte[0])).isSameAs(RunHistory.EMPTY);
        assertThat(RunHistory.EMPTY.runs()).isEmpty();
    }

    @Test
    void onlyTheLastTenRuns_areKept() {
        RunHistory history = RunHistory.EMPTY;
        for (int token = 1; token <= 25; token++) {
            history = history.plus(run(token, "error " + token));
            assertThat(history.runs()).hasSize(Math.min(10, token)).last().isEqualTo(run(token, "error " + token));
        }
        assertThat(history.runs()).first().isEqualTo(run(16, "error 16"));
    }

    @Test
    void hostileErrors_areClippedAndCleaned() {
        assertThat(error("\0")).isEqualTo("\uFFFD");
        assertThat(error("\uD83D broken")).isEqualTo("\uFFFD broken");
        assertThat(error("x".repeat(1 << 20))).isEqualTo("x".repeat(256));
        assertThat(error("€".repeat(1 << 20))).isEqualTo("€".repeat(85));
        assertThat(error("abc" + "😀".repeat(1 << 18))).isEqualTo("abc" + "😀".repeat(63));
        assertThat(error("\0".repeat(1 << 20))).isEqualTo("\uFFFD".repeat(85));
    }

    @Test
    void hostileWorker_doesNotSpoilTheOthers() {
        RunHistory history = RunHistory.EMPTY
                .plus(run(1, "a"))
                .plus(new RunHistory.Run(2, "w".repeat(70_000), 0, 0, RunHistory.Outcome.LOST, ""))
                .plus(run(3, "c"));
        assertThat(history.runs()).extracting(RunHistory.Run::token).containsExactly(1L, 2L, 3L);
    }

    @Test
    void fullHistory_isSmall() {
        RunHistory history = RunHistory.EMPTY;
        for (int i = 0; i < 10; i++) {
            history = history.plus(new RunHistory.Run(
                    Long.MAX_VALUE,
                    "7d9f6c1e-5a0b-4c53-9a43-0b6f7c2f9f10",
                    Long.MAX_VALUE,
                    Long.MAX_VALUE,
                    RunHistory.Outcome.BURIED,
                    "x".repeat(1_000)));
        }
        assertThat(history.bytes()).hasSizeLessThan(3_300);
    }

    @Test
    void unreadableBytes_areKeptAndShowNoRuns() {
        byte[] strange = "something else".getBytes(StandardCharsets.UTF_8);
        assertThat(RunHistory.of(strange).runs()).isEmpty();
        assertThat(RunHistory.of(strange).bytes()).isEqualTo(strange);
        assertThat(RunHistory.of(strange).plus(run(1, "a")).runs()).containsExactly(run(1, "a"));
    }

    @Test
    void damagedBytes_neverThrow() {
        byte[] whole = RunHistory.EMPTY.plus(run(1, "a")).plus(run(2, "b")).bytes();
        for (int length = 0; length < whole.length; length++) {
            assertThat(RunHistory.of(Arrays.copyOf(whole, length)).runs()).isEmpty();
        }
        Random random = new Random(11);
        for (int i = 0; i < 5_000; i++) {
            byte[] damaged = whole.clone();
            damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
            assertThat(RunHistory.of(damaged).runs()).hasSizeLessThanOrEqualTo(255);
        }
    }

    private static RunHistory.Run run(long token, String error) {
        return new RunHistory.Run(token, "w", token * 10, token * 20, RunHistory.Outcome.RETRIED, error);
    }

    private static String error(String text) {
        return RunHistory.EMPTY.plus(run(1, text)).runs().get(0).error();
    }
}
