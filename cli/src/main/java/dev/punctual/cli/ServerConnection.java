package dev.punctual.cli;

import dev.punctual.httpapi.ApiJson;
import dev.punctual.httpapi.Problem;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/**
 * Calls of one Punctual server. An answer comes back whatever its status; a server that does not answer, or is no
 * Punctual server, ends the command with one sentence.
 *
 * <p>Thread-safe.
 */
final class ServerConnection {

    /** How long a server may take to accept a connection. */
    static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
    /** How long a server may take to answer. */
    static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(30);

    private static final int PORT_MAX = 65_535;

    /**
     * What the server said.
     *
     * @param status the HTTP status
     * @param body a JSON document, on one line
     */
    record Answer(int status, String body) {

        boolean isYes() {
            return status >= 200 && status < 300;
        }

        /** Returns this answer if it is a yes, else ends the command with what the server said. */
        Answer orFail() {
            if (isYes()) {
                return this;
            }
            throw CommandFailure.of(problem());
        }

        /** Returns the record that the body holds. */
        <T> T as(Class<T> type) {
            try {
                return ApiJson.read(body, type);
            } catch (JacksonException e) {
                throw CommandFailure.unreachable("the server's answer cannot be read as a " + type.getSimpleName()
                        + " (" + e.getOriginalMessage() + "); are its version and this one's the same?");
            }
        }

        /** Returns what the server said against it. */
        Problem problem() {
            return as(Problem.class);
        }
    }

    private final URI server;
    private final HttpClient http;

    ServerConnection(URI server) {
        this.server = server;
        this.http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(CONNECT_TIMEOUT)
                .followRedirects(HttpClient.Redirect.NEVER)
                .build();
    }

    /**
     * Returns the address of a server as a person writes it.
     *
     * @throws CommandFailure if it is none
     */
    static URI address(String text) {
        try {
            URI address = URI.create(text.endsWith("/") ? text.substring(0, text.length() - 1) : text);
            boolean http =
                    "http".equalsIgnoreCase(address.getScheme()) || "https".equalsIgnoreCase(address.getScheme());
            boolean port = address.getPort() <= PORT_MAX;
            if (http && port && address.getHost() != null && address.getRawQuery() == null) {
                return address;
            }
        } catch (IllegalArgumentException e) {
            // Said below, in words of ours.
        }
        throw CommandFailure.usage("--server: \"" + text + "\" is no address of a server; for example "
                + CommonOptions.DEFAULT_SERVER + ".");
    }

    URI server() {
        return server;
    }

    Answer get(String path) {
        return send("GET", path, null);
    }

    /**
     * Returns the answer to one call.
     *
     * @param path path and query, encoded
     * @param json the body, or null for none
     * @throws CommandFailure if there is no answer, or not from a Punctual server
     */
    Answer send(String method, String path, @Nullable String json) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server + path))
                .timeout(ANSWER_TIMEOUT)
                .header("Accept", "application/json, application/problem+json");
        if (json == null) {
            request.method(method, BodyPublishers.noBody());
        } else {
            request.method(method, BodyPublishers.ofString(json, StandardCharsets.UTF_8))
                    .header("Content-Type", "application/json");
        }
        HttpResponse<String> response = exchange(request.build());
        String kind = response.headers().firstValue("Content-Type").orElse("");
        boolean ours =
                response.statusCode() < 300 ? kind.startsWith("application/json") : kind.startsWith(Problem.MEDIA_TYPE);
        if (!ours) {
            throw CommandFailure.unreachable(server + " answers, but not as a Punctual server does (status "
                    + response.statusCode() + "); check --server and PUNCTUAL_SERVER.");
        }
        return new Answer(response.statusCode(), JsonText.oneLine(response.body()));
    }

    private HttpResponse<String> exchange(HttpRequest request) {
        try {
            return http.send(request, BodyHandlers.ofString(StandardCharsets.UTF_8));
        } catch (HttpTimeoutException e) {
            throw CommandFailure.unreachable("the server at " + server + " did not answer in time ("
                    + ANSWER_TIMEOUT.toSeconds() + " s); what was asked may or may not have happened.");
        } catch (ConnectException e) {
            throw CommandFailure.unreachable("no server answers at " + server
                    + "; start one with: ./punctual serve (or name another with --server or PUNCTUAL_SERVER).");
        } catch (IOException e) {
            throw CommandFailure.unreachable("the connection to " + server + " broke off (" + e.getMessage()
                    + "); what was asked may or may not have happened.");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw CommandFailure.unreachable("interrupted while waiting for " + server + ".");
        }
    }
}
