/**
 * Holds the rules that keep this repository as it is described: what may depend on what, what may not appear in the
 * code, and whether files, links and documentation snippets are in order.
 *
 * <p>A rule counts only if it can fail: each one is also run over a planted breach.
 */
@NullMarked
package dev.punctual.checks;

import org.jspecify.annotations.NullMarked;
