package dev.punctual.worker;

import java.time.Duration;

/** One duty of a worker, cut into bounded pieces. Run by one thread at a time. */
interface Role {

    /** What {@link #step()} returns when there is nothing to do until somebody says so. */
    Duration UNTIL_WOKEN = Duration.ofDays(365);

    /** Does one bounded piece of work and returns how long to wait before the next; zero for none. May throw. */
    Duration step();
}
