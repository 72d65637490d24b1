/**
 * The server: the HTTP API over a store, and the delivery of webhooks.
 *
 * <p>A reader's order: {@link dev.punctual.server.PunctualServer} (start and stop), {@code ServerWiring} (what there
 * is), {@code TasksController} (a call), {@code TaskRequestReader} (strict input), {@code Problems} (every error),
 * {@code WebhookSink} (delivery).
 */
@NullMarked
package dev.punctual.server;

import org.jspecify.annotations.NullMarked;
