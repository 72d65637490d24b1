/** Architecture rules, repository tidiness and documentation snippets. */
@NullMarked
package dev.punctual.checks;

import org.jspecify.annotations.NullMarked;
