package dev.punctual.httpapi;

/**
 * A JSON value as the exact characters that were sent: numbers, spacing, key order and duplicate keys untouched.
 *
 * <p>Immutable. Thread-safe.
 *
 * @param text the characters; one whole JSON value
 */
public record RawJson(String text) {

    @Override
    public String toString() {
        return text;
    }
}
