package dev.punctual.cli;

/** The demo cannot go on; the message says why, to a person. */
final class DemoFailure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    DemoFailure(String message) {
        super(message);
    }
}
