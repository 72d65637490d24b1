package dev.punctual.cli;

import dev.punctual.httpapi.Problem;
import org.jspecify.annotations.Nullable;

/** A command ends here: with one sentence for a person, an exit code, and what the server said, if it did. */
final class CommandFailure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final int exitCode;
    private final transient @Nullable Problem problem;

    private CommandFailure(int exitCode, String sentence, @Nullable Problem problem) {
        super(sentence);
        this.exitCode = exitCode;
        this.problem = problem;
    }

    /** Returns the failure of a wrong command line or value. */
    static CommandFailure usage(String sentence) {
        return new CommandFailure(ExitCode.USAGE, sentence, null);
    }

    /** Returns the failure of a server that is not there, or not able. */
    static CommandFailure unreachable(String sentence) {
        return new CommandFailure(ExitCode.UNREACHABLE, sentence, null);
    }

    /** Returns the failure that the server's own words describe. */
    static CommandFailure of(Problem problem) {
        return new CommandFailure(Refusals.exitCode(problem), Refusals.sentence(problem), problem);
    }

    int exitCode() {
        return exitCode;
    }

    String sentence() {
        return String.valueOf(getMessage());
    }

    /** Returns what the server said, or null if it said nothing. */
    @Nullable
    Problem problem() {
        return problem;
    }
}
