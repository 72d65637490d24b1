/** Runs due tasks: polls, runs handlers, settles, renews leases, reclaims lost ones, prunes. */
@NullMarked
package dev.punctual.worker;

import org.jspecify.annotations.NullMarked;
