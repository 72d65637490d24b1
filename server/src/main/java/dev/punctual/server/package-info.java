/** The server: HTTP API over a store, webhook delivery. */
@NullMarked
package dev.punctual.server;

import org.jspecify.annotations.NullMarked;
