/** The application API and, set apart from it, the port for store authors. */
@NullMarked
package dev.punctual;

import org.jspecify.annotations.NullMarked;
