package dev.punctual.checks.planted;

import java.io.ObjectInputStream;

/** Names a serialization stream. */
final class ReadsObjects {
    static final Class<?> STREAM = ObjectInputStream.class;
}
