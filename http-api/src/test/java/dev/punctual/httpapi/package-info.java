@NullMarked
package dev.punctual.httpapi;

import org.jspecify.annotations.NullMarked;
