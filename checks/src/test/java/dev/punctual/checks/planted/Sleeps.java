package dev.punctual.checks.planted;

import java.time.Duration;

/** Sleeps without owning a thread. */
final class Sleeps {
    void nap() throws InterruptedException {
        Thread.sleep(Duration.ofMillis(1).toMillis());
    }
}
