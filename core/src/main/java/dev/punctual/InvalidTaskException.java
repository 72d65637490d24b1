package dev.punctual;

/**
 * A value of a request is not acceptable: the message names the field, the limit and a right example. Nothing was
 * stored.
 */
public final class InvalidTaskException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    private final transient Refusal refusal;

    /** Makes the exception that says this refusal. */
    public InvalidTaskException(Refusal refusal) {
        super(refusal.message());
        this.refusal = refusal;
    }

    /** Returns what was refused and why. */
    public Refusal refusal() {
        return refusal;
    }
}
