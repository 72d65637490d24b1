/** Requests, responses, paths and error types of the HTTP API; nothing else. */
@NullMarked
package dev.punctual.httpapi;

import org.jspecify.annotations.NullMarked;
