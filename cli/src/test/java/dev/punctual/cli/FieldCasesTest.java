package dev.punctual.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.punctual.httpapi.ApiJson;
import dev.punctual.httpapi.TaskView;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Troubles that other schedulers had in the field, tried on the command line against the real server. */
class FieldCasesTest {

    private static final byte[] KEY = "0123456789abcdef0123456789abcdef".getBytes(StandardCharsets.UTF_8);
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String INSTANT = "2026-12-01T09:00:00Z";

    @TempDir
    private static Path directory;

    private static RealServer server;
    private static DemoShop shop;

    @BeforeAll
    static void start() throws IOException {
        shop = new DemoShop(KEY, InstantSource.system());
        shop.open(delivery -> 200);
        server = RealServer.start(KEY, directory);
    }

    @AfterAll
    static void stop() throws InterruptedException {
        server.stop();
        shop.close();
    }

    private static CliRun run(String... args) {
        return CliRun.of(server.url(), args);
    }

    private static CliRun schedule(String id, String when, String value) {
        return run(
                "schedule",
                "x",
                when,
                value,
                "--id",
                id,
                "--webhook",
                shop.address().toString());
    }

    private static TaskView get(String id) {
        CliRun run = run("get", id, "--json");
        assertThat(run.exitCode()).as(run.err()).isZero();
        return ApiJson.read(run.out(), TaskView.class);
    }

    private static String fresh(String id) {
        return id + "/" + UUID.randomUUID();
    }

    private static List<DemoDelivery> deliveries(String id) {
        return shop.deliveries().stream()
                .filter(delivery -> delivery.id().equals(id))
                .toList();
    }

    private static void awaitDelivery(String id) {
        await(id).atMost(PATIENCE).until(() -> !deliveries(id).isEmpty());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2147483647ms",
                "2147483648ms",
                "4294967295ms",
                "4294972296ms",
                "30d",
                "50d",
                "365d",
                "PT4294972.296S"
            })
    void A12_delayBeyondAnIntegerOrATimer_isKeptToTheMillisecond(String delay) {
        String id = fresh("long");
        Duration asked = Duration.parse(
                delay.startsWith("PT")
                        ? delay
                        : delay.endsWith("ms")
                                ? "PT" + new java.math.BigDecimal(delay.replace("ms", "")).movePointLeft(3) + "S"
                                : "P" + delay);
        Instant before = Instant.now().truncatedTo(ChronoUnit.MILLIS);

        CliRun run = schedule(id, "--in", delay);

        assertThat(run.exitCode()).as(run.err()).isZero();
        TaskView task = get(id);
        assertThat(task.dueAt().minus(asked)).isBetween(before, Instant.now().plusMillis(1));
        assertThat(task.state()).isEqualTo("SCHEDULED");
        assertThat(deliveries(id)).isEmpty();
    }

    @Test
    void A12_instantFarAway_isReadBackEqual() {
        String id = fresh("far");
        Instant due = Instant.now().truncatedTo(ChronoUnit.MILLIS).plusMillis(4_294_972_296L);

        schedule(id, "--at", due.toString());

        assertThat(get(id).dueAt()).isEqualTo(due);
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT9223372036854775807S", "999999999999999999d", "3651d"})
    void A12_delayBeyondTheHorizon_isRefusedWithTheLimit(String delay) {
        CliRun run = schedule(fresh("beyond"), "--in", delay);

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err())
                .contains("--in: ")
                .contains("3650")
                .doesNotContain("Exception")
                .hasLineCount(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"+10000-01-01T00:00:00Z", "+999999999-12-31T23:59:59Z", "1970-01-01T00:00:00Z"})
    void A12_A13_instantOutsideAllLimits_isRefusedWithField(String instant) {
        CliRun run = schedule(fresh("outside"), "--at", instant);

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("--at: ").doesNotContain("Exception").hasLineCount(1);
    }

    @Test
    void A13_zeroAndPast_runAtOnceAndDisturbNothing() {
        String control = fresh("control");
        schedule(control, "--in", "2s");
        List<String> now = List.of(fresh("zero"), fresh("iso"), fresh("a-ms-ago"), fresh("years-ago"));

        schedule(now.get(0), "--in", "0s");
        schedule(now.get(1), "--in", "PT0S");
        schedule(now.get(2), "--at", Instant.now().minusMillis(1).toString());
        schedule(now.get(3), "--at", "2001-02-03T04:05:06+07:00");

        now.forEach(FieldCasesTest::awaitDelivery);
        awaitDelivery(control);
        DemoDelivery onTime = deliveries(control).get(0);
        assertThat(onTime.lateness()).isBetween(Duration.ZERO, Duration.ofSeconds(20));
        now.forEach(id -> assertThat(deliveries(id)).hasSize(1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1ms", "-2515194s", "PT-0.001S", "-PT1H"})
    void A13_negativeDelay_isRefused(String delay) {
        String id = fresh("negative");

        CliRun run = schedule(id, "--in", delay);

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("--in").contains("negative").contains("0s for now");
        assertThat(run("get", id).exitCode()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--at 1796000000",
                "--at 1796000000000",
                "--in 30",
                "--in 1800000",
                "--at 2026-13-01T00:00:00Z",
                "--at 2026-12-01T00:00",
                "--at 2026-12-01",
                "--at 12/01/2026"
            })
    void A14_timeWithoutUnitOrZone_isRefusedWithARightExample(String option) {
        String id = fresh("unit");
        String[] words = option.split(" ", 2);

        CliRun run = schedule(id, words[0], words[1]);

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains(words[0]).contains(words[0].equals("--at") ? INSTANT : "30m");
        assertThat(run("get", id).exitCode()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"30m", "1800s", "1800000ms", "PT30M", "PT1800S"})
    void A14_sameSpanInEveryUnit_isTheSameTime(String delay) {
        CliRun run = schedule(fresh("span"), "--in", delay);

        assertThat(run.exitCode()).as(run.err()).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "order:42",
                "a|b",
                "a/b",
                "a b",
                "a;b",
                "a%b",
                "a%2Fb",
                "a?b#c",
                "a\\b",
                "a'b\"",
                "$(x)",
                "订单-42",
                "😀-1",
                "👨‍👩‍👧‍👦",
                "~tilde",
                "..",
                "a+b&c=d",
                " x ",
                "-"
            })
    void A24_anyId_isTheSameInEveryCommand(String id) {
        CliRun scheduled = schedule(id, "--in", "1h");
        assertThat(scheduled.exitCode()).as(scheduled.err()).isZero();
        assertThat(get(id).id()).isEqualTo(id);

        assertThat(run("reschedule", "--in", "2h", "--", id).exitCode()).isZero();
        assertThat(run("list", "--id-prefix=" + id, "--json").lines())
                .map(line -> ApiJson.read(line, TaskView.class).id())
                .contains(id);
        assertThat(run("run-now", "--", id).exitCode()).isZero();
        awaitDelivery(id);
        await(id).atMost(PATIENCE).until(() -> get(id).state().equals("SUCCEEDED"));
        assertThat(run("redrive", "--", id).exitCode()).isEqualTo(1);

        schedule(id + ".2", "--in", "1h");
        assertThat(run("cancel", "--", id + ".2").out()).isEqualTo(ShownText.safe(id) + ".2 cancelled\n");
        assertThat(get(id + ".2").state()).isEqualTo("CANCELLED");
        assertThat(get(id).state()).isEqualTo("SUCCEEDED");
    }

    @Test
    void A24_longestId_works() {
        String id = "订".repeat(85);

        assertThat(schedule(id, "--in", "1h").exitCode()).isZero();
        assertThat(get(id).id()).isEqualTo(id);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a/b", "a b", "订单", "😀", ""})
    void A24_queueOutsideTheAlphabet_isRefusedByName(String queue) {
        CliRun scheduled = run("schedule", "x", "--in", "1h", "--queue", queue);
        CliRun paused = run("pause", queue);

        assertThat(scheduled.exitCode()).isEqualTo(2);
        assertThat(scheduled.err()).contains("queue");
        assertThat(paused.exitCode()).isEqualTo(2);
        assertThat(paused.err()).contains("queue");
    }

    @Test
    void A24_payload_comesBackAsItWasSent() {
        String id = fresh("payload");
        String payload = "{\"t\": \"a;b 订单 😀 \\u0000\", \"n\":  1.10e5, \"n\": 12345678901234567890 }";

        run("schedule", "x", "--in", "1h", "--id", id, "--payload", payload);

        assertThat(run("get", id, "--json").out()).contains("\"payload\":" + payload);
        assertThat(run("get", id).out()).contains(payload);
    }

    @Test
    void A25_payloadOverTheLimit_isRefusedWithTheLimit(@TempDir Path files) throws IOException {
        Path large = files.resolve("large.json");
        Files.writeString(large, "\"" + "x".repeat(64 << 10) + "\"");

        CliRun run = run("schedule", "x", "--in", "1h", "--payload-file", large.toString());

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("payload").contains("65536").hasLineCount(1);
    }

    @Test
    void queues_arePausedCountedAndResumed() {
        String queue = "q-" + UUID.randomUUID();
        run("schedule", "x", "--in", "1h", "--queue", queue);

        assertThat(run("pause", queue).exitCode()).isZero();
        assertThat(run("stats").out()).contains(queue + " (paused)");
        assertThat(run("resume", queue).exitCode()).isZero();
        assertThat(run("stats").out()).contains(queue).doesNotContain(queue + " (paused)");
    }
}
