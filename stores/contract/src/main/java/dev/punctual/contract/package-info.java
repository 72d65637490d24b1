/** Executable tests that every store must pass. */
@NullMarked
package dev.punctual.contract;

import org.jspecify.annotations.NullMarked;
