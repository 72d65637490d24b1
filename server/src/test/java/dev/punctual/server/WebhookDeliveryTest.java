package dev.punctual.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.punctual.httpapi.ApiJson;
import dev.punctual.httpapi.ApiPaths;
import dev.punctual.httpapi.DeliverTo;
import dev.punctual.httpapi.PathId;
import dev.punctual.httpapi.RetrySettings;
import dev.punctual.httpapi.ScheduleRequest;
import dev.punctual.httpapi.TaskView;
import dev.punctual.server.Receiver.Answer;
import dev.punctual.server.Receiver.Call;
import dev.punctual.server.TestServer.Reply;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class WebhookDeliveryTest {

    private static final byte[] KEY = "0123456789abcdef0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
    private static final String SECRET = "whsec_" + Base64.getEncoder().encodeToString(KEY);

    @RegisterExtension
    static final TestServer SERVER = new TestServer("--allow-private-webhooks", "--webhook-secret", SECRET);

    @RegisterExtension
    static final TestServer GUARDED = new TestServer();

    @RegisterExtension
    static final Receiver RECEIVER = new Receiver();

    private static ScheduleRequest.Builder task(String id) {
        return ScheduleRequest.builder("hook")
                .id(id)
                .delay("0s")
                .payload("{\"order\" : 42}")
                .retry(new RetrySettings(3, 3, "1ms", 1.0, "1ms"))
                .deliverTo(DeliverTo.webhook(RECEIVER.url("/hook?x=1")));
    }

    private static void schedule(ScheduleRequest.Builder task) {
        Reply reply = SERVER.post(ApiPaths.TASKS, ApiJson.write(task.build()));
        assertThat(reply.status()).as(reply.body()).isEqualTo(201);
    }

    private static TaskView finished(String id) {
        return await().atMost(Duration.ofSeconds(30))
                .until(() -> SERVER.get(ApiPaths.task(id)).as(TaskView.class), task -> task.finishedAt() != null);
    }

    @Test
    void aDueTask_isDeliveredSigned() throws Exception {
        schedule(task("signed").contentType("application/vnd.order+json"));
        TaskView task = finished("signed");
        assertThat(task.state()).isEqualTo("SUCCEEDED");
        Call call = RECEIVER.calls("signed").get(0);
        assertThat(call.body()).isEqualTo("{\"order\" : 42}");
        assertThat(call.header("content-type")).isEqualTo("application/vnd.order+json");
        assertThat(call.header("punctual-attempt")).isEqualTo("1");
        assertThat(call.header("punctual-token")).isEqualTo(Long.toString(task.token()));
        assertThat(call.header("punctual-due-at")).isEqualTo(ApiJson.write(task.dueAt()));
        assertThat(Instant.ofEpochSecond(Long.parseLong(call.header("webhook-timestamp"))))
                .isBetween(Instant.now().minusSeconds(60), Instant.now());
        assertThat(call.header("webhook-signature")).isEqualTo("v1," + expectedSignature(call));
        assertThat(call.header("webhook-id")).matches("[A-Za-z0-9_-]{43}");
    }

    private static String expectedSignature(Call call) throws Exception {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(KEY, "HmacSHA256"));
        String signed = call.header("webhook-id") + "." + call.header("webhook-timestamp") + "." + call.body();
        return Base64.getEncoder().encodeToString(mac.doFinal(signed.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void everyByte_isDelivered() {
        byte[] bytes = new byte[256];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) i;
        }
        schedule(task("bytes").payload(null).payloadBase64(Base64.getEncoder().encodeToString(bytes)));
        finished("bytes");
        Call call = RECEIVER.calls("bytes").get(0);
        assertThat(call.bytes()).isEqualTo(bytes);
        assertThat(call.header("content-type")).isEqualTo("application/octet-stream");
    }

    @Test
    void idsThatFitNoHeader_areSentInTheEncodedForm() {
        schedule(task("订单 😀"));
        String marked = PathId.mark("订单 😀");
        finished("订单 😀");
        assertThat(RECEIVER.calls(marked)).hasSize(1);
        assertThat(WebhookSink.idHeader("a b")).isEqualTo("a b");
        assertThat(WebhookSink.idHeader(" a")).isEqualTo(PathId.mark(" a"));
        assertThat(WebhookSink.idHeader("~a")).isEqualTo(PathId.mark("~a"));
    }

    @Test
    void failures_areRetriedUnderTheSameWebhookId_untilTheTaskIsDead() {
        RECEIVER.answerNext(new Answer(500), new Answer(404), new Answer(418));
        schedule(task("failing"));
        TaskView task = finished("failing");
        assertThat(task.state()).isEqualTo("DEAD");
        assertThat(task.failures()).isEqualTo(3);
        assertThat(task.lastError()).contains("receiver answered 418: answer 418");
        List<Call> calls = RECEIVER.calls("failing");
        assertThat(calls).extracting(call -> call.header("punctual-attempt")).containsExactly("1", "2", "3");
        assertThat(calls)
                .extracting(call -> call.header("webhook-id"))
                .containsOnly(calls.get(0).header("webhook-id"));
        assertThat(calls).extracting(call -> call.header("punctual-token")).doesNotHaveDuplicates();
    }

    @Test
    void gone_buriesAtOnce() {
        RECEIVER.answerNext(new Answer(410));
        schedule(task("gone"));
        TaskView task = finished("gone");
        assertThat(task.state()).isEqualTo("DEAD");
        assertThat(RECEIVER.calls("gone")).hasSize(1);
    }

    @Test
    void retryAfter_isKept() {
        RECEIVER.answerNext(new Answer(503, Map.of("Retry-After", "3600")));
        schedule(task("later"));
        TaskView task = await().atMost(Duration.ofSeconds(30))
                .until(
                        () -> SERVER.get(ApiPaths.task("later")).as(TaskView.class),
                        view -> view.failures() == 1 && view.state().equals("SCHEDULED"));
        assertThat(task.dueAt())
                .isBetween(Instant.now().plusSeconds(3500), Instant.now().plusSeconds(3601));
        assertThat(SERVER.delete(ApiPaths.task("later")).status()).isEqualTo(200);
    }

    @Test
    void retryAfter_beyondAllBounds_isTheLongestWait() {
        RECEIVER.answerNext(new Answer(503, Map.of("Retry-After", "9".repeat(30))));
        schedule(task("much-later"));
        TaskView task = await().atMost(Duration.ofSeconds(30))
                .until(
                        () -> SERVER.get(ApiPaths.task("much-later")).as(TaskView.class),
                        view -> view.failures() == 1 && view.state().equals("SCHEDULED"));
        assertThat(task.dueAt()).isAfter(Instant.now().plus(Duration.ofDays(364)));
        assertThat(SERVER.delete(ApiPaths.task("much-later")).status()).isEqualTo(200);
    }

    @Test
    void retryAfter_asADateInThePast_isNow() {
        RECEIVER.answerNext(new Answer(429, Map.of("Retry-After", "Wed, 21 Oct 2015 07:28:00 GMT")));
        schedule(task("past-date").retry(new RetrySettings(2, 3, "1h", 1.0, "1h")));
        assertThat(finished("past-date").state()).isEqualTo("SUCCEEDED");
        assertThat(RECEIVER.calls("past-date")).hasSize(2);
    }

    @Test
    void redirects_areNotFollowed() {
        RECEIVER.answerNext(new Answer(302, Map.of("Location", RECEIVER.url("/elsewhere"))));
        schedule(task("redirect").retry(new RetrySettings(1, 3, "1ms", 1.0, "1ms")));
        TaskView task = finished("redirect");
        assertThat(task.state()).isEqualTo("DEAD");
        assertThat(task.lastError()).contains("302", "redirects are not followed");
        assertThat(RECEIVER.calls("redirect")).hasSize(1);
    }

    @Test
    void nobodyListening_isAFailure() throws IOException {
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        schedule(task("nobody")
                .retry(new RetrySettings(1, 3, "1ms", 1.0, "1ms"))
                .deliverTo(DeliverTo.webhook("http://127.0.0.1:" + port + "/")));
        assertThat(finished("nobody").state()).isEqualTo("DEAD");
    }

    @Test
    void tasksWithoutWebhook_areLeftToWorkers() {
        schedule(task("pulled").deliverTo(null));
        schedule(task("delivered"));
        finished("delivered");
        assertThat(SERVER.get(ApiPaths.task("pulled")).as(TaskView.class).state())
                .isEqualTo("SCHEDULED");
    }

    @Test
    void privateAddresses_areRefusedWhenScheduled() {
        Reply reply = GUARDED.post(ApiPaths.TASKS, ApiJson.write(task("private").build()));
        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.problem().field()).isEqualTo("deliverTo.webhook.url");
        assertThat(reply.problem().detail()).contains("private", "--allow-private-webhooks");
        assertThat(reply.problem().example()).startsWith("https://");
    }
}
