package dev.punctual.httpapi;

import java.util.Locale;

/** The kinds of error; their {@link #urn()} is stable and never reused. Immutable. Thread-safe. */
public enum ProblemType {
    /** A field, query parameter or header is not acceptable. */
    INVALID_FIELD(400, "A value is not acceptable"),
    /** A field or query parameter does not exist. */
    UNKNOWN_FIELD(400, "A name is not known"),
    /** A due time is before 2000 or beyond the horizon. */
    OUT_OF_RANGE(400, "A time is out of range"),
    /** The body is not JSON in UTF-8. */
    MALFORMED_JSON(400, "The body is not well-formed JSON"),
    /** The request is not HTTP as it should be. */
    BAD_REQUEST(400, "The request cannot be read"),
    /** The request came from a web page of somebody else, or under a name that is not this server's. */
    FORBIDDEN(403, "The request is not allowed"),
    /** No task has this id. */
    NOT_FOUND(404, "There is no such task"),
    /** No call has this path. */
    NO_SUCH_PATH(404, "There is no such path"),
    /** The path does not take this method. */
    METHOD_NOT_ALLOWED(405, "The method is not allowed here"),
    /** The task is in a state in which this cannot be done; {@link Problem#reason()} says why. */
    CONFLICT(409, "The state of the task does not allow this"),
    /** The task has another revision than {@code If-Match} says. */
    STALE(412, "The task has changed meanwhile"),
    /** The payload, the headers or the body have too many bytes. */
    TOO_LARGE(413, "Too large"),
    /** The body has another media type than the call takes. */
    UNSUPPORTED_MEDIA_TYPE(415, "The media type is not supported"),
    /** Something failed that should not. */
    INTERNAL(500, "Internal error"),
    /** The store lacks an ability that the call needs. */
    UNSUPPORTED_BY_STORE(501, "The store does not offer this"),
    /** The store holds as many tasks as it may. */
    STORE_FULL(503, "The store is full"),
    /** The store cannot be reached; nothing was done. */
    STORE_UNAVAILABLE(503, "The store is unavailable"),
    /** The store failed and may or may not have done what was asked: repeat under the same id or Idempotency-Key. */
    OUTCOME_UNKNOWN(503, "The outcome is unknown"),
    /** The server is busy with other large requests. */
    OVERLOADED(503, "The server is busy");

    private static final String PREFIX = "urn:punctual:problem:";

    private final int status;
    private final String title;

    ProblemType(int status, String title) {
        this.status = status;
        this.title = title;
    }

    /** Returns the value of {@code type}. */
    public String urn() {
        return PREFIX + name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns the HTTP status that goes with it. */
    public int status() {
        return status;
    }

    /** Returns the value of {@code title}. */
    public String title() {
        return title;
    }
}
