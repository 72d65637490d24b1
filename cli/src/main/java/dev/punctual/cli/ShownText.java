package dev.punctual.cli;

/**
 * Text from elsewhere made fit for a terminal: control characters cannot act, and columns know how wide it is.
 *
 * <p>Thread-safe.
 */
final class ShownText {

    private static final int ZERO_WIDTH_JOINER = 0x200D;

    private ShownText() {}

    /**
     * Returns the text with control characters and those that turn the direction of writing made visible as
     * {@code \}{@code u001B}, so that nothing in an id, an error or a payload can move the cursor or mislead the eye.
     */
    static String safe(String text) {
        StringBuilder shown = new StringBuilder(text.length());
        text.codePoints().forEach(point -> {
            if (isHarmless(point)) {
                shown.appendCodePoint(point);
            } else {
                shown.append(String.format("\\u%04X", point));
            }
        });
        return shown.toString();
    }

    private static boolean isHarmless(int point) {
        return !Character.isISOControl(point) && !turnsDirection(point) && !isLoneSurrogate(point);
    }

    private static boolean turnsDirection(int point) {
        return (point >= 0x202A && point <= 0x202E) || (point >= 0x2066 && point <= 0x2069);
    }

    private static boolean isLoneSurrogate(int point) {
        return point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE;
    }

    /** Returns the text on one line of at most so many columns, with "..." where it was cut. */
    static String clip(String text, int columns) {
        String line = safe(text.replaceAll("\\s+", " ").strip());
        if (width(line) <= columns) {
            return line;
        }
        StringBuilder kept = new StringBuilder();
        int used = 0;
        for (int point : line.codePoints().toArray()) {
            used += width(point);
            if (used > columns - 3) {
                break;
            }
            kept.appendCodePoint(point);
        }
        return kept.append("...").toString();
    }

    /** Returns how many columns of a terminal the text takes: Chinese characters and emoji take two. */
    static int width(String text) {
        int columns = 0;
        int before = 0;
        for (int point : text.codePoints().toArray()) {
            columns += before == ZERO_WIDTH_JOINER ? 0 : width(point);
            before = point;
        }
        return columns;
    }

    private static int width(int point) {
        int type = Character.getType(point);
        if (type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK || type == Character.FORMAT) {
            return 0;
        }
        boolean modifier = point >= 0x1F3FB && point <= 0x1F3FF;
        return modifier ? 0 : isWide(point) ? 2 : 1;
    }

    private static boolean isWide(int point) {
        return (point >= 0x1100 && point <= 0x115F)
                || (point >= 0x2E80 && point <= 0x303E)
                || (point >= 0x3041 && point <= 0xA4CF)
                || (point >= 0xAC00 && point <= 0xD7A3)
                || (point >= 0xF900 && point <= 0xFAFF)
                || (point >= 0xFE30 && point <= 0xFE6F)
                || (point >= 0xFF00 && point <= 0xFF60)
                || (point >= 0xFFE0 && point <= 0xFFE6)
                || (point >= 0x1F300 && point <= 0x1FAFF)
                || (point >= 0x20000 && point <= 0x3FFFD);
    }
}
