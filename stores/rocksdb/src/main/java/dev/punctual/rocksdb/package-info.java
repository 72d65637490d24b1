/** The embedded store: durable, in one process, nothing to install. */
@NullMarked
package dev.punctual.rocksdb;

import org.jspecify.annotations.NullMarked;
