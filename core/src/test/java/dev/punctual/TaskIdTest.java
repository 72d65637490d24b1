package dev.punctual;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TaskIdTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "order:42",
                "a|b",
                "a/b",
                "a b",
                "a;b",
                "a%b",
                "a?b#c",
                "a\\b",
                "a'b\"",
                "$(x)",
                "订单-42",
                "😀-1",
                "👨‍👩‍👧‍👦",
                " ",
                "a ",
                "A",
                "ä",
                "a\u0308",
                "\uFEFFbom",
                "\u2028",
                "/",
                ".",
                ".."
            })
    void A24_separatorsSpacesAndEmoji_areKeptAsTheyAre(String text) {
        TaskId id = TaskId.of(text);

        assertThat(id.value()).isEqualTo(text);
        assertThat(id).hasToString(text);
        assertThat(id.utf8()).isEqualTo(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void A24_nothingIsFoldedTrimmedOrNormalised() {
        assertThat(List.of("a", "A", "a ", " a", "ä", "a\u0308", "ａ").stream()
                        .map(TaskId::of)
                        .distinct())
                .hasSize(7);
    }

    @Test
    void length_countsBytesOfUtf8() {
        assertThat(TaskId.of("x".repeat(255)).utf8()).hasSize(255);
        assertThat(TaskId.of("€".repeat(85)).utf8()).hasSize(255);
        assertThat(TaskId.of("😀".repeat(63) + "abc").utf8()).hasSize(255);
        assertRefused("x".repeat(256), "id", "1 to 255 bytes", "256", "cancel:order-42");
        assertRefused("€".repeat(86), "id", "1 to 255 bytes", "258");
        assertRefused("😀".repeat(64), "id", "1 to 255 bytes", "256");
        assertRefused("", "id", "1 to 255 bytes", "has 0");
    }

    @Test
    void controlCharacters_areRefused() {
        for (int point = 0; point < 0x100; point++) {
            String text = "a" + (char) point + "b";
            if (point < 0x20 || (point >= 0x7F && point <= 0x9F)) {
                assertRefused(text, "id", String.format("U+%04X at index 1", point), "cancel:order-42");
            } else {
                assertThat(TaskId.of(text).value()).isEqualTo(text);
            }
        }
    }

    @Test
    void loneSurrogates_areRefused() {
        for (String text : List.of("\uD83D", "a\uDE00", "\uDE00\uD83D", "\uD83Dx", "\uD83D\uD83D\uDE00")) {
            assertRefused(text, "id", "lone surrogate", "cancel:order-42");
        }
    }

    @Test
    void order_isThatOfTheBytes_whereThatOfStringsDiffers() {
        TaskId emoji = TaskId.of("😀");
        TaskId fullWidth = TaskId.of("ａ");

        assertThat(emoji.value().compareTo(fullWidth.value())).isNegative();
        assertThat(emoji.compareTo(fullWidth)).isPositive();
        assertThat(TaskId.of("z").compareTo(TaskId.of("é"))).isNegative();
        assertThat(TaskId.of("a").compareTo(TaskId.of("aa"))).isNegative();
        assertThat(TaskId.of("B").compareTo(TaskId.of("a"))).isNegative();
    }

    @Test
    void order_agreesWithUnsignedBytes_forRandomIds() {
        Random random = new Random(42);
        List<TaskId> ids = new ArrayList<>();
        for (int i = 0; i < 2_000; i++) {
            ids.add(TaskId.of(RandomRecords.text(random, 1 + random.nextInt(6))));
        }
        for (int i = 1; i < ids.size(); i++) {
            int bytes = Arrays.compareUnsigned(ids.get(i - 1).utf8(), ids.get(i).utf8());
            assertThat(Integer.signum(ids.get(i - 1).compareTo(ids.get(i))))
                    .as("%s and %s", ids.get(i - 1), ids.get(i))
                    .isEqualTo(Integer.signum(bytes));
        }
    }

    @Test
    void generated_isAUuidOfVersion7_thatSortsByTime() {
        TaskId early = TaskId.generate(at(Instant.parse("2026-01-01T00:00:00Z")));
        TaskId late = TaskId.generate(at(Instant.parse("2026-01-01T00:00:00.001Z")));

        UUID uuid = UUID.fromString(early.value());
        assertThat(uuid.version()).isEqualTo(7);
        assertThat(uuid.variant()).isEqualTo(2);
        assertThat(uuid.getMostSignificantBits() >>> 16).isEqualTo(1_767_225_600_000L);
        assertThat(early.compareTo(late)).isNegative();
    }

    private static TimeSource at(Instant instant) {
        return new TimeSource() {
            @Override
            public Instant now() {
                return instant;
            }

            @Override
            public long nanoTime() {
                return 0;
            }
        };
    }

    private static void assertRefused(String text, String... words) {
        assertThatThrownBy(() -> TaskId.of(text))
                .isInstanceOf(InvalidTaskException.class)
                .hasMessageContainingAll(words);
    }
}
