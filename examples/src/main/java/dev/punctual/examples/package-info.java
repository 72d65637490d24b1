/** One feature per runnable file. */
@NullMarked
package dev.punctual.examples;

import org.jspecify.annotations.NullMarked;
