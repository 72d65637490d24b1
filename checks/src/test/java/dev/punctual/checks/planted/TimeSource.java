package dev.punctual.checks.planted;

/** Breaks nothing: the port for time. */
interface TimeSource {
    long now();
}
