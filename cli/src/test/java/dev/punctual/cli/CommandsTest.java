package dev.punctual.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.cli.ScriptedServer.Call;
import dev.punctual.httpapi.Problem;
import dev.punctual.httpapi.ProblemType;
import dev.punctual.httpapi.QueueList;
import dev.punctual.httpapi.TaskAnswer;
import dev.punctual.httpapi.TaskPage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each command against a scripted server: what it asks, what it prints, how it ends. */
class CommandsTest {

    private static final Instant DUE = Instant.parse("2026-12-01T09:30:00Z");

    private ScriptedServer server;

    @BeforeEach
    void start() throws IOException {
        server = new ScriptedServer();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private CliRun run(String... args) {
        return CliRun.of(server.url(), args);
    }

    private static TaskAnswer answer(String id, String outcome) {
        return new TaskAnswer(id, outcome, "SCHEDULED", DUE, 1L);
    }

    @Test
    void schedule_sendsWhatWasGivenAndNothingMore() {
        server.willAnswer(201, answer("generated", "CREATED"));

        CliRun run = run("schedule", "order-cancel", "--in", "30m");

        assertThat(server.call())
                .isEqualTo(new Call(
                        "POST", "/v1/tasks", "{\"type\":\"order-cancel\",\"delay\":\"30m\",\"payload\":null}"));
        assertThat(run.out()).isEqualTo("generated scheduled, due 2026-12-01 10:30:00.000 +01:00 (in 30m)\n");
        assertThat(run.exitCode()).isZero();
    }

    @Test
    void schedule_sendsEveryOption() {
        server.willAnswer(201, answer("order 42", "CREATED"));

        run(("schedule mail --at 2026-12-01T10:30:00+01:00 --if-exists REPLACE --content-type text/x --header a=b=c"
                        + " --queue bulk --priority 9 --webhook http://127.0.0.1/x --max-attempts 3 --max-losses 2"
                        + " --first-delay 1s --factor 1.5 --max-delay PT1M --expire-after 1h --payload-base64 aGk="
                        + " --id order+42")
                .split(" "));

        assertThat(server.call().body())
                .isEqualTo("{\"id\":\"order+42\",\"type\":\"mail\",\"queue\":\"bulk\",\"priority\":9,"
                        + "\"dueAt\":\"2026-12-01T10:30:00+01:00\","
                        + "\"payloadBase64\":\"aGk=\",\"contentType\":\"text/x\","
                        + "\"headers\":{\"a\":\"b=c\"},\"ifExists\":\"replace\",\"retry\":{\"maxAttempts\":3,"
                        + "\"maxLosses\":2,\"firstDelay\":\"1s\",\"factor\":1.5,\"maxDelay\":\"PT1M\"},"
                        + "\"expireAfter\":\"1h\",\"deliverTo\":{\"webhook\":{\"url\":\"http://127.0.0.1/x\"}}}");
    }

    @Test
    void schedule_keepsEveryCharacterOfThePayload() {
        server.willAnswer(201, answer("a", "CREATED"));
        String payload = "{\"n\": 1.10,  \"big\":12345678901234567890123, \"n\":1e400, \"t\":\"\\u00fc订😀\"}";

        run("schedule", "x", "--in", "1s", "--payload", payload);

        assertThat(server.call().body()).contains("\"payload\":" + payload + "}");
    }

    @Test
    void schedule_readsThePayloadFromStandardInputOrAFile(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("payload.json");
        Files.writeString(file, "[1,\n 2]\n", StandardCharsets.UTF_8);
        server.willAnswer(201, answer("a", "CREATED")).willAnswer(201, answer("b", "CREATED"));

        CliRun.withInput(server.url(), "\"from input\"\n", "schedule", "x", "--in", "0s", "--payload-file", "-");
        run("schedule", "x", "--in", "0s", "--payload-file", file.toString());

        assertThat(server.calls().get(0).body()).contains("\"payload\":\"from input\"");
        assertThat(server.calls().get(1).body()).contains("\"payload\":[1,\n 2]");
    }

    @Test
    void schedule_saysWhenTheTaskExistsAlready() {
        server.willAnswer(200, new TaskAnswer("a", "EXISTS", "SUCCEEDED", DUE.minusSeconds(3600), 7L));

        CliRun run = run("schedule", "x", "--in", "1s", "--id", "a");

        assertThat(run.out())
                .isEqualTo("a exists already and was left as it is: SUCCEEDED, due 2026-12-01 09:30:00.000 +01:00"
                        + " (30m ago)\n");
        assertThat(run.exitCode()).isZero();
    }

    @Test
    void schedule_printsTheServersDocumentAsJson() {
        server.willAnswer(201, "{\"id\":\"a\",\n \"outcome\":\"CREATED\", \"extra\": 1.0}\n");

        assertThat(run("schedule", "x", "--in", "1s", "--json").out())
                .isEqualTo("{\"id\":\"a\",  \"outcome\":\"CREATED\", \"extra\": 1.0}\n");
    }

    @Test
    void get_showsTheTaskForPeople() {
        server.willAnswer(200, Samples.DEAD_TASK);

        CliRun run = run("get", "order-42");

        assertThat(server.call().target()).isEqualTo("/v1/tasks/order-42");
        assertThat(run.lines())
                .containsExactly(
                        "id            order-42",
                        "state         DEAD",
                        "type          order-cancel",
                        "queue         default",
                        "priority      4",
                        "due           2026-12-01 09:58:20.000 +01:00 (1m 40s ago)",
                        "created       2026-12-01 09:56:40.000 +01:00 (3m 20s ago)",
                        "finished      2026-12-01 09:59:10.000 +01:00 (50s ago)",
                        "delivered to  http://127.0.0.1:9/orders",
                        "attempt       3; failed 2 of 2, lost 0 of 3",
                        "retries       after 1s, then 2 times as long, at most 1h",
                        "payload       {\"order\":  42.0}",
                        "content type  application/json",
                        "header        tenant = acme",
                        "revision      5",
                        "last error    receiver answered 500: \\u001B[31mred",
                        "",
                        "RUN STARTED                 TOOK   ENDED    ERROR",
                        "2026-12-01 09:58:20 +01:00  250ms  RETRIED  receiver answered 500",
                        "2026-12-01 09:58:21 +01:00  -      LOST");
    }

    @Test
    void get_printsTheServersDocumentAsJson() {
        server.willAnswer(200, "{\"id\":\"a\",\"payload\":{\"b\": 1.10, \"b\":2}}");

        assertThat(run("get", "a", "--json").out()).isEqualTo("{\"id\":\"a\",\"payload\":{\"b\": 1.10, \"b\":2}}\n");
    }

    @Test
    void get_ofAnUnknownTaskIsANo() {
        server.willAnswer(404, Problem.of(ProblemType.NOT_FOUND, "there is no task nope"));

        CliRun run = run("get", "nope");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).isEqualTo("punctual: there is no task nope.\n");
    }

    @Test
    void list_alignsItsColumns() {
        server.willAnswer(200, new TaskPage(Samples.TASKS, null));

        CliRun run = run("list");

        assertThat(server.call().target()).isEqualTo("/v1/tasks");
        assertThat(run.lines())
                .containsExactly(
                        "ID        STATE      DUE                                     QUEUE    TYPE          ATTEMPT",
                        "order-42  DEAD       2026-12-01 09:58:20 +01:00  1m 40s ago  default  order-cancel        3",
                        "订单-7    SCHEDULED  2026-12-02 12:00:00 +01:00  in 1d 2h    mail     order-cancel        1");
    }

    @Test
    void list_sendsEveryFilterEncoded() {
        server.willAnswer(200, new TaskPage(List.of(), null));

        CliRun run = run("list --state dead --queue q --type t --id-prefix a&b=ü --limit 5 --cursor x/y".split(" "));

        assertThat(server.call().target())
                .isEqualTo("/v1/tasks?state=DEAD&queue=q&type=t&idPrefix=a%26b%3D%C3%BC&limit=5&cursor=x%2Fy");
        assertThat(run.out()).isEqualTo("No tasks like that.\n");
    }

    @Test
    void list_namesTheNextPageAndFollowsItWhenAskedForAll() {
        server.willAnswer(200, new TaskPage(Samples.TASKS, "c1"))
                .willAnswer(200, new TaskPage(Samples.TASKS, "c1"))
                .willAnswer(200, new TaskPage(List.of(), "c2"))
                .willAnswer(200, new TaskPage(Samples.TASKS, null));

        CliRun one = run("list");
        CliRun all = run("list", "--all", "--json");

        assertThat(one.err()).isEqualTo("More: repeat the command with --cursor c1, or with --all.\n");
        assertThat(all.lines()).hasSize(4).allMatch(line -> line.startsWith("{\"id\":"));
        assertThat(all.err()).isEmpty();
        assertThat(server.calls().get(3).target()).isEqualTo("/v1/tasks?cursor=c2");
    }

    @Test
    void cancel_saysForEachTaskWhatHappened() {
        server.willAnswer(200, answer("a", "CANCELLED"))
                .willAnswer(200, answer("b", "CANCELLED_AFTER_LOSS"))
                .willAnswer(200, answer("c", "RUNNING"))
                .willAnswer(200, answer("d", "FINISHED"))
                .willAnswer(404, Problem.of(ProblemType.NOT_FOUND, "there is no such task"));

        CliRun run = run("cancel", "a", "b", "c", "d", "e");

        assertThat(run.lines())
                .containsExactly(
                        "a cancelled",
                        "b cancelled; an earlier run of it was lost and may still be going on",
                        "c is running: it was asked to stop, and will not be tried again",
                        "d has finished already");
        assertThat(run.err()).isEqualTo("punctual: e: there is no such task.\n");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(server.calls()).extracting(Call::method).containsOnly("DELETE");
    }

    @Test
    void cancel_printsOneDocumentALine() {
        Problem problem = Problem.of(ProblemType.NOT_FOUND, "there is no such task");
        server.willAnswer(200, answer("a", "CANCELLED")).willAnswer(404, problem);

        CliRun run = run("cancel", "a", "b", "--json");

        assertThat(run.lines())
                .containsExactly(
                        "{\"id\":\"a\",\"outcome\":\"CANCELLED\",\"state\":\"SCHEDULED\","
                                + "\"dueAt\":\"2026-12-01T09:30:00.000Z\",\"revision\":1}",
                        "{\"id\":\"b\",\"error\":{\"type\":\"urn:punctual:problem:not-found\","
                                + "\"title\":\"There is no such task\",\"status\":404,"
                                + "\"detail\":\"there is no such task\"}}");
    }

    @Test
    void cancel_checksEveryIdBeforeItSendsTheFirst() {
        CliRun run = run("cancel", "good", "bad\u0001");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(server.calls()).isEmpty();
    }

    @Test
    void reschedule_movesTheTask() {
        server.willAnswer(200, answer("a", "OK"));

        CliRun run = run("reschedule", "a", "--in", "30m", "--payload", "{}");

        assertThat(server.call()).isEqualTo(new Call("PATCH", "/v1/tasks/a", "{\"delay\":\"30m\",\"payload\":{}}"));
        assertThat(run.out()).isEqualTo("a rescheduled, now due 2026-12-01 10:30:00.000 +01:00 (in 30m)\n");
    }

    @Test
    void runNowAndRedrive_askForIt() {
        server.willAnswer(200, answer("a", "OK")).willAnswer(200, answer("a", "OK"));

        CliRun now = run("run-now", "a");
        CliRun redrive = run("redrive", "a");

        assertThat(server.calls())
                .containsExactly(
                        new Call("POST", "/v1/tasks/a/run-now", ""), new Call("POST", "/v1/tasks/a/redrive", ""));
        assertThat(now.out()).isEqualTo("a is due now\n");
        assertThat(redrive.out()).isEqualTo("a redriven: due now, with a fresh budget of attempts\n");
    }

    @Test
    void redrive_ofALivingTaskIsANoWithTheReason() {
        server.willAnswer(
                409,
                Problem.of(ProblemType.CONFLICT, "a is not dead but SCHEDULED")
                        .because("NOT_DEAD", answer("a", "NOT_DEAD")));

        CliRun run = run("redrive", "a");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).isEqualTo("punctual: a is not dead but SCHEDULED.\n");
    }

    @Test
    void stats_countsByQueue() {
        server.willAnswer(
                200,
                new QueueList(List.of(
                        new QueueList.Queue("default", false, DUE, Map.of("SCHEDULED", 12_345L, "DEAD", 2L)),
                        new QueueList.Queue("mail", true, null, Map.of()))));

        assertThat(run("stats").lines())
                .containsExactly(
                        "QUEUE          SCHEDULED  RUNNING  SUCCEEDED  DEAD  CANCELLED  EXPIRED  OLDEST DUE",
                        "default           12,345        0          0     2          0        0"
                                + "  2026-12-01 10:30:00 +01:00 (in 30m)",
                        "mail (paused)          0        0          0     0          0        0  -");
    }

    @Test
    void stats_ofAnEmptyServerSaysHowToBegin() {
        server.willAnswer(200, new QueueList(List.of()));

        assertThat(run("stats").out())
                .isEqualTo("No tasks yet; schedule one with:"
                        + " ./punctual schedule hello --in 10s --webhook https://shop.example/hello\n");
    }

    @Test
    void pauseAndResume_nameTheQueue() {
        server.willAnswer(200, new QueueList.Paused("mail", true)).willAnswer(200, new QueueList.Paused("mail", false));

        CliRun pause = run("pause", "mail");
        CliRun resume = run("resume", "mail", "--json");

        assertThat(server.calls())
                .containsExactly(
                        new Call("POST", "/v1/queues/mail/pause", ""), new Call("POST", "/v1/queues/mail/resume", ""));
        assertThat(pause.out()).startsWith("mail paused");
        assertThat(resume.out()).isEqualTo("{\"queue\":\"mail\",\"paused\":false}\n");
    }

    @Test
    void colours_areUsedOnlyWhenWanted() {
        server.willAnswer(200, Samples.DEAD_TASK).willAnswer(200, Samples.DEAD_TASK);

        assertThat(CliRun.inColours(server.url(), "get", "a").out()).contains("\u001B[31mDEAD\u001B[0m");
        assertThat(run("get", "a").out()).doesNotContain("\u001B");
    }

    @Test
    void version_isPrintedInBothForms() {
        assertThat(run("version").out()).startsWith("punctual ").contains("Java");
        assertThat(run("--version").out()).isEqualTo(run("version").out());
        assertThat(run("version", "--json").out()).startsWith("{\"version\":\"");
    }

    @Test
    void serve_saysWhoRunsIt() {
        CliRun run = run("serve", "--port", "8080");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("./punctual serve");
    }
}
