/** Very many deadlines at little cost: a timing wheel without a thread or a clock of its own. */
@NullMarked
package dev.punctual.wheel;

import org.jspecify.annotations.NullMarked;
