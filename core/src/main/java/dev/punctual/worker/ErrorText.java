package dev.punctual.worker;

/** What is kept of something thrown: the name of its class and its message. Never fails. Thread-safe. */
final class ErrorText {

    /** What stands for a message that cannot be told. */
    static final String UNTOLD = "(its message failed)";

    private ErrorText() {}

    static String of(Throwable thrown) {
        String name = thrown.getClass().getName();
        try {
            String message = thrown.getLocalizedMessage();
            return message == null || message.isEmpty() ? name : name + ": " + message;
        } catch (Throwable e) {
            return name + ": " + UNTOLD;
        }
    }
}
