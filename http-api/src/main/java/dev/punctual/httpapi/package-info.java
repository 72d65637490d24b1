/** Requests, responses, paths and error types of the HTTP API, and how they are written as JSON; nothing else. */
@NullMarked
package dev.punctual.httpapi;

import org.jspecify.annotations.NullMarked;
