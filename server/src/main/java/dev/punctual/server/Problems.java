package dev.punctual.server;

import dev.punctual.InvalidTaskException;
import dev.punctual.Refusal;
import dev.punctual.StoreException;
import dev.punctual.UnsupportedByStoreException;
import dev.punctual.httpapi.Problem;
import dev.punctual.httpapi.ProblemType;
import org.jspecify.annotations.Nullable;

/** Turns what went wrong into the problem that the caller is told. Thread-safe. */
final class Problems {

    private Problems() {}

    /** Returns the problem of an exception that is meant for the caller, or null for one that is not. */
    static @Nullable Problem of(Throwable trouble) {
        if (trouble instanceof ProblemException e) {
            return e.problem();
        }
        if (trouble instanceof InvalidTaskException e) {
            return of(e.refusal());
        }
        if (trouble instanceof UnsupportedByStoreException e) {
            return Problem.of(ProblemType.UNSUPPORTED_BY_STORE, String.valueOf(e.getMessage()));
        }
        return trouble instanceof StoreException e ? of(e) : null;
    }

    /** Returns the problem of a refused value. */
    static Problem of(Refusal refusal) {
        ProblemType type = switch (refusal.reason()) {
            case INVALID -> ProblemType.INVALID_FIELD;
            case TOO_LARGE -> ProblemType.TOO_LARGE;
            case OUT_OF_RANGE -> ProblemType.OUT_OF_RANGE;
            case STORE_FULL -> ProblemType.STORE_FULL;
            case BUSY -> ProblemType.STORE_UNAVAILABLE;
        };
        return Problem.of(type, refusal.message())
                .at(refusal.field(), refusal.example().isEmpty() ? null : refusal.example());
    }

    private static @Nullable Problem of(StoreException trouble) {
        ProblemType type = switch (trouble.kind()) {
            case FULL -> ProblemType.STORE_FULL;
            case REFUSED -> ProblemType.INVALID_FIELD;
            case UNAVAILABLE, FATAL -> ProblemType.STORE_UNAVAILABLE;
            case OUTCOME_UNKNOWN -> ProblemType.OUTCOME_UNKNOWN;
        };
        return Problem.of(type, Words.clean(String.valueOf(trouble.getMessage()), 500));
    }
}
