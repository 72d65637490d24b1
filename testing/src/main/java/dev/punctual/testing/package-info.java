/** Hand-moved time, a stepped worker and a faulty store, for tests of your own code and of ours. */
@NullMarked
package dev.punctual.testing;

import org.jspecify.annotations.NullMarked;
