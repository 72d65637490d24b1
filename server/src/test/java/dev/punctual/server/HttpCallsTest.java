package dev.punctual.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.Report;
import dev.punctual.RunHistory;
import dev.punctual.TaskRecord;
import dev.punctual.httpapi.ApiJson;
import dev.punctual.httpapi.DeliverTo;
import dev.punctual.httpapi.Problem;
import dev.punctual.httpapi.ProblemType;
import dev.punctual.httpapi.QueueList;
import dev.punctual.httpapi.RetrySettings;
import dev.punctual.httpapi.ScheduleRequest;
import dev.punctual.httpapi.TaskAnswer;
import dev.punctual.httpapi.TaskPage;
import dev.punctual.httpapi.TaskView;
import dev.punctual.server.TestServer.Reply;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class HttpCallsTest {

    @RegisterExtension
    static final TestServer SERVER = new TestServer();

    private static String task(String id, String more) {
        return "{\"id\":\"" + id + "\",\"type\":\"calls\",\"delay\":\"1h\",\"payload\":1" + more + "}";
    }

    private static TaskView view(String id) {
        return SERVER.get("/v1/tasks/" + id).as(TaskView.class);
    }

    @Test
    void schedule_answersCreatedWithLocation() {
        Instant before = Instant.now();
        Reply reply = SERVER.post("/v1/tasks", task("create", ""));
        TaskAnswer answer = reply.as(TaskAnswer.class);
        assertThat(reply.status()).isEqualTo(201);
        assertThat(reply.header("location")).isEqualTo("/v1/tasks/create");
        assertThat(reply.header("etag")).isEqualTo("\"" + answer.revision() + "\"");
        assertThat(answer.outcome()).isEqualTo("CREATED");
        assertThat(answer.state()).isEqualTo("SCHEDULED");
        assertThat(answer.dueAt())
                .isBetween(before.plus(Duration.ofMinutes(59)), Instant.now().plus(Duration.ofMinutes(61)));
        assertThat(SERVER.get(reply.header("location")).status()).isEqualTo(200);
    }

    @Test
    void schedule_withoutId_makesOne() {
        Reply reply = SERVER.post("/v1/tasks", "{\"type\":\"calls\",\"delay\":\"1h\",\"payload\":null}");
        assertThat(reply.status()).isEqualTo(201);
        assertThat(reply.as(TaskAnswer.class).id())
                .matches("[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}");
    }

    @Test
    void get_showsEveryFieldAsItWasGiven() {
        ScheduleRequest request = ScheduleRequest.builder("calls")
                .id("whole")
                .queue("mail")
                .priority(9)
                .dueAt("2030-01-02T03:04:05.678+02:00")
                .payloadBase64("AAEC/w==")
                .contentType("application/x-order; v=2")
                .headers(Map.of("tenant", "acme 😀"))
                .retry(new RetrySettings(2, 20, "1s", 3.0, "PT90S"))
                .expireAfter("2d")
                .deliverTo(DeliverTo.webhook("https://example.com/hook?a=b"))
                .build();
        assertThat(SERVER.post("/v1/tasks", ApiJson.write(request)).status()).isEqualTo(201);

        Reply reply = SERVER.get("/v1/tasks/whole");
        TaskView task = reply.as(TaskView.class);
        assertThat(reply.body()).contains("\"dueAt\":\"2030-01-02T01:04:05.678Z\"");
        assertThat(reply.header("etag")).isEqualTo("\"" + task.revision() + "\"");
        assertThat(task.queue()).isEqualTo("mail");
        assertThat(task.priority()).isEqualTo(9);
        assertThat(task.payload()).isNull();
        assertThat(task.payloadBase64()).isEqualTo("AAEC/w==");
        assertThat(task.contentType()).isEqualTo("application/x-order; v=2");
        assertThat(task.headers()).isEqualTo(Map.of("tenant", "acme 😀"));
        assertThat(task.retry()).isEqualTo(new RetrySettings(2, 20, "PT1S", 3.0, "PT1M30S"));
        assertThat(task.expireAt()).isEqualTo(task.dueAt().plus(Duration.ofDays(2)));
        assertThat(task.deliverTo()).isEqualTo(DeliverTo.webhook("https://example.com/hook?a=b"));
        assertThat(task.incarnation()).matches("[0-9a-f]{16}");
        assertThat(task.attempt()).isEqualTo(1);
        assertThat(task.history()).isEmpty();
    }

    @Test
    void firstDelayAboveTheUsualCap_raisesTheCap() {
        SERVER.post("/v1/tasks", task("cap", ",\"retry\":{\"firstDelay\":\"2h\"}"));
        assertThat(view("cap").retry().maxDelay()).isEqualTo("PT2H");
    }

    @Test
    void get_ofAnUnknownId_is404() {
        Reply reply = SERVER.get("/v1/tasks/nobody");
        assertThat(reply.status()).isEqualTo(404);
        assertThat(reply.problem().type()).isEqualTo(ProblemType.NOT_FOUND.urn());
    }

    @Test
    void keep_answersExists_replace_answersReplaced() {
        SERVER.post("/v1/tasks", task("again", ""));
        Reply kept = SERVER.post("/v1/tasks", task("again", ",\"priority\":9"));
        assertThat(kept.status()).isEqualTo(200);
        assertThat(kept.as(TaskAnswer.class).outcome()).isEqualTo("EXISTS");
        assertThat(view("again").priority()).isEqualTo(4);

        Reply replaced = SERVER.post("/v1/tasks", task("again", ",\"priority\":9,\"ifExists\":\"replace\""));
        assertThat(replaced.status()).isEqualTo(200);
        assertThat(replaced.as(TaskAnswer.class).outcome()).isEqualTo("REPLACED");
        assertThat(view("again").priority()).isEqualTo(9);
    }

    @Test
    void replace_ofARunningTask_is409() {
        SERVER.running("busy", "replace-running");
        Reply reply = SERVER.post("/v1/tasks", task("busy", ",\"ifExists\":\"replace\""));
        assertThat(reply.status()).isEqualTo(409);
        Problem problem = reply.problem();
        assertThat(problem.type()).isEqualTo(ProblemType.CONFLICT.urn());
        assertThat(problem.reason()).isEqualTo("RUNNING");
        assertThat(problem.task()).isNotNull().extracting(TaskAnswer::state).isEqualTo("RUNNING");
    }

    @Test
    void restart_ofAFinishedTask_createsAnew() {
        TaskRecord claimed = SERVER.running("restart", "restart");
        SERVER.store().settle(List.of(Report.complete(claimed.id(), claimed.token(), RunHistory.EMPTY)));
        assertThat(SERVER.post("/v1/tasks", task("restart", "")).status()).isEqualTo(200);
        Reply reply = SERVER.post("/v1/tasks", task("restart", ",\"ifExists\":\"restart\""));
        assertThat(reply.status()).isEqualTo(201);
        assertThat(view("restart").state()).isEqualTo("SCHEDULED");
    }

    @Test
    void cancel_answersWhatBecameOfIt() {
        SERVER.post("/v1/tasks", task("cancel", ""));
        assertThat(SERVER.delete("/v1/tasks/cancel").as(TaskAnswer.class).outcome())
                .isEqualTo("CANCELLED");
        assertThat(SERVER.delete("/v1/tasks/cancel").as(TaskAnswer.class).outcome())
                .isEqualTo("CANCELLED");
        assertThat(view("cancel").state()).isEqualTo("CANCELLED");

        SERVER.running("cancel-running", "cancel-running");
        Reply running = SERVER.delete("/v1/tasks/cancel-running");
        assertThat(running.status()).isEqualTo(200);
        assertThat(running.as(TaskAnswer.class).outcome()).isEqualTo("RUNNING");
        assertThat(view("cancel-running").cancelRequested()).isTrue();

        SERVER.dead("cancel-dead", "cancel-dead");
        assertThat(SERVER.delete("/v1/tasks/cancel-dead").as(TaskAnswer.class).outcome())
                .isEqualTo("FINISHED");
        assertThat(SERVER.delete("/v1/tasks/nobody").status()).isEqualTo(404);
    }

    @Test
    void reschedule_movesDueTimeAndPayload() {
        SERVER.post("/v1/tasks", task("move", ""));
        Reply reply = SERVER.patch("/v1/tasks/move", "{\"dueAt\":\"2031-05-06T07:08:09Z\"}");
        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.as(TaskAnswer.class).dueAt()).isEqualTo(Instant.parse("2031-05-06T07:08:09Z"));
        assertThat(view("move").payload()).hasToString("1");

        assertThat(SERVER.patch("/v1/tasks/move", "{\"delay\":\"2h\",\"payload\":[1 ,2]}")
                        .status())
                .isEqualTo(200);
        assertThat(view("move").payload()).hasToString("[1 ,2]");
        SERVER.patch("/v1/tasks/move", "{\"delay\":\"2h\",\"payloadBase64\":\"MQ==\",\"contentType\":\"text/plain\"}");
        assertThat(view("move").payloadBase64()).isEqualTo("MQ==");
        assertThat(view("move").contentType()).isEqualTo("text/plain");
    }

    @Test
    void reschedule_withAnOldRevision_is412() {
        Reply created = SERVER.post("/v1/tasks", task("stale", ""));
        String tag = created.header("etag");
        Reply moved = SERVER.patch("/v1/tasks/stale", "{\"delay\":\"2h\"}", "If-Match", tag);
        assertThat(moved.status()).isEqualTo(200);
        Reply stale = SERVER.patch("/v1/tasks/stale", "{\"delay\":\"3h\"}", "If-Match", tag);
        assertThat(stale.status()).isEqualTo(412);
        assertThat(stale.problem().type()).isEqualTo(ProblemType.STALE.urn());
        assertThat(stale.problem().example()).isEqualTo(moved.header("etag"));
        assertThat(SERVER.patch("/v1/tasks/stale", "{\"delay\":\"3h\"}", "If-Match", "*")
                        .status())
                .isEqualTo(200);
    }

    @Test
    void reschedule_ofWhatDoesNotWait_is409() {
        SERVER.running("move-running", "move-running");
        Reply running = SERVER.patch("/v1/tasks/move-running", "{\"delay\":\"2h\"}");
        assertThat(running.status()).isEqualTo(409);
        assertThat(running.problem().reason()).isEqualTo("RUNNING");
        SERVER.dead("move-dead", "move-dead");
        assertThat(SERVER.patch("/v1/tasks/move-dead", "{\"delay\":\"2h\"}")
                        .problem()
                        .reason())
                .isEqualTo("FINISHED");
        assertThat(SERVER.patch("/v1/tasks/nobody", "{\"delay\":\"2h\"}").status())
                .isEqualTo(404);
    }

    @Test
    void runNow_makesDue_unlessPausedRunningOrFinished() {
        SERVER.post("/v1/tasks", task("now", ""));
        Reply reply = SERVER.post("/v1/tasks/now/run-now");
        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.as(TaskAnswer.class).dueAt()).isBeforeOrEqualTo(Instant.now());

        SERVER.post("/v1/tasks", task("paused", ",\"queue\":\"halted\""));
        assertThat(SERVER.post("/v1/queues/halted/pause").body()).isEqualTo("{\"queue\":\"halted\",\"paused\":true}");
        Reply paused = SERVER.post("/v1/tasks/paused/run-now");
        assertThat(paused.status()).isEqualTo(409);
        assertThat(paused.problem().reason()).isEqualTo("PAUSED");
        assertThat(SERVER.post("/v1/queues/halted/resume").body()).isEqualTo("{\"queue\":\"halted\",\"paused\":false}");
        assertThat(SERVER.post("/v1/tasks/paused/run-now").status()).isEqualTo(200);

        SERVER.dead("now-dead", "now-dead");
        assertThat(SERVER.post("/v1/tasks/now-dead/run-now").problem().reason()).isEqualTo("FINISHED");
        assertThat(SERVER.post("/v1/tasks/nobody/run-now").status()).isEqualTo(404);
    }

    @Test
    void redrive_sendsADeadTaskAgain_andNothingElse() {
        SERVER.dead("dead", "redrive");
        assertThat(view("dead").lastError()).isEqualTo("for the test");
        Reply reply = SERVER.post("/v1/tasks/dead/redrive");
        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.as(TaskAnswer.class).state()).isEqualTo("SCHEDULED");
        assertThat(view("dead").redrives()).isEqualTo(1);

        Reply waiting = SERVER.post("/v1/tasks/dead/redrive");
        assertThat(waiting.status()).isEqualTo(409);
        assertThat(waiting.problem().reason()).isEqualTo("NOT_DEAD");
        assertThat(SERVER.post("/v1/tasks/nobody/redrive").status()).isEqualTo(404);
    }

    @Test
    void list_filtersAndPages() {
        for (int i = 0; i < 5; i++) {
            SERVER.post(
                    "/v1/tasks",
                    "{\"id\":\"page-" + i + "\",\"type\":\"list\",\"queue\":\"paged\",\"dueAt\":\"2030-01-0" + (5 - i)
                            + "T00:00:00Z\",\"payload\":1}");
        }
        TaskPage first =
                SERVER.get("/v1/tasks?state=SCHEDULED&queue=paged&limit=2").as(TaskPage.class);
        assertThat(first.tasks()).extracting(TaskView::id).containsExactly("page-4", "page-3");
        assertThat(first.tasks().get(0).payload()).isNull();
        TaskPage second = SERVER.get("/v1/tasks?state=SCHEDULED&queue=paged&limit=2&cursor="
                        + PercentEncoding.encode(String.valueOf(first.next())))
                .as(TaskPage.class);
        assertThat(second.tasks()).extracting(TaskView::id).containsExactly("page-2", "page-1");

        assertThat(ids("type=list&idPrefix=page-")).containsExactly("page-0", "page-1", "page-2", "page-3", "page-4");
        assertThat(ids("state=SCHEDULED&type=list&dueFrom=2030-01-02T00:00:00Z&dueTo=2030-01-04T00:00:00Z"))
                .containsExactly("page-3", "page-2");
        assertThat(ids("type=list&type=other&queue=paged&state=DEAD")).isEmpty();
    }

    private static List<String> ids(String query) {
        return SERVER.get("/v1/tasks?" + query).as(TaskPage.class).tasks().stream()
                .map(TaskView::id)
                .toList();
    }

    @Test
    void queues_showCountsOldestDueAndPause() {
        SERVER.post("/v1/tasks", task("counted-1", ",\"queue\":\"counted\""));
        SERVER.post("/v1/tasks", task("counted-2", ",\"queue\":\"counted\""));
        SERVER.delete("/v1/tasks/counted-2");
        SERVER.post("/v1/queues/counted/pause");
        QueueList.Queue queue = SERVER.get("/v1/queues").as(QueueList.class).queues().stream()
                .filter(any -> any.queue().equals("counted"))
                .findAny()
                .orElseThrow();
        assertThat(queue.counts()).isEqualTo(Map.of("SCHEDULED", 1L, "CANCELLED", 1L));
        assertThat(queue.oldestDue()).isEqualTo(view("counted-1").dueAt());
        assertThat(queue.paused()).isTrue();
    }

    @Test
    void health_isUp() {
        Reply reply = SERVER.get("/actuator/health");
        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.body()).startsWith("{\"status\":\"UP\"").contains("\"memory\"");
    }

    @Test
    void head_answersLikeGetWithoutBody() {
        Reply reply = SERVER.send(SERVER.request("/v1/queues").method("HEAD", HttpRequest.BodyPublishers.noBody()));
        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.body()).isEmpty();
    }
}
