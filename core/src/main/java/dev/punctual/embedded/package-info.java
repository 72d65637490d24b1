/** What stores inside one process share. */
@NullMarked
package dev.punctual.embedded;

import org.jspecify.annotations.NullMarked;
