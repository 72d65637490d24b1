package dev.punctual;

/** Checks and clips text that comes from outside. Thread-safe. */
final class Text {

    /** Longest name of a type, queue or kind of sink, in characters. */
    static final int NAME_CHARS_MAX = 128;

    private Text() {}

    /** Refuses what is not a name of the product's alphabet. */
    static String requireName(String field, String value, String example) {
        if (!isName(value)) {
            throw new InvalidTaskException(Refusal.invalid(
                    field,
                    "must be 1 to " + NAME_CHARS_MAX + " characters of A-Z a-z 0-9 . _ : -, was " + quote(value),
                    example));
        }
        return value;
    }

    /** Every task that is read passes here several times, so it is no regular expression. */
    private static boolean isName(String value) {
        if (value.isEmpty() || value.length() > NAME_CHARS_MAX) {
            return false;
        }
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
            boolean digitOrColon = c >= '0' && c <= ':';
            if (!letter && !digitOrColon && c != '.' && c != '_' && c != '-') {
                return false;
            }
        }
        return true;
    }

    static void requireUnicode(String field, String value, String example) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (Character.isHighSurrogate(c)
                    && i + 1 < value.length()
                    && Character.isLowSurrogate(value.charAt(i + 1))) {
                i++;
            } else if (Character.isSurrogate(c)) {
                throw new InvalidTaskException(
                        Refusal.invalid(field, "holds half of a character (a lone surrogate) at index " + i, example));
            }
        }
    }

    static void requireNoControl(String field, String value, String example) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (Character.isISOControl(c)) {
                throw new InvalidTaskException(Refusal.invalid(
                        field,
                        "must not hold control characters, has U+" + String.format("%04X", (int) c) + " at index " + i,
                        example));
            }
        }
    }

    /** Returns the number of bytes the text has in UTF-8, without encoding it. */
    static int utf8Length(String value) {
        int bytes = 0;
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c < 0x80) {
                bytes += 1;
            } else if (c < 0x800) {
                bytes += 2;
            } else if (Character.isHighSurrogate(c) && i + 1 < value.length()) {
                bytes += 4;
                i++;
            } else {
                bytes += 3;
            }
        }
        return bytes;
    }

    /**
     * Returns the text cleaned of what some store cannot hold (U+0000, lone surrogates) and clipped to so many bytes of
     * UTF-8, on a character boundary. Never fails: recording an error must not become a second error.
     */
    static String clip(String value, int bytesMax) {
        if (value.length() <= bytesMax && isPlain(value)) {
            return value;
        }
        StringBuilder clean = new StringBuilder(Math.min(value.length(), bytesMax));
        int bytes = 0;
        int i = 0;
        while (i < value.length()) {
            int point = value.codePointAt(i);
            i += Character.charCount(point);
            boolean bad = point == 0 || (point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE);
            int kept = bad ? 0xFFFD : point;
            bytes += kept < 0x80 ? 1 : kept < 0x800 ? 2 : kept < 0x10000 ? 3 : 4;
            if (bytes > bytesMax) {
                break;
            }
            clean.appendCodePoint(kept);
        }
        return clean.toString();
    }

    /** Returns whether the text is of one-byte characters that every store can hold: most texts of most runs are. */
    private static boolean isPlain(String value) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == 0 || c >= 0x80) {
                return false;
            }
        }
        return true;
    }

    /** Returns the text in quotes, clipped and with control characters made visible, fit for an error message. */
    static String quote(String value) {
        StringBuilder shown = new StringBuilder("\"");
        String clipped = clip(value, 60);
        clipped.codePoints().forEach(point -> {
            if (Character.isISOControl(point)) {
                shown.append(String.format("\\u%04X", point));
            } else {
                shown.appendCodePoint(point);
            }
        });
        return shown.append(clipped.length() < value.length() ? "...\"" : "\"").toString();
    }
}
