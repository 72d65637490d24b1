@NullMarked
package dev.punctual.benchmarks;

import org.jspecify.annotations.NullMarked;
