/** Hand-moved time, a worker that is stepped through it, and faults, for tests of your own code and of ours. */
@NullMarked
package dev.punctual.testing;

import org.jspecify.annotations.NullMarked;
