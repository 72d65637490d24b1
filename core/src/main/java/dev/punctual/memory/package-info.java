/** The in-memory store: the reference for every other store. */
@NullMarked
package dev.punctual.memory;

import org.jspecify.annotations.NullMarked;
