package dev.punctual.cli;

import java.util.List;
import java.util.regex.Pattern;

/** Refuses ids and queue names that can be none, before anything is sent. Thread-safe. */
final class Ids {

    private static final int BYTES_MAX = 255;
    private static final Pattern QUEUE = Pattern.compile("[A-Za-z0-9._:-]{1,128}");
    private static final String EXAMPLE = "for example cancel:order-42";

    private Ids() {}

    /**
     * Returns the id.
     *
     * @throws CommandFailure if it can be none; names the limit
     */
    static String require(String id) {
        int bytes = 0;
        for (int i = 0; i < id.length(); i += Character.charCount(id.codePointAt(i))) {
            int point = id.codePointAt(i);
            if (Character.isISOControl(point)) {
                throw CommandFailure.usage(String.format(
                        "id: must not hold control characters, has U+%04X at position %d; %s.", point, i + 1, EXAMPLE));
            }
            if (point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE) {
                throw CommandFailure.usage(
                        "id: must be whole characters, has half of one at position " + (i + 1) + "; " + EXAMPLE + ".");
            }
            bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
        }
        if (bytes < 1 || bytes > BYTES_MAX) {
            throw CommandFailure.usage(
                    "id: must be 1 to " + BYTES_MAX + " bytes of UTF-8, has " + bytes + "; " + EXAMPLE + ".");
        }
        return id;
    }

    /**
     * Checks every id.
     *
     * @throws CommandFailure if one can be none; names the limit
     */
    static void requireAll(List<String> ids) {
        ids.forEach(Ids::require);
    }

    /**
     * Returns the name of a queue.
     *
     * @throws CommandFailure if it can be none; names the alphabet
     */
    static String requireQueue(String queue) {
        if (!QUEUE.matcher(queue).matches()) {
            throw CommandFailure.usage("queue: must be 1 to 128 characters of A-Z a-z 0-9 . _ : -; for example mail.");
        }
        return queue;
    }
}
