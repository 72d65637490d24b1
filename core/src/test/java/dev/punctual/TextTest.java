package dev.punctual;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class TextTest {

    @Test
    void name_isExactlyTheAlphabet() {
        Pattern alphabet = Pattern.compile("[A-Za-z0-9._:-]{1,128}");
        for (int c = 0; c <= 0xFFFF; c++) {
            String name = "a" + (char) c;
            boolean accepted = true;
            try {
                Text.requireName("type", name, "order.cancel");
            } catch (InvalidTaskException e) {
                accepted = false;
            }
            assertThat(accepted)
                    .as("U+%04X", c)
                    .isEqualTo(alphabet.matcher(name).matches());
        }
        assertThat(Text.requireName("type", "x".repeat(128), "order.cancel")).hasSize(128);
        assertThatThrownBy(() -> Text.requireName("type", "x".repeat(129), "order.cancel"))
                .isInstanceOf(InvalidTaskException.class);
        assertThatThrownBy(() -> Text.requireName("type", "", "order.cancel")).isInstanceOf(InvalidTaskException.class);
    }

    @Test
    void clip_keepsWhatFits() {
        assertThat(Text.clip("", 0)).isEmpty();
        assertThat(Text.clip("abc", 3)).isEqualTo("abc");
        assertThat(Text.clip("€€", 6)).isEqualTo("€€");
        assertThat(Text.clip("tab\tnewline\n", 100)).isEqualTo("tab\tnewline\n");
    }

    @Test
    void clip_cutsOnCharacterBoundaries() {
        assertThat(Text.clip("a€", 3)).isEqualTo("a");
        assertThat(Text.clip("aé", 2)).isEqualTo("a");
        assertThat(Text.clip("😀😀", 7)).isEqualTo("😀");
        assertThat(Text.clip("😀", 3)).isEmpty();
        assertThat(Text.clip("abc", 0)).isEmpty();
    }

    @Test
    void clip_replacesWhatSomeStoreCannotHold() {
        assertThat(Text.clip("a\0b", 100)).isEqualTo("a\uFFFDb");
        assertThat(Text.clip("\uD83D", 100)).isEqualTo("\uFFFD");
        assertThat(Text.clip("\uDE00\uD83D", 100)).isEqualTo("\uFFFD\uFFFD");
        assertThat(Text.clip("\0", 2)).isEmpty();
    }

    @Test
    void clip_ofAnything_isValidUtf8WithinItsLimit() throws CharacterCodingException {
        Random random = new Random(3);
        for (int i = 0; i < 5_000; i++) {
            char[] chars = new char[random.nextInt(40)];
            for (int c = 0; c < chars.length; c++) {
                chars[c] = (char) (random.nextBoolean() ? random.nextInt(0x10000) : 0xD800 + random.nextInt(0x800));
            }
            int max = random.nextInt(60);
            String clipped = Text.clip(new String(chars), max);
            ByteBuffer utf8 = StandardCharsets.UTF_8.newEncoder().encode(java.nio.CharBuffer.wrap(clipped));
            assertThat(utf8.remaining()).isLessThanOrEqualTo(max).isEqualTo(Text.utf8Length(clipped));
            assertThat(clipped).doesNotContain("\0");
        }
    }

    @Test
    void utf8Length_isThatOfTheEncoder() {
        Random random = new Random(4);
        for (int i = 0; i < 2_000; i++) {
            String text = RandomRecords.text(random, random.nextInt(30));
            assertThat(Text.utf8Length(text)).isEqualTo(text.getBytes(StandardCharsets.UTF_8).length);
        }
    }

    @Test
    void quote_showsControlCharactersAndIsShort() {
        assertThat(Text.quote("a\nb\0\u007F")).isEqualTo("\"a\\u000Ab\uFFFD\\u007F\"");
        assertThat(Text.quote("x".repeat(1_000_000))).hasSize(65).endsWith("...\"");
        assertThat(Text.quote("")).isEqualTo("\"\"");
    }
}
