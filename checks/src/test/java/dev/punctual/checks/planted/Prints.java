package dev.punctual.checks.planted;

/** Talks to a terminal from a library. */
final class Prints {
    void hello() {
        System.out.println("hello");
    }
}
