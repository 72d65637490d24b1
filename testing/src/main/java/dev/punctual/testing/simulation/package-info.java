/**
 * Seeded simulation of everything around a store: workers that crash and pause, clients, operators, clocks that step,
 * and a store that fails, in hand-moved time, one thing at a time. Begin with
 * {@link dev.punctual.testing.simulation.Simulation}.
 */
@NullMarked
package dev.punctual.testing.simulation;

import org.jspecify.annotations.NullMarked;
