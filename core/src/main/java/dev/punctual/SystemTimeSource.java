package dev.punctual;

import java.time.Instant;

/** The clocks of this machine. Thread-safe. */
enum SystemTimeSource implements TimeSource {
    INSTANCE;

    @Override
    public Instant now() {
        return Instant.now();
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }
}
