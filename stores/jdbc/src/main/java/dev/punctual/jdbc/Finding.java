package dev.punctual.jdbc;

import dev.punctual.StoreException;
import dev.punctual.StoreException.Kind;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Something about a database that the store cannot work with.
 *
 * @param problem what there is
 * @param needed what there must be
 * @param cure the statement or setting that makes it so
 */
record Finding(String problem, String needed, String cure) {

    private String line() {
        return problem + "; must be " + needed + "; cure: " + cure;
    }

    /**
     * Refuses a database with everything that was found.
     *
     * @throws StoreException if there is any finding
     */
    static void requireNone(List<Finding> findings) {
        if (!findings.isEmpty()) {
            throw new StoreException(
                    "jdbc",
                    findings.stream()
                            .map(Finding::line)
                            .collect(Collectors.joining("\n  ", "the database is not what the store needs:\n  ", "")),
                    Kind.FATAL,
                    null);
        }
    }
}
