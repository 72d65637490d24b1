package dev.punctual.cli;

import dev.punctual.httpapi.Problem;
import org.jspecify.annotations.Nullable;

/**
 * An error as {@code --json} prints it.
 *
 * @param id the task it is about; left out if the command names only one
 * @param error the server's own words if it said no, else the sentence and nothing more
 */
record ErrorLine(@Nullable String id, Object error) {

    private record Sentence(String detail) {}

    static ErrorLine of(CommandFailure failure) {
        return of(null, failure);
    }

    static ErrorLine of(@Nullable String id, CommandFailure failure) {
        Problem problem = failure.problem();
        return new ErrorLine(id, problem != null ? problem : new Sentence(failure.sentence()));
    }
}
