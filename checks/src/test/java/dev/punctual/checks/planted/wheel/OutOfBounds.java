package dev.punctual.checks.planted.wheel;

import com.tngtech.archunit.base.HasDescription;

/** Reaches for a neighbour and a library that its package may not see. */
public final class OutOfBounds {
    static final Class<?> NEIGHBOUR = dev.punctual.checks.planted.memory.OutOfBounds.class;
    static final Class<?> LIBRARY = HasDescription.class;
}
