package dev.punctual.server;

import dev.punctual.InvalidTaskException;
import dev.punctual.Refusal;
import dev.punctual.httpapi.Problem;
import dev.punctual.httpapi.ProblemType;
import org.jspecify.annotations.Nullable;

/** Ends a call with a problem. */
final class ProblemException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient Problem problem;

    ProblemException(Problem problem) {
        super(problem.detail(), null, false, false);
        this.problem = problem;
    }

    /** Returns the exception that ends a call with a problem of this type. */
    static ProblemException of(ProblemType type, String detail) {
        return new ProblemException(Problem.of(type, detail));
    }

    /** Returns the exception that refuses a value; the problem is the end of a sentence that begins with the field. */
    static InvalidTaskException invalid(String field, String problem, String example) {
        return new InvalidTaskException(new Refusal(Refusal.Reason.INVALID, field, problem, example));
    }

    /** Returns the exception that refuses a name that does not exist, with the nearest one that does. */
    static ProblemException unknown(String what, String name, @Nullable String nearest, Iterable<String> known) {
        String detail = Words.clean(name, 60) + ": there is no such " + what
                + (nearest == null ? "; known are " + String.join(", ", known) : "; did you mean " + nearest + "?");
        return new ProblemException(Problem.of(ProblemType.UNKNOWN_FIELD, detail)
                .at(Words.clean(name, 255), nearest == null ? known.iterator().next() : nearest));
    }

    Problem problem() {
        return problem;
    }
}
