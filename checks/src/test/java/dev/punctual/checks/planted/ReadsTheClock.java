package dev.punctual.checks.planted;

import java.time.Instant;

/** Reads a clock without being a time source. */
final class ReadsTheClock {
    Instant when() {
        return Instant.now();
    }
}
