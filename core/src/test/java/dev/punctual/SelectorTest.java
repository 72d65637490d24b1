package dev.punctual;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SelectorTest {

    @Test
    void any_matchesEverything() {
        assertThat(Selector.any().matches("a")).isTrue();
        assertThat(Selector.any().matches("")).isTrue();
        assertThat(Selector.any().names()).isEmpty();
        assertThat(Selector.any()).hasToString("any");
    }

    @Test
    void names_matchExactly() {
        Selector two = Selector.of("a", "b");
        assertThat(two.matches("a")).isTrue();
        assertThat(two.matches("A")).isFalse();
        assertThat(two.matches("ab")).isFalse();
        assertThat(two.names()).contains(Set.of("a", "b"));
    }

    @Test
    void none_matchesNothing_unlikeAny() {
        assertThat(Selector.of().matches("a")).isFalse();
        assertThat(Selector.of()).isNotEqualTo(Selector.any());
        assertThat(Selector.of().names()).contains(Set.of());
    }

    @Test
    void sameNameTwice_isOnce() {
        assertThat(Selector.of("a", "a")).isEqualTo(Selector.of("a")).hasSameHashCodeAs(Selector.of("a"));
    }

    @Test
    void names_areCopied() {
        List<String> names = new ArrayList<>(List.of("a"));
        Selector selector = Selector.of(names);
        names.add("b");
        assertThat(selector.matches("b")).isFalse();
    }
}
