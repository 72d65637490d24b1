package dev.punctual.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.httpapi.ApiPaths;
import dev.punctual.httpapi.BatchAnswer;
import dev.punctual.httpapi.BatchRequest;
import dev.punctual.httpapi.ProblemType;
import dev.punctual.httpapi.TaskView;
import dev.punctual.server.TestServer.Reply;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HttpBatchTest {

    @RegisterExtension
    static final TestServer SERVER = new TestServer();

    private static String item(String id, String payload) {
        return "{\"id\":\"" + id + "\",\"type\":\"batch\",\"delay\":\"1h\",\"payload\":" + payload + "}";
    }

    private static List<BatchAnswer.Item> schedule(String items, String... headers) {
        Reply reply = SERVER.post(ApiPaths.BATCH, "{\"tasks\": [" + items + "]}", headers);
        assertThat(reply.status()).as(reply.body()).isEqualTo(200);
        return reply.as(BatchAnswer.class).results();
    }

    @Test
    void badItems_doNotSinkTheOthers_andAnswersComeInOrder() {
        SERVER.running("running", "batch-running");
        List<BatchAnswer.Item> results = schedule(String.join(
                ",",
                item("b1", "{\"a\":1,\"a\": 2.0}"),
                "{\"id\":\"bad1\",\"tpye\":\"x\"}",
                item("b2", "1"),
                "7",
                item("b1", "9"),
                "{\"id\":\"bad2\",\"type\":\"batch\",\"dueAt\":\"1999-01-01T00:00:00Z\",\"payload\":1}",
                "{\"id\":\"bad3\",\"type\":\"batch\",\"delay\":\"1h\",\"payload\":\"" + "x".repeat(65_536) + "\"}",
                "{\"id\":\"running\",\"type\":\"batch\",\"delay\":\"1h\",\"payload\":1,\"ifExists\":\"replace\"}",
                item("b3", "null")));
        assertThat(results)
                .extracting(item ->
                        item.error() == null ? item.outcome() : item.error().type())
                .containsExactly(
                        "CREATED",
                        ProblemType.UNKNOWN_FIELD.urn(),
                        "CREATED",
                        ProblemType.INVALID_FIELD.urn(),
                        "EXISTS",
                        ProblemType.OUT_OF_RANGE.urn(),
                        ProblemType.TOO_LARGE.urn(),
                        "RUNNING",
                        "CREATED");
        assertThat(results.get(0).id()).isEqualTo("b1");
        assertThat(results.get(0).dueAt()).isEqualTo(results.get(4).dueAt());
        assertThat(results.get(5).id()).isEqualTo("bad2");
        assertThat(Objects.requireNonNull(results.get(1).error()).field()).isEqualTo("tpye");
        assertThat(SERVER.get(ApiPaths.task("b1")).as(TaskView.class).payload()).hasToString("{\"a\":1,\"a\": 2.0}");
        assertThat(SERVER.get(ApiPaths.task("bad2")).status()).isEqualTo(404);
    }

    @Test
    void noItems_areNoResults() {
        assertThat(schedule("")).isEmpty();
    }

    @Test
    void tenThousandItems_areTaken_oneMoreIsRefused() {
        String items = IntStream.range(0, BatchRequest.TASKS_MAX)
                .mapToObj(i -> item("many-" + i, "" + i))
                .collect(Collectors.joining(","));
        assertThat(schedule(items)).hasSize(BatchRequest.TASKS_MAX).allMatch(item -> "CREATED".equals(item.outcome()));
        assertThat(SERVER.get(ApiPaths.task("many-9999")).as(TaskView.class).payload())
                .hasToString("9999");

        Reply reply = SERVER.post(ApiPaths.BATCH, "{\"tasks\":[" + items + "," + item("over", "1") + "]}");
        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.problem().field()).isEqualTo("tasks");
        assertThat(reply.problem().detail()).contains("10000", "10001");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"tasks\":{}}", "{\"tasks\":\"x\"}", "[]", "{\"tasks\":[],\"more\":1}"})
    void whatIsNoBatch_isRefused(String body) {
        Reply reply = SERVER.post(ApiPaths.BATCH, body);
        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.problem().field()).isIn("tasks", "body", "more");
    }

    @Test
    void malformedJson_sinksTheWholeBatch() {
        Reply reply = SERVER.post(ApiPaths.BATCH, "{\"tasks\":[" + item("half", "1") + ",\n{]}");
        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.problem().line()).isEqualTo(2);
        assertThat(SERVER.get(ApiPaths.task("half")).status()).isEqualTo(404);
    }

    @Test
    void aRepeatUnderTheSameKey_getsTheFirstAnswers() {
        String items = "{\"type\":\"batch\",\"delay\":\"1h\",\"payload\":1}";
        List<BatchAnswer.Item> first = schedule(items + "," + items, "Idempotency-Key", "batch-key");
        List<BatchAnswer.Item> again = schedule(items + "," + items, "Idempotency-Key", "batch-key");
        assertThat(first).extracting(BatchAnswer.Item::id).doesNotHaveDuplicates();
        assertThat(again).isEqualTo(first);
    }
}
