package dev.punctual.httpapi;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.regex.Pattern;

/**
 * An id as one segment of a path. Ids of plain characters stand for themselves; every id can also be written as
 * {@code ~} and the base64url of its bytes in UTF-8, and one that itself begins with {@code ~} must be.
 *
 * <p>Thread-safe.
 */
public final class PathId {

    /** What marks the encoded form. */
    public static final char MARK = '~';

    /** What no client, proxy or server touches on the way; not "." and "..", which they resolve. */
    private static final Pattern PLAIN = Pattern.compile("(?!\\.{1,2}$)[A-Za-z0-9._:@!$'()*,=-]+");

    private PathId() {}

    /** Returns the id as a segment that needs no further encoding. */
    public static String encode(String id) {
        return PLAIN.matcher(id).matches() ? id : mark(id);
    }

    /** Returns the id in its encoded form, whatever its characters. */
    public static String mark(String id) {
        byte[] utf8 = id.getBytes(StandardCharsets.UTF_8);
        return MARK + Base64.getUrlEncoder().withoutPadding().encodeToString(utf8);
    }

    /**
     * Returns the id that a segment names, after percent-decoding.
     *
     * @throws IllegalArgumentException if what follows the mark is not base64url of UTF-8
     */
    public static String decode(String segment) {
        if (segment.isEmpty() || segment.charAt(0) != MARK) {
            return segment;
        }
        byte[] utf8;
        try {
            utf8 = Base64.getUrlDecoder().decode(segment.substring(1));
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(utf8))
                    .toString();
        } catch (IllegalArgumentException | CharacterCodingException e) {
            throw new IllegalArgumentException("what follows ~ must be the base64url of the id's bytes in UTF-8", e);
        }
    }
}
