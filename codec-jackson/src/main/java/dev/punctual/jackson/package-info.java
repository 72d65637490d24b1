/** Typed JSON payloads with Jackson 3. */
@NullMarked
package dev.punctual.jackson;

import org.jspecify.annotations.NullMarked;
