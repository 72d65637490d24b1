package dev.punctual.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.httpapi.ApiJson;
import dev.punctual.httpapi.ApiPaths;
import dev.punctual.httpapi.PathId;
import dev.punctual.httpapi.ProblemType;
import dev.punctual.httpapi.ScheduleRequest;
import dev.punctual.httpapi.TaskAnswer;
import dev.punctual.httpapi.TaskPage;
import dev.punctual.httpapi.TaskView;
import dev.punctual.server.TestServer.Reply;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Ids that a path, a query or a key could take for something else. */
class HttpIdsTest {

    @RegisterExtension
    static final TestServer SERVER = new TestServer();

    static Stream<String> hostileIds() {
        return Stream.of(
                "order:42",
                "a|b",
                "a/b",
                "/",
                "a//b",
                "a b",
                " a ",
                "a;b",
                "a%b",
                "a%2Fb",
                "a?b#c",
                "a\\b",
                "a'b\"",
                "$(x)",
                "a+b",
                "a&b=c",
                ".",
                "..",
                "../queues",
                "batch",
                "run-now",
                "订单-42",
                "😀-1",
                "👨‍👩‍👧‍👦",
                "e\u0301",
                "\u00e9",
                "<img src=x onerror=document.title='XSS'>",
                "1410277790296653825",
                "x".repeat(200),
                "ü".repeat(120));
    }

    @ParameterizedTest
    @MethodSource("hostileIds")
    void A24_everyCallHitsExactlyThatId_percentEncoded(String id) {
        roundTrip("plain " + id, PercentEncoding.encode("plain " + id));
        if (!id.startsWith("~")) {
            roundTrip(id, id.matches("\\.{1,2}") ? PathId.mark(id) : PercentEncoding.encode(id));
        }
    }

    @ParameterizedTest
    @MethodSource("hostileIds")
    void A24_everyCallHitsExactlyThatId_encodedForm(String id) {
        roundTrip("~" + id, PathId.mark("~" + id));
        roundTrip("m" + id, PathId.mark("m" + id));
    }

    private static void roundTrip(String id, String segment) {
        String payload = "{\"text\":" + ApiJson.write(id) + "}";
        ScheduleRequest request = ScheduleRequest.builder("ids")
                .id(id)
                .delay("1h")
                .payload(payload)
                .headers(Map.of(id, id))
                .build();
        Reply created = SERVER.post(ApiPaths.TASKS, ApiJson.write(request));
        assertThat(created.status()).as(created.body()).isEqualTo(201);
        assertThat(created.as(TaskAnswer.class).id()).isEqualTo(id);
        assertThat(created.header("location")).isEqualTo(ApiPaths.task(id));
        assertThat(SERVER.get(created.header("location")).as(TaskView.class).id())
                .isEqualTo(id);

        String path = ApiPaths.TASKS + "/" + segment;
        TaskView task = SERVER.get(path).as(TaskView.class);
        assertThat(task.id()).isEqualTo(id);
        assertThat(task.payload()).hasToString(payload);
        assertThat(task.headers()).containsEntry(id, id);
        assertThat(SERVER.patch(path, "{\"delay\":\"2h\"}").as(TaskAnswer.class).id())
                .isEqualTo(id);
        assertThat(SERVER.post(path + "/run-now").as(TaskAnswer.class).id()).isEqualTo(id);
        assertThat(SERVER.post(path + "/redrive").problem().reason()).isEqualTo("NOT_DEAD");
        List<String> listed =
                SERVER
                        .get(ApiPaths.TASKS + "?idPrefix=" + PercentEncoding.encode(id))
                        .as(TaskPage.class)
                        .tasks()
                        .stream()
                        .map(TaskView::id)
                        .toList();
        assertThat(listed).contains(id);
        assertThat(SERVER.delete(path).as(TaskAnswer.class).outcome()).isEqualTo("CANCELLED");
        assertThat(SERVER.get(path).as(TaskView.class).state()).isEqualTo("CANCELLED");
    }

    @Test
    void A24_whatFollowsASemicolon_isPartOfTheId() {
        SERVER.post(ApiPaths.TASKS, "{\"id\":\"semi\",\"type\":\"ids\",\"delay\":\"1h\",\"payload\":1}");
        assertThat(SERVER.delete(ApiPaths.TASKS + "/semi;colon").status()).isEqualTo(404);
        assertThat(SERVER.get(ApiPaths.TASKS + "/semi").as(TaskView.class).state())
                .isEqualTo("SCHEDULED");
    }

    @ParameterizedTest
    @ValueSource(strings = {"%01", "%7F", "%C2%85", "~AQ", "~*", "~_w", "~"})
    void idsThatCannotBe_areRefusedInPaths(String segment) {
        Reply reply = SERVER.get(ApiPaths.TASKS + "/" + segment);
        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.problem().type()).isEqualTo(ProblemType.INVALID_FIELD.urn());
        assertThat(reply.problem().field()).isEqualTo("id");
        assertThat(reply.problem().example()).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"%00", "%FF", "%C3%28"})
    void pathsThatAreNotText_areRefusedAsProblems(String segment) {
        Reply reply = SERVER.get(ApiPaths.TASKS + "/" + segment);
        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.problem().type()).isEqualTo(ProblemType.BAD_REQUEST.urn());
    }
}
