@NullMarked
package dev.punctual.jdbc;

import org.jspecify.annotations.NullMarked;
