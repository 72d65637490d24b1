package dev.punctual.search;

/** A promise was broken; the message says which. */
final class Violation extends RuntimeException {

    private static final long serialVersionUID = 1L;

    Violation(String broken) {
        super(broken, null, false, false);
    }

    /** Complains unless the promise was kept. */
    static void unless(boolean kept, String broken) {
        if (!kept) {
            throw new Violation(broken);
        }
    }
}
