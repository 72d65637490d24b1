@NullMarked
package dev.punctual.rocksdb;

import org.jspecify.annotations.NullMarked;
