package dev.punctual.checks.planted.worker;

/** Breaks nothing: the loop may own a thread. */
final class RoleLoop {
    Thread thread(Runnable work) {
        return new Thread(work, "planted");
    }
}
