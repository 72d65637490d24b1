package dev.punctual.checks.planted;

/** Has a name that belongs to the JDK. */
final class Timer {}
