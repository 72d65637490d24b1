/** Test suites that others published for their timers, run on our timing wheel by shadows of their classes. */
@NullMarked
package dev.punctual.suites;

import org.jspecify.annotations.NullMarked;
