/** The store in memory: the reference with which every other store is compared. */
@NullMarked
package dev.punctual.memory;

import org.jspecify.annotations.NullMarked;
