package dev.punctual.worker;

import dev.punctual.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

/** Clocks that stand still until a test moves them. */
final class HandMovedTime implements TimeSource {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final AtomicLong nanos = new AtomicLong();

    @Override
    public Instant now() {
        return START.plusNanos(nanos.get());
    }

    @Override
    public long nanoTime() {
        return nanos.get();
    }

    void advance(Duration span) {
        nanos.addAndGet(span.toNanos());
    }
}
