/** Measures whole paths of every store, and peers beside them. */
@NullMarked
package dev.punctual.benchmarks;

import org.jspecify.annotations.NullMarked;
