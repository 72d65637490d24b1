@NullMarked
package dev.punctual.jackson;

import org.jspecify.annotations.NullMarked;
