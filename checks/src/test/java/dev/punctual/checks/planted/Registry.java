package dev.punctual.checks.planted;

/** Keeps static state. */
final class Registry {
    @SuppressWarnings("NonFinalStaticField") // The breach that is planted here.
    static String latest = "";
}
