package dev.punctual;

import org.jspecify.annotations.Nullable;

/** Thrown by a handler: this task can never succeed, bury it at once. */
public final class NotRetryableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Makes the exception. */
    public NotRetryableException(String message) {
        super(message);
    }

    /** Makes the exception. */
    public NotRetryableException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
