@NullMarked
package dev.punctual.server;

import org.jspecify.annotations.NullMarked;
