package dev.punctual.httpapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PathIdTest {

    @ParameterizedTest
    @ValueSource(strings = {"order:42", "a.b_c-d", "user@example.com", "...", "a=b,c"})
    void plainIds_standForThemselves(String id) {
        assertThat(PathId.encode(id)).isEqualTo(id);
        assertThat(PathId.decode(id)).isEqualTo(id);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {".", "..", "a/b", "a b", "a;b", "a%b", "a?b#c", "a\\b", "a'b\"", "订单-42", "😀-1", "~a", "a+b"})
    void otherIds_areMarkedAndComeBack(String id) {
        assertThat(PathId.encode(id)).startsWith("~").matches("~[A-Za-z0-9_-]+");
        assertThat(PathId.decode(PathId.encode(id))).isEqualTo(id);
    }

    @Test
    void everyId_canBeMarked() {
        assertThat(PathId.decode(PathId.mark("order:42"))).isEqualTo("order:42");
    }

    @ParameterizedTest
    @ValueSource(strings = {"~*", "~_w", "~gA"})
    void whatIsNotBase64urlOfUtf8_isRefused(String segment) {
        assertThatThrownBy(() -> PathId.decode(segment))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("base64url");
    }
}
