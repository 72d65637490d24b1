package dev.punctual.checks.planted;

/** Breaks nothing: a time source may read the clock. */
final class SystemTime implements TimeSource {
    @Override
    public long now() {
        return System.currentTimeMillis();
    }
}
