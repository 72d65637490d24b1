package dev.punctual.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.Due;
import dev.punctual.NewTask;
import dev.punctual.Payload;
import dev.punctual.TaskClient;
import dev.punctual.TaskId;
import dev.punctual.TaskSpec;
import dev.punctual.httpapi.ApiPaths;
import dev.punctual.httpapi.ProblemType;
import dev.punctual.httpapi.TaskView;
import dev.punctual.server.TestServer.Reply;
import java.io.ByteArrayInputStream;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HttpPayloadsTest {

    private static final int PAYLOAD_MAX = 1 << 20;

    @RegisterExtension
    static final TestServer SERVER = new TestServer("--payload-max", "1MiB");

    private static Reply schedule(String id, String payloadField) {
        return SERVER.post(
                ApiPaths.TASKS,
                "{ \"id\":\"" + id + "\",\n \"type\":\"p\",\"delay\":\"1h\"," + payloadField + " \n}\n");
    }

    private static TaskView view(String id) {
        return SERVER.get(ApiPaths.task(id)).as(TaskView.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"a\" : 1.0,\"a\":1e400, \"big\":1410277790296653825}",
                "null",
                "true",
                "-0.0",
                "1E+2",
                "100000000000000000000000000000000000000000000000.10",
                "\"\\u0000 \\ud800 \\/ \\uD83D\\uDE00 😀 订\"",
                "[ 1 ,\t2,\r\n 3 ]",
                "{}",
                "\"\"",
                "{\"payload\":{\"payload\":\"}\"}}",
                "\"<img src=x onerror=alert(1)>\""
            })
    void payload_comesBackAsTheExactCharacters(String payload) {
        String id = "exact:" + payload.hashCode();
        assertThat(schedule(id, "\"payload\":  " + payload + "  ").status()).isEqualTo(201);
        TaskView task = view(id);
        assertThat(task.payload()).hasToString(payload);
        assertThat(task.payloadBase64()).isNull();
        assertThat(task.contentType()).isEqualTo("application/json");
        assertThat(SERVER.store()
                        .queries()
                        .find(TaskId.of(id))
                        .orElseThrow()
                        .spec()
                        .payload()
                        .bytes())
                .isEqualTo(payload.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void payload_longNumbersNamesAndNesting_comeBack() {
        String payload = "{\"" + "n".repeat(60_000) + "\":" + "9".repeat(50_000) + ",\"d\":" + "[".repeat(490)
                + "]".repeat(490) + "}";
        assertThat(schedule("long", "\"payload\":" + payload).status()).isEqualTo(201);
        assertThat(view("long").payload()).hasToString(payload);
    }

    @Test
    void payloadBase64_comesBackAsBase64_evenIfItIsJson() {
        String base64 = Base64.getEncoder().encodeToString("{\"a\":1}".getBytes(StandardCharsets.UTF_8));
        schedule("base64", "\"payloadBase64\":\"" + base64 + "\",\"contentType\":\"application/json\"");
        TaskView task = view("base64");
        assertThat(task.payload()).isNull();
        assertThat(task.payloadBase64()).isEqualTo(base64);
        assertThat(task.contentType()).isEqualTo("application/json");
    }

    @Test
    void payload_withAContentTypeOfItsOwn_isStillAPayload() {
        schedule("typed", "\"payload\":[1],\"contentType\":\"application/cloudevents+json; charset=utf-8\"");
        TaskView task = view("typed");
        assertThat(task.payload()).hasToString("[1]");
        assertThat(task.contentType()).isEqualTo("application/cloudevents+json; charset=utf-8");
    }

    @Test
    void payload_scheduledInProcess_comesBackAsBase64_whateverItClaims() {
        Payload claims = new Payload(new byte[] {'{'}, "application/json; punctual=json", 1);
        NewTask task = NewTask.of(TaskId.of("in-process"), TaskSpec.of("p", claims), Due.at(Instant.now()));
        SERVER.server().part(TaskClient.class).submit(task);
        assertThat(view("in-process").payloadBase64()).isEqualTo("ew==");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 65_535, 65_536, PAYLOAD_MAX - 1, PAYLOAD_MAX})
    void A25_payloadsUpToTheLimit_comeBackByteForByte(int size) {
        byte[] bytes = new byte[size];
        new Random(size).nextBytes(bytes);
        String base64 = Base64.getEncoder().encodeToString(bytes);
        String id = "bytes:" + size;
        assertThat(schedule(id, "\"payloadBase64\":\"" + base64 + "\"").status())
                .isEqualTo(201);
        assertThat(view(id).payloadBase64()).isEqualTo(base64);
    }

    @Test
    void A25_aPayloadOneByteOverTheLimit_isRefusedByName() {
        String base64 = Base64.getEncoder().encodeToString(new byte[PAYLOAD_MAX + 1]);
        Reply reply = schedule("over", "\"payloadBase64\":\"" + base64 + "\"");
        assertThat(reply.status()).isEqualTo(413);
        assertThat(reply.problem().type()).isEqualTo(ProblemType.TOO_LARGE.urn());
        assertThat(reply.problem().field()).isEqualTo("payload");
        assertThat(reply.problem().detail()).contains("1048576", "1048577");
        assertThat(SERVER.get(ApiPaths.task("over")).status()).isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(ints = {4 << 20, (16 << 20) + 1})
    void A25_bodiesOverTheLimit_areRefused_andTheServerGoesOn(int size) {
        String base64 = Base64.getEncoder().encodeToString(new byte[size]);
        Reply single = schedule("huge", "\"payloadBase64\":\"" + base64 + "\"");
        assertThat(single.status()).isEqualTo(413);
        assertThat(single.problem().field()).isEqualTo("body");
        assertThat(single.problem().detail()).contains("2097152");
        if (size > 16 << 20) {
            Reply batch = SERVER.post(ApiPaths.BATCH, "{\"tasks\":[],\"x\":\"" + base64 + "\"}");
            assertThat(batch.status()).isEqualTo(413);
            assertThat(batch.problem().detail()).contains("16777216");
        }
        assertThat(SERVER.get(ApiPaths.HEALTH).status()).isEqualTo(200);
    }

    @Test
    void bodiesOfUnknownLength_areBoundedAsWell() {
        byte[] body = new byte[Bodies.SINGLE_BYTES_MAX + 1];
        Reply reply = SERVER.send(SERVER.request(ApiPaths.TASKS)
                .setHeader("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(body))));
        assertThat(reply.status()).isEqualTo(413);
    }

    @ParameterizedTest
    @ValueSource(ints = {501, 100_000, 1_000_000})
    void deepNesting_isRefused_andTheServerGoesOn(int depth) {
        Reply reply = schedule("deep", "\"payload\":" + "[".repeat(depth) + "]".repeat(depth));
        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.problem().type()).isEqualTo(ProblemType.MALFORMED_JSON.urn());
        assertThat(reply.problem().detail()).contains("500");
        assertThat(SERVER.get(ApiPaths.HEALTH).status()).isEqualTo(200);
    }
}
