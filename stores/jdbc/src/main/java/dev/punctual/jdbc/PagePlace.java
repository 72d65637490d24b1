package dev.punctual.jdbc;

import dev.punctual.Selector;
import dev.punctual.TaskId;
import dev.punctual.TaskQueries.Filter;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.TreeSet;

/**
 * Where a page ended: the key and the id of the last row that was looked at. As a cursor it also bears a number of the
 * filter, so that it is refused for another list.
 */
record PagePlace(long key, String id) {

    String cursor(Filter filter) {
        byte[] utf8 = id.getBytes(StandardCharsets.UTF_8);
        ByteBuffer bytes = ByteBuffer.allocate(12 + utf8.length);
        bytes.putInt(number(filter)).putLong(key).put(utf8);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.array());
    }

    static PagePlace of(String cursor, Filter filter) {
        try {
            ByteBuffer bytes = ByteBuffer.wrap(Base64.getUrlDecoder().decode(cursor));
            int found = bytes.getInt();
            long key = bytes.getLong();
            byte[] utf8 = new byte[bytes.remaining()];
            bytes.get(utf8);
            if (found == number(filter)) {
                return new PagePlace(
                        key, TaskId.of(new String(utf8, StandardCharsets.UTF_8)).value());
            }
        } catch (RuntimeException e) {
            // Refused below, like a cursor of another list: neither was given out with this filter.
        }
        throw Refusals.invalid("cursor", "is not one that this list has answered", "leave it out for the first page");
    }

    /** The same in every process. */
    private static int number(Filter filter) {
        return List.of(
                        String.valueOf(filter.state()),
                        names(filter.queues()),
                        names(filter.types()),
                        filter.idPrefix(),
                        String.valueOf(filter.due()))
                .hashCode();
    }

    private static String names(Selector selector) {
        return selector.names().map(names -> new TreeSet<>(names).toString()).orElse("any");
    }
}
