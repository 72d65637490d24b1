package dev.punctual.server;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * Percent-encoded text of a path or query, decoded strictly: exactly the bytes that were sent, in UTF-8. Thread-safe.
 */
final class PercentText {

    private PercentText() {}

    /**
     * Decodes a part of a request target.
     *
     * @param field what it is called in messages
     */
    static String decode(String field, String encoded) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(encoded.length());
        for (int i = 0; i < encoded.length(); i++) {
            char c = encoded.charAt(i);
            if (c != '%') {
                bytes.writeBytes(String.valueOf(c).getBytes(StandardCharsets.UTF_8));
                continue;
            }
            int high = digit(encoded, i + 1);
            int low = digit(encoded, i + 2);
            if (high < 0 || low < 0) {
                throw ProblemException.invalid(
                        field, "has a % that two hexadecimal digits do not follow, at index " + i, "a%25b");
            }
            bytes.write(high << 4 | low);
            i += 2;
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes.toByteArray()))
                    .toString();
        } catch (CharacterCodingException e) {
            throw ProblemException.invalid(field, "must be percent-encoded UTF-8", "order%2042");
        }
    }

    private static int digit(String text, int index) {
        return index < text.length() ? Character.digit(text.charAt(index), 16) : -1;
    }
}
