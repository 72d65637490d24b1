/**
 * Hand-moved time, a worker that is stepped through it, and stores and connections that fail as they are told, for
 * tests of your own code and of ours.
 */
@NullMarked
package dev.punctual.testing;

import org.jspecify.annotations.NullMarked;
