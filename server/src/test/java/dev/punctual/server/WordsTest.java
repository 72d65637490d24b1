package dev.punctual.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WordsTest {

    @ParameterizedTest
    @CsvSource({"tpye, type", "due_at, dueAt", "DUEAT, dueAt", "dely, delay", "payloads, payload"})
    void nearest_findsWhatWasMeant(String word, String meant) {
        assertThat(Words.nearest(word, List.of("type", "dueAt", "delay", "payload")))
                .isEqualTo(meant);
    }

    @Test
    void nearest_findsNothingForWordsOfTheirOwn() {
        assertThat(Words.nearest("zzzzzz", List.of("type", "dueAt"))).isNull();
        assertThat(Words.nearest("x".repeat(100_000), List.of("type"))).isNull();
    }

    @Test
    void clean_showsWhatCannotBeSeen_andClips() {
        assertThat(Words.quote("a\nb\u0000\ud800😀")).isEqualTo("\"a\\u000Ab\\u0000\\uD800😀\"");
        assertThat(Words.quote("x".repeat(1000))).hasSize(65);
    }
}
