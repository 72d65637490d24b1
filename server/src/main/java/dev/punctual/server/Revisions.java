package dev.punctual.server;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The revision of a task as an entity tag. Thread-safe. */
final class Revisions {

    static final String IF_MATCH = "If-Match";

    private static final Pattern TAG = Pattern.compile("\"?([0-9]{1,18})\"?");

    private Revisions() {}

    /** Returns the revision that a caller expects, or null for any. */
    static @Nullable Long ifMatch(@Nullable String header) {
        if (header == null || header.equals("*")) {
            return null;
        }
        Matcher tag = TAG.matcher(header);
        if (!tag.matches()) {
            throw ProblemException.invalid(
                    IF_MATCH, "must be one revision, as in the ETag of the task, was " + Words.quote(header), "\"7\"");
        }
        return Long.valueOf(tag.group(1));
    }
}
