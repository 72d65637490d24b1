/**
 * The engine of stores that live inside the process: every operation of the port over a few ordered tables, done by one
 * thread at a time. The memory store and the RocksDB store differ only in their tables and in how they commit.
 */
@NullMarked
package dev.punctual.embedded;

import org.jspecify.annotations.NullMarked;
