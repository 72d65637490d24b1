package dev.punctual.httpapi;

/**
 * Where the server delivers a task itself.
 *
 * <p>Immutable. Thread-safe.
 *
 * @param webhook the receiver
 */
public record DeliverTo(Webhook webhook) {

    /**
     * A receiver that gets the payload by POST.
     *
     * @param url an absolute http or https URL
     */
    public record Webhook(String url) {}

    /** Returns the delivery to this URL. */
    public static DeliverTo webhook(String url) {
        return new DeliverTo(new Webhook(url));
    }
}
