package dev.punctual.server;

import java.util.Collection;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Text from outside made fit for a message. Thread-safe. */
final class Words {

    private static final int QUOTED_CHARS_MAX = 60;

    private Words() {}

    /** Returns the text in quotes, clipped, with control characters and halves of characters made visible. */
    static String quote(String text) {
        return '"' + clean(text, QUOTED_CHARS_MAX) + '"';
    }

    /**
     * Returns the text clipped to so many characters, with control characters and halves of characters made visible.
     */
    static String clean(String text, int charsMax) {
        StringBuilder shown = new StringBuilder();
        for (int i = 0; i < text.length(); ) {
            int point = text.codePointAt(i);
            if (shown.length() >= charsMax) {
                return shown.append("...").toString();
            }
            boolean visible = !Character.isISOControl(point) && Character.getType(point) != Character.SURROGATE;
            if (visible) {
                shown.appendCodePoint(point);
            } else {
                shown.append(String.format("\\u%04X", point));
            }
            i += Character.charCount(point);
        }
        return shown.toString();
    }

    /** Returns the candidate that the word was most likely meant to be, or null if none is near. */
    static @Nullable String nearest(String word, Collection<String> candidates) {
        String best = null;
        int bestDistance = Math.max(2, plain(word).length() / 2) + 1;
        for (String candidate : candidates) {
            int distance = distance(plain(word), plain(candidate));
            if (distance < bestDistance) {
                best = candidate;
                bestDistance = distance;
            }
        }
        return best;
    }

    private static String plain(String word) {
        String clipped = word.substring(0, Math.min(word.length(), QUOTED_CHARS_MAX));
        return clipped.toLowerCase(Locale.ROOT).replaceAll("[_-]", "");
    }

    /** The number of single edits between two words (Levenshtein), one row of the table at a time. */
    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int change = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(change, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[b.length()];
    }
}
