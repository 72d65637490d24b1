/** Examples: one feature a file, compiled and run by the build. */
@NullMarked
package dev.punctual.examples;

import org.jspecify.annotations.NullMarked;
