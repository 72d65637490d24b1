/** The commands of ./punctual, over the HTTP API. */
@NullMarked
package dev.punctual.cli;

import org.jspecify.annotations.NullMarked;
