package dev.punctual.httpapi;

import org.jspecify.annotations.Nullable;

/**
 * An error, sent as {@value #MEDIA_TYPE} (RFC 9457).
 *
 * <p>Immutable. Thread-safe.
 *
 * @param type the kind of error, stable for programs: {@link ProblemType#urn()}
 * @param title the kind of error in words
 * @param status the HTTP status
 * @param detail what is wrong, with the value and the limit, in one sentence
 * @param field the field, query parameter or header at fault, or null
 * @param example a right value, or null
 * @param line the line at which malformed JSON was noticed, from 1, or null
 * @param column the column at which malformed JSON was noticed, from 1, or null
 * @param reason of a conflict: RUNNING, FINISHED, PAUSED or NOT_DEAD; null otherwise
 * @param task of a conflict: the task as it stands; null otherwise
 */
public record Problem(
        String type,
        String title,
        int status,
        String detail,
        @Nullable String field,
        @Nullable String example,
        @Nullable Integer line,
        @Nullable Integer column,
        @Nullable String reason,
        @Nullable TaskAnswer task) {

    /** The content type of problems. */
    public static final String MEDIA_TYPE = "application/problem+json";

    /** Returns the problem of this type. */
    public static Problem of(ProblemType type, String detail) {
        return new Problem(type.urn(), type.title(), type.status(), detail, null, null, null, null, null, null);
    }

    /** Returns this problem with the field at fault and a right value for it. */
    public Problem at(String newField, @Nullable String newExample) {
        return new Problem(type, title, status, detail, newField, newExample, line, column, reason, task);
    }

    /** Returns this problem with the place in the body where it was noticed. */
    public Problem at(int newLine, int newColumn) {
        return new Problem(type, title, status, detail, field, example, newLine, newColumn, reason, task);
    }

    /** Returns this problem with the reason of a conflict and the task as it stands. */
    public Problem because(String newReason, TaskAnswer newTask) {
        return new Problem(type, title, status, detail, field, example, line, column, newReason, newTask);
    }
}
