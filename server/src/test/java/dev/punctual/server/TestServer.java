package dev.punctual.server;

import dev.punctual.ClaimRequest;
import dev.punctual.Report;
import dev.punctual.RunHistory;
import dev.punctual.Selector;
import dev.punctual.TaskRecord;
import dev.punctual.TaskStore;
import dev.punctual.httpapi.ApiJson;
import dev.punctual.httpapi.Problem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A real server over a memory store on a free port, for the tests of one class, and a client of it. */
final class TestServer implements BeforeAllCallback, AfterAllCallback {

    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(60);

    private final HttpClient client = HttpClient.newHttpClient();
    private final AtomicLong claimSeq = new AtomicLong();
    private final String[] arguments;
    private @Nullable PunctualServer server;

    TestServer(String... arguments) {
        this.arguments = arguments;
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        String[] all = new String[arguments.length + 4];
        System.arraycopy(new String[] {"--store", "memory:", "--port", "0"}, 0, all, 0, 4);
        System.arraycopy(arguments, 0, all, 4, arguments.length);
        server = PunctualServer.start(all);
    }

    @Override
    public void afterAll(ExtensionContext context) {
        server().close();
    }

    PunctualServer server() {
        if (server == null) {
            throw new IllegalStateException("not started");
        }
        return server;
    }

    TaskStore store() {
        return server().part(TaskStore.class);
    }

    /** What the server answered. */
    record Reply(int status, String body, java.net.http.HttpHeaders headers) {

        <T> T as(Class<T> type) {
            return ApiJson.read(body, type);
        }

        Problem problem() {
            if (!header("content-type").equals(Problem.MEDIA_TYPE)) {
                throw new AssertionError("no problem but " + status + " " + body);
            }
            return as(Problem.class);
        }

        String header(String name) {
            return headers.firstValue(name).orElse("");
        }
    }

    Reply get(String path) {
        return send(request(path).GET());
    }

    Reply delete(String path) {
        return send(request(path).DELETE());
    }

    Reply post(String path) {
        return send(request(path).POST(HttpRequest.BodyPublishers.noBody()));
    }

    Reply post(String path, String json, String... headers) {
        return send("POST", path, json.getBytes(StandardCharsets.UTF_8), headers);
    }

    Reply patch(String path, String json, String... headers) {
        return send("PATCH", path, json.getBytes(StandardCharsets.UTF_8), headers);
    }

    /** Sends a body as JSON; headers are names and values in turn. */
    Reply send(String method, String path, byte[] json, String... headers) {
        HttpRequest.Builder request = request(path)
                .setHeader("Content-Type", "application/json")
                .method(method, HttpRequest.BodyPublishers.ofByteArray(json));
        for (int i = 0; i < headers.length; i += 2) {
            request.setHeader(headers[i], headers[i + 1]);
        }
        return send(request);
    }

    HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(server().url() + path)).timeout(ANSWER_WITHIN);
    }

    Reply send(HttpRequest.Builder request) {
        try {
            HttpResponse<String> response =
                    client.send(request.build(), HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
            return new Reply(response.statusCode(), response.body(), response.headers());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Schedules a task of this type that is due now, and claims it. */
    TaskRecord running(String id, String type) {
        Reply reply =
                post("/v1/tasks", "{\"id\":\"" + id + "\",\"type\":\"" + type + "\",\"delay\":\"0s\",\"payload\":1}");
        if (reply.status() != 201) {
            throw new AssertionError(reply.body());
        }
        return claim(type).get(0);
    }

    /** Claims what is due of this type. */
    List<TaskRecord> claim(String type) {
        ClaimRequest.Wanted wanted = new ClaimRequest.Wanted(Selector.any(), Selector.of(type), Selector.of(""), 1);
        return store().claimDue(new ClaimRequest(
                        "test-worker", claimSeq.incrementAndGet(), 100, Duration.ofMinutes(10), wanted))
                .claims();
    }

    /** Schedules a task of this type, and buries it. */
    void dead(String id, String type) {
        TaskRecord claimed = running(id, type);
        store().settle(List.of(Report.bury(claimed.id(), claimed.token(), "for the test", RunHistory.EMPTY)));
    }
}
