/**
 * The engine of stores that live inside the process: every operation of the port over a few ordered tables, done by one
 * thread at a time. The memory store and the RocksDB store differ only in their tables and in how they commit.
 *
 * <p>For authors of stores that live in the process. Unlike {@code dev.punctual} it may change with any release.
 */
@NullMarked
package dev.punctual.embedded;

import org.jspecify.annotations.NullMarked;
