/** Tests of the command line: against a scripted server, and against the real one. */
@NullMarked
package dev.punctual.cli;

import org.jspecify.annotations.NullMarked;
