package dev.punctual.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.Report;
import dev.punctual.RunHistory;
import dev.punctual.TaskId;
import dev.punctual.TaskRecord;
import dev.punctual.httpapi.ApiPaths;
import dev.punctual.httpapi.TaskAnswer;
import dev.punctual.server.TestServer.Reply;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HttpIdempotencyTest {

    private static final String TASK = "{\"type\":\"once\",\"delay\":\"1h\",\"payload\":1}";

    @RegisterExtension
    static final TestServer SERVER = new TestServer();

    @Test
    void aRepeat_getsTheFirstAnswer() {
        Reply first = SERVER.post(ApiPaths.TASKS, TASK, "Idempotency-Key", "k1");
        Reply again = SERVER.post(ApiPaths.TASKS, TASK, "Idempotency-Key", "k1");
        assertThat(first.status()).isEqualTo(201);
        assertThat(again.status()).isEqualTo(201);
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(SERVER.post(ApiPaths.TASKS, TASK, "Idempotency-Key", "k2").body())
                .isNotEqualTo(first.body());
    }

    @Test
    void anotherRequestUnderAUsedKey_isNotToldThatItWasCarriedOut() {
        SERVER.post(ApiPaths.TASKS, TASK, "Idempotency-Key", "k4");
        String other = TASK.replace("once", "another");
        Reply reply = SERVER.post(ApiPaths.TASKS, other, "Idempotency-Key", "k4");
        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.as(TaskAnswer.class).outcome()).isEqualTo("EXISTS");
    }

    @Test
    void aMissingId_isMadeOfTheKey() throws NoSuchAlgorithmException {
        MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
        sha256.update("schlüssel 7".getBytes(StandardCharsets.UTF_8));
        sha256.update((byte) 0);
        byte[] hash = sha256.digest(ByteBuffer.allocate(4).putInt(0).array());
        String expected = "ik-" + Base64.getUrlEncoder().withoutPadding().encodeToString(hash);
        assertThat(new IdempotencyKey("schlüssel 7").taskId(0)).isEqualTo(TaskId.of(expected));
        assertThat(new IdempotencyKey("schlüssel 7").taskId(1)).isNotEqualTo(TaskId.of(expected));
    }

    @Test
    void aRepeatWithAnIdOfItsOwn_getsTheFirstAnswer_evenAfterTheTaskRan() {
        String now = "{\"id\":\"own\",\"type\":\"own\",\"delay\":\"0s\",\"payload\":1,\"ifExists\":\"restart\"}";
        SERVER.post(ApiPaths.TASKS, now, "Idempotency-Key", "k3");
        TaskRecord claimed = SERVER.claim("own").get(0);
        SERVER.store().settle(List.of(Report.complete(claimed.id(), claimed.token(), RunHistory.EMPTY)));
        TaskAnswer again =
                SERVER.post(ApiPaths.TASKS, now, "Idempotency-Key", "k3").as(TaskAnswer.class);
        assertThat(again.outcome()).isEqualTo("CREATED");
        assertThat(again.state()).isEqualTo("SUCCEEDED");
        assertThat(SERVER.claim("own")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " "})
    void keysWithoutContent_areRefused(String key) {
        Reply reply = SERVER.post(ApiPaths.TASKS, TASK, "Idempotency-Key", key);
        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.problem().field()).isEqualTo("Idempotency-Key");
    }

    @Test
    void keysTooLong_areRefused() {
        Reply reply = SERVER.post(ApiPaths.TASKS, TASK, "Idempotency-Key", "k".repeat(256));
        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.problem().detail()).contains("255", "256");
    }
}
