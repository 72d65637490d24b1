/** Hand-moved time and a worker that is stepped through it, for tests of your own code and of ours. */
@NullMarked
package dev.punctual.testing;

import org.jspecify.annotations.NullMarked;
