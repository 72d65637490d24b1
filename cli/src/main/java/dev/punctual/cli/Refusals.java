package dev.punctual.cli;

import dev.punctual.httpapi.Problem;
import java.util.Locale;

/** Puts the problems that a server reports into one sentence and an exit code. Thread-safe. */
final class Refusals {

    private Refusals() {}

    /** Returns the problem as one sentence that names the field and a right value. */
    static String sentence(Problem problem) {
        StringBuilder sentence = new StringBuilder();
        String field = problem.field();
        String detail = problem.detail();
        if (field != null && !detail.toLowerCase(Locale.ROOT).startsWith(field.toLowerCase(Locale.ROOT))) {
            sentence.append(field).append(": ");
        }
        sentence.append(detail);
        String example = problem.example();
        if (example != null && !detail.contains(example)) {
            sentence.append(" (for example ").append(example).append(')');
        }
        return sentence.toString();
    }

    /** Returns the exit code that fits: a wrong value, a plain no, or a server that cannot do its work. */
    static int exitCode(Problem problem) {
        return switch (problem.status()) {
            case 400, 413, 414, 415, 422, 431 -> ExitCode.USAGE;
            default -> problem.status() >= 500 ? ExitCode.UNREACHABLE : ExitCode.NO;
        };
    }
}
