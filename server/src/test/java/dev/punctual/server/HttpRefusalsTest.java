package dev.punctual.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.punctual.httpapi.ApiPaths;
import dev.punctual.httpapi.Problem;
import dev.punctual.httpapi.ProblemType;
import dev.punctual.httpapi.QueueList;
import dev.punctual.server.TestServer.Reply;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever is wrong is refused with problem details that name the field and a right value, and nothing is stored. */
class HttpRefusalsTest {

    private static final String REST = "\"type\":\"refused\",\"delay\":\"1h\",\"payload\":1";

    @RegisterExtension
    static final TestServer SERVER = new TestServer();

    static Stream<Arguments> wrongFields() {
        String base64 = "\"type\":\"refused\",\"delay\":\"1h\",\"payloadBase64\":";
        return Stream.of(
                arguments("{\"delay\":\"1h\",\"payload\":1}", "type", "missing"),
                arguments("{\"type\":7,\"delay\":\"1h\",\"payload\":1}", "type", "text"),
                arguments("{\"type\":\"a b\",\"delay\":\"1h\",\"payload\":1}", "type", "A-Z"),
                arguments("{\"type\":\"\",\"delay\":\"1h\",\"payload\":1}", "type", "1 to 128"),
                arguments("{\"queue\":\"订单\"," + REST + "}", "queue", "A-Z"),
                arguments("{\"id\":\"\"," + REST + "}", "id", "1 to 255"),
                arguments("{\"id\":\"" + "x".repeat(256) + "\"," + REST + "}", "id", "255"),
                arguments("{\"id\":\"" + "ü".repeat(128) + "\"," + REST + "}", "id", "256"),
                arguments("{\"id\":\"a\\u0000b\"," + REST + "}", "id", "control"),
                arguments("{\"id\":\"a\\nb\"," + REST + "}", "id", "control"),
                arguments("{\"id\":\"a\\u0085b\"," + REST + "}", "id", "control"),
                arguments("{\"id\":\"a\\ud800\"," + REST + "}", "id", "surrogate"),
                arguments("{\"id\":42," + REST + "}", "id", "text"),
                arguments("{\"id\":null," + REST + "}", "id", "null"),
                arguments("{\"id\":\"a\",\"id\":\"b\"," + REST + "}", "id", "twice"),
                arguments("{\"priority\":10," + REST + "}", "priority", "0 to 9"),
                arguments("{\"priority\":-1," + REST + "}", "priority", "0 to 9"),
                arguments("{\"priority\":4.5," + REST + "}", "priority", "whole number"),
                arguments("{\"priority\":\"4\"," + REST + "}", "priority", "whole number"),
                arguments("{\"priority\":99999999999," + REST + "}", "priority", "whole number"),
                arguments("{\"type\":\"refused\",\"delay\":\"1h\"}", "payload", "missing"),
                arguments("{\"payloadBase64\":\"\"," + REST + "}", "payloadBase64", "together"),
                arguments("{" + base64 + "\"a b\"}", "payloadBase64", "base64"),
                arguments("{" + base64 + "\"_-__\"}", "payloadBase64", "base64"),
                arguments("{" + base64 + "7}", "payloadBase64", "text"),
                arguments("{\"contentType\":\"json\"," + REST + "}", "contentType", "media type"),
                arguments("{\"contentType\":\"a/b\\r\\nX: y\"," + REST + "}", "contentType", "media type"),
                arguments("{\"contentType\":\"a/b; punctual=json\"," + REST + "}", "contentType", "punctual"),
                arguments("{\"contentType\":\"a/" + "b".repeat(254) + "\"," + REST + "}", "contentType", "240"),
                arguments("{\"headers\":[]," + REST + "}", "headers", "object"),
                arguments("{\"headers\":{\"a\":1}," + REST + "}", "headers.a", "text"),
                arguments("{\"headers\":{\"\":\"x\"}," + REST + "}", "headers", "empty name"),
                arguments("{\"ifExists\":\"KEEP\"," + REST + "}", "ifExists", "keep, replace or restart"),
                arguments("{\"expireAfter\":60," + REST + "}", "expireAfter", "unit"),
                arguments("{\"expireAfter\":\"0s\"," + REST + "}", "expireAfter", "positive"),
                arguments("{\"retry\":3," + REST + "}", "retry", "object"),
                arguments("{\"retry\":{\"maxAttempts\":0}," + REST + "}", "retry.maxAttempts", "1 to 1000000"),
                arguments("{\"retry\":{\"maxLosses\":1e9}," + REST + "}", "retry.maxLosses", "whole number"),
                arguments("{\"retry\":{\"factor\":0.5}," + REST + "}", "retry.factor", "1 to 100"),
                arguments("{\"retry\":{\"factor\":1e400}," + REST + "}", "retry.factor", "1 to 100"),
                arguments("{\"retry\":{\"factor\":\"2\"}," + REST + "}", "retry.factor", "number"),
                arguments("{\"retry\":{\"firstDelay\":5}," + REST + "}", "retry.firstDelay", "unit"),
                arguments("{\"retry\":{\"firstDelay\":\"366d\"}," + REST + "}", "retry.firstDelay", "365 days"),
                arguments(
                        "{\"retry\":{\"firstDelay\":\"2h\",\"maxDelay\":\"1h\"}," + REST + "}",
                        "retry.maxDelay",
                        "PT2H"),
                arguments("{\"deliverTo\":{}," + REST + "}", "deliverTo.webhook", "missing"),
                arguments("{\"deliverTo\":{\"webhook\":\"http://x\"}," + REST + "}", "deliverTo.webhook", "object"),
                arguments("{\"deliverTo\":{\"webhook\":{}}," + REST + "}", "deliverTo.webhook.url", "missing"),
                arguments("[]", "body", "object"),
                arguments("7", "body", "object"));
    }

    @ParameterizedTest
    @MethodSource("wrongFields")
    void wrongFields_areNamed(String body, String field, String word) {
        Reply reply = SERVER.post(ApiPaths.TASKS, body);
        assertThat(reply.status()).as(reply.body()).isEqualTo(400);
        Problem problem = reply.problem();
        assertThat(problem.type()).isEqualTo(ProblemType.INVALID_FIELD.urn());
        assertThat(problem.field()).isEqualTo(field);
        assertThat(problem.detail()).startsWith(field + ": ").contains(word).doesNotContain("Exception");
        assertThat(problem.example()).isNotEqualTo("");
        assertNothingStored();
    }

    private static void assertNothingStored() {
        assertThat(SERVER.get(ApiPaths.QUEUES).as(QueueList.class).queues()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "'{\"tpye\":\"x\"}', tpye, type",
        "'{\"due_at\":\"x\"}', due_at, dueAt",
        "'{\"delayMs\":5}', delayMs, delay",
        "'{\"Payload\":5}', Payload, payload",
        "'{\"retry\":{\"maxAttempt\":5}}', retry.maxAttempt, retry.maxAttempts",
        "'{\"deliverTo\":{\"webhok\":{}}}', deliverTo.webhok, deliverTo.webhook",
        "'{\"deliverTo\":{\"webhook\":{\"uri\":\"x\"}}}', deliverTo.webhook.uri, deliverTo.webhook.url"
    })
    void unknownFields_areNamed_withTheNearestRightOne(String body, String field, String nearest) {
        Reply reply = SERVER.post(ApiPaths.TASKS, body.replaceFirst("}$", "," + REST + "}"));
        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.problem().type()).isEqualTo(ProblemType.UNKNOWN_FIELD.urn());
        assertThat(reply.problem().field()).isEqualTo(field);
        assertThat(reply.problem().example()).isEqualTo(nearest);
        assertThat(reply.problem().detail()).contains(field, nearest);
        assertNothingStored();
    }

    @Test
    void unknownFieldsUnlikeAny_areNamed_withAllThereAre() {
        Reply reply = SERVER.post(ApiPaths.TASKS, "{\"zzzzzzzzzzzz\":1}");
        assertThat(reply.problem().type()).isEqualTo(ProblemType.UNKNOWN_FIELD.urn());
        assertThat(reply.problem().detail()).contains("dueAt", "deliverTo");
    }

    @ParameterizedTest
    @CsvSource({
        "'', 1, 1",
        "'{', 1, 2",
        "'{\"type\":\"x\"', 1, 12",
        "'{\"type\":\n  \"x\",,}', 2, 7",
        "'{\"type\":\"x\"} {}', 1, 14",
        "'{\"type\":tru}', 1, 9",
        "'{type:1}', 1, 3",
        "'{\"a\":01}', 1, 7",
        "'{\"a\":NaN}', 1, 9"
    })
    void malformedJson_isRefusedWithLineAndColumn(String body, int line, int column) {
        Reply reply = SERVER.post(ApiPaths.TASKS, body);
        assertThat(reply.status()).isEqualTo(400);
        Problem problem = reply.problem();
        assertThat(problem.type()).isEqualTo(ProblemType.MALFORMED_JSON.urn());
        if (!body.isEmpty()) {
            assertThat(problem.line()).isEqualTo(line);
            assertThat(problem.column()).as(problem.detail()).isBetween(column - 2, column + 2);
            assertThat(problem.detail()).contains("line " + line);
        }
        assertThat(problem.detail()).doesNotContain("jackson", "Source", "Exception");
        assertNothingStored();
    }

    @Test
    void bodiesThatAreNotUtf8_areRefused() {
        byte[] latin1 = "{\"id\":\"\u00fc\"}".getBytes(StandardCharsets.ISO_8859_1);
        Reply reply = SERVER.send("POST", ApiPaths.TASKS, latin1);
        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.problem().detail()).contains("UTF-8", "index 7");
        assertThat(SERVER.send("POST", ApiPaths.TASKS, "{}".getBytes(StandardCharsets.UTF_16))
                        .status())
                .isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "text/plain",
                "application/x-www-form-urlencoded",
                "application/json; charset=iso-8859-1",
                "x",
                ""
            })
    void otherMediaTypes_are415(String type) {
        HttpRequest.Builder request =
                SERVER.request(ApiPaths.TASKS).POST(HttpRequest.BodyPublishers.ofString("{" + REST + "}"));
        if (!type.isEmpty()) {
            request.setHeader("Content-Type", type);
        }
        Reply reply = SERVER.send(request);
        assertThat(reply.status()).isEqualTo(415);
        assertThat(reply.problem().field()).isEqualTo("Content-Type");
        assertThat(reply.problem().example()).isEqualTo("application/json");
        assertNothingStored();
    }

    @Test
    void compressedBodies_are415() {
        Reply reply = SERVER.post(ApiPaths.TASKS, "{" + REST + "}", "Content-Encoding", "gzip");
        assertThat(reply.status()).isEqualTo(415);
        assertThat(reply.problem().field()).isEqualTo("Content-Encoding");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/", "/v1", "/v1/task", "/v1/tasks/", "/v1/tasks//run-now", "/v2/tasks", "/error", "/x/../y"})
    void otherPaths_are404(String path) {
        Reply reply = SERVER.get(path);
        assertThat(reply.status()).isEqualTo(404);
        assertThat(reply.problem().type()).isEqualTo(ProblemType.NO_SUCH_PATH.urn());
    }

    @ParameterizedTest
    @CsvSource({
        "PUT, /v1/tasks, 'GET, POST'", "DELETE, /v1/queues, GET", "POST, /v1/tasks/a, 'DELETE, GET, PATCH'",
        "GET, /v1/tasks/a/run-now, POST", "POST, /actuator/health, GET", "TRACE, /v1/tasks, ''"
    })
    void otherMethods_are405_withThoseAllowed(String method, String path, String allowed) {
        Reply reply = SERVER.send(SERVER.request(path).method(method, HttpRequest.BodyPublishers.noBody()));
        assertThat(reply.status()).isEqualTo(405);
        assertThat(reply.problem().status()).isEqualTo(405);
        for (String one : allowed.split(", ", -1)) {
            assertThat(reply.header("allow")).contains(one);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "state=dead, state, DEAD",
        "state=RUNING, state, RUNNING",
        "sate=DEAD, sate, state",
        "limit=0, limit, 100",
        "limit=1001, limit, 100",
        "limit=ten, limit, 100",
        "limit=1&limit=2, limit, ",
        "queue=a%20b, queue, default",
        "type=, type, ",
        "dueFrom=5&state=SCHEDULED, dueFrom, 2026-12-01T09:00:00Z",
        "dueTo=2026-01-01&state=SCHEDULED, dueTo, 2026-12-01T09:00:00Z",
        "dueFrom=2030-01-01T00:00:00Z, dueFrom, state=SCHEDULED",
        "dueFrom=2030-01-01T00:00:00Z&dueTo=2029-01-01T00:00:00Z&state=SCHEDULED, dueTo, 2026-12-01T09:00:00Z",
    })
    void wrongQueryParameters_areNamed(String query, String field, String example) {
        Reply reply = SERVER.get(ApiPaths.TASKS + "?" + query);
        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.problem().field()).isEqualTo(field);
        assertThat(reply.problem().example()).isEqualTo(example);
    }

    @Test
    void cursorsThatNobodyGaveOut_areRefused() {
        Reply reply = SERVER.get(ApiPaths.TASKS + "?cursor=nonsense");
        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.problem().field()).isEqualTo("cursor");
    }

    @Test
    void queryParameters_whereNoneBelong_areRefused() {
        assertThat(SERVER.delete(ApiPaths.task("a") + "?dryRun=true").problem().field())
                .isEqualTo("dryRun");
        assertThat(SERVER.get(ApiPaths.QUEUES + "?queue=a").status()).isEqualTo(400);
    }

    @Test
    void queueNamesThatCannotBe_areRefused() {
        Reply reply = SERVER.post("/v1/queues/a;b/pause");
        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.problem().field()).isEqualTo("queue");
        assertNothingStored();
    }

    @ParameterizedTest
    @ValueSource(strings = {"abc", "\"1\", \"2\"", "W/\"1\"", "1.5", "\"12345678901234567890\""})
    void ifMatch_thatIsNoRevision_isRefused(String tag) {
        Reply reply = SERVER.patch(ApiPaths.task("a"), "{\"delay\":\"1h\"}", "If-Match", tag);
        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.problem().field()).isEqualTo("If-Match");
    }

    @ParameterizedTest
    @CsvSource({
        "'{\"payload\":1}', dueAt",
        "'{\"delay\":\"1h\",\"type\":\"x\"}', type",
        "'{\"delay\":\"1h\",\"contentType\":\"text/plain\"}', contentType",
        "'{\"delay\":\"-1h\"}', delay"
    })
    void wrongReschedules_areNamed(String body, String field) {
        Reply reply = SERVER.patch(ApiPaths.task("a"), body);
        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.problem().field()).isEqualTo(field);
    }

    @Test
    void requestsOfForeignPages_areForbidden() {
        Reply foreign = SERVER.send(SERVER.request(ApiPaths.QUEUES).GET().setHeader("Origin", "http://example.com"));
        assertThat(foreign.status()).isEqualTo(403);
        assertThat(foreign.problem().type()).isEqualTo(ProblemType.FORBIDDEN.urn());
        Reply own = SERVER.send(SERVER.request(ApiPaths.QUEUES)
                .GET()
                .setHeader("Origin", SERVER.server().url().toString()));
        assertThat(own.status()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({
        "'GET /v1/queues HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n', 403",
        "'GET /v1/queues HTTP/1.1\r\nHost: abc.de\r\nConnection: close\r\n\r\n', 403",
        "'GET /v1/queues HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n', 200",
        "'GET /v1/queues HTTP/1.1\r\nHost: [::1]:7070\r\nConnection: close\r\n\r\n', 200",
        "'GET /v1/tasks/a|b HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n', 400",
        "'GET /v1/tasks/%zz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n', 400",
        "'GET /../../etc HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n', 400",
        "'GET /v1/queues HTTP/1.1\r\nConnection: close\r\n\r\n', 400",
        "'nonsense\r\n\r\n', 400"
    })
    void whatIsNotHttp_isAnsweredWithAProblem(String request, int status) throws IOException {
        try (Socket socket = new Socket(
                SERVER.server().url().getHost(), SERVER.server().url().getPort())) {
            socket.setSoTimeout(60_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            socket.getOutputStream().flush();
            InputStream in = socket.getInputStream();
            String answer = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            assertThat(answer).startsWith("HTTP/1.1 " + status).doesNotContain("<html", "Exception", "Tomcat");
            if (status != 200) {
                assertThat(answer).contains("Content-Type: " + Problem.MEDIA_TYPE, "\"status\":" + status);
            }
        }
    }
}
