package dev.punctual.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.httpapi.ApiPaths;
import dev.punctual.httpapi.Problem;
import dev.punctual.httpapi.ProblemType;
import dev.punctual.httpapi.TaskAnswer;
import dev.punctual.httpapi.TaskView;
import dev.punctual.server.TestServer.Reply;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HttpTimesTest {

    @RegisterExtension
    static final TestServer SERVER = new TestServer();

    private static Reply schedule(String timeField) {
        return SERVER.post(ApiPaths.TASKS, "{\"type\":\"times\"," + timeField + ",\"payload\":1}");
    }

    @ParameterizedTest
    @ValueSource(
            longs = {2_147_483_647L, 2_147_483_648L, 4_294_967_295L, 4_294_972_296L, 2_592_000_000L, 31_536_000_000L})
    void A12_longDelays_areKeptToTheMillisecond(long millis) {
        Instant before = Instant.now().minusMillis(1);
        TaskAnswer answer = schedule("\"delay\":\"" + millis + "ms\"").as(TaskAnswer.class);
        assertThat(answer.dueAt())
                .isBetween(before.plusMillis(millis), Instant.now().plusMillis(millis + 1));
        TaskView task = SERVER.get(ApiPaths.task(answer.id())).as(TaskView.class);
        assertThat(task.dueAt()).isEqualTo(answer.dueAt());
        assertThat(task.state()).isEqualTo("SCHEDULED");
        assertThat(SERVER.claim("times")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "'\"delay\":\"PT9223372036854775807S\"', delay",
        "'\"delay\":\"999999999999999999d\"', delay",
        "'\"delay\":\"3651d\"', delay",
        "'\"dueAt\":\"9999-12-31T23:59:59.999Z\"', dueAt",
        "'\"dueAt\":\"+10000-01-01T00:00:00Z\"', dueAt",
        "'\"dueAt\":\"1999-12-31T23:59:59Z\"', dueAt",
        "'\"dueAt\":\"1970-01-01T00:00:00Z\"', dueAt"
    })
    void A12_timesOutOfRange_areRefusedWithTheLimit(String timeField, String field) {
        Reply reply = schedule(timeField);
        assertThat(reply.status()).as(reply.body()).isEqualTo(400);
        Problem problem = reply.problem();
        assertThat(problem.type()).isEqualTo(ProblemType.OUT_OF_RANGE.urn());
        assertThat(problem.field()).isEqualTo(field);
        assertThat(problem.example()).isNotEmpty();
        assertThat(problem.detail()).containsPattern("horizon|2000");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"delay\":\"0s\"",
                "\"delay\":\"PT0S\"",
                "\"delay\":\"0ms\"",
                "\"dueAt\":\"2000-01-01T00:00:00Z\"",
                "\"dueAt\":\"2026-01-01T00:00:00+14:00\""
            })
    void A13_zeroAndPast_areDueNow(String timeField) {
        Reply reply = SERVER.post(ApiPaths.TASKS, "{\"type\":\"past\"," + timeField + ",\"payload\":1}");
        assertThat(reply.status()).as(reply.body()).isEqualTo(201);
        String id = reply.as(TaskAnswer.class).id();
        assertThat(SERVER.claim("past")).extracting(task -> task.id().value()).contains(id);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1ms", "-2515194s", "-PT1S", "PT-0.001S", "-9d", "-999999999999999999d"})
    void A13_negativeDelays_areRefused(String delay) {
        Reply reply = schedule("\"delay\":\"" + delay + "\"");
        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.problem().type()).isEqualTo(ProblemType.INVALID_FIELD.urn());
        assertThat(reply.problem().field()).isEqualTo("delay");
        assertThat(reply.problem().detail()).contains("negative");
        assertThat(reply.problem().example()).contains("PT30M");
    }

    @ParameterizedTest
    @CsvSource({"delay", "dueAt"})
    void A13_null_isRefused(String field) {
        Reply reply = schedule("\"" + field + "\":null");
        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.problem().field()).isEqualTo(field);
        assertThat(reply.problem().detail()).contains("null");
    }

    @ParameterizedTest
    @CsvSource({
        "'\"dueAt\":1796000000', dueAt, unit",
        "'\"dueAt\":1796000000000', dueAt, unit",
        "'\"dueAt\":\"1796000000\"', dueAt, unit",
        "'\"dueAt\":1.5', dueAt, unit",
        "'\"delay\":30', delay, unit",
        "'\"delay\":\"30\"', delay, unit",
        "'\"delay\":0', delay, unit",
        "'\"dueAt\":\"2026-13-01T00:00:00Z\"', dueAt, ISO-8601",
        "'\"dueAt\":\"2026-02-30T00:00:00Z\"', dueAt, ISO-8601",
        "'\"dueAt\":\"2026-12-01T24:00:01Z\"', dueAt, ISO-8601",
        "'\"dueAt\":\"10000-01-01T00:00:00Z\"', dueAt, 9999",
        "'\"dueAt\":\"2026-12-01 00:00\"', dueAt, zone",
        "'\"dueAt\":\"2026-12-01T00:00\"', dueAt, zone",
        "'\"dueAt\":\"2026-12-01\"', dueAt, zone",
        "'\"dueAt\":\"tomorrow\"', dueAt, ISO-8601",
        "'\"dueAt\":\"\"', dueAt, ISO-8601",
        "'\"dueAt\":{}', dueAt, text",
        "'\"delay\":\"\"', delay, unit",
        "'\"delay\":\"30 m\"', delay, unit",
        "'\"delay\":\"1.5h\"', delay, unit",
        "'\"delay\":\"1h30m\"', delay, unit",
        "'\"delay\":\"30M\"', delay, unit",
        "'\"delay\":\"2w\"', delay, unit",
        "'\"delay\":\"P1Y\"', delay, ISO-8601",
        "'\"delay\":true', delay, text",
    })
    void A14_timesWithoutUnitOrZone_areRefusedWithAnExample(String timeField, String field, String word) {
        Reply reply = schedule(timeField);
        assertThat(reply.status()).as(reply.body()).isEqualTo(400);
        Problem problem = reply.problem();
        assertThat(problem.type()).isEqualTo(ProblemType.INVALID_FIELD.urn());
        assertThat(problem.field()).isEqualTo(field);
        assertThat(problem.detail()).startsWith(field + ": ").contains(word);
        assertThat(schedule("\"" + field + "\":\"" + problem.example() + "\"").status())
                .as("the example itself is right")
                .isEqualTo(201);
    }

    @ParameterizedTest
    @CsvSource({
        "PT30M, 1800000",
        "pt30m, 1800000",
        "P1DT1H, 90000000",
        "PT0.5S, 500",
        "90s, 90000",
        "30m, 1800000",
        "2h, 7200000",
        "7d, 604800000",
        "500ms, 500",
        "+5m, 300000"
    })
    void A14_durationsWithUnit_areTaken(String delay, long millis) {
        Instant before = Instant.now().minusMillis(1);
        Reply reply = schedule("\"delay\":\"" + delay + "\"");
        assertThat(reply.status()).isEqualTo(201);
        assertThat(Duration.between(before, reply.as(TaskAnswer.class).dueAt()))
                .isBetween(Duration.ofMillis(millis), Duration.ofMillis(millis).plusSeconds(60));
    }

    @Test
    void neitherOrBothTimes_areRefused() {
        assertThat(schedule("\"priority\":4").problem().field()).isEqualTo("dueAt");
        assertThat(schedule("\"delay\":\"1s\",\"dueAt\":\"2026-12-01T09:00:00Z\"")
                        .problem()
                        .field())
                .isEqualTo("delay");
    }

    @Test
    void fractionsOfAMillisecond_areRoundedUp() {
        TaskAnswer answer =
                schedule("\"dueAt\":\"2030-01-01T00:00:00.000000001Z\"").as(TaskAnswer.class);
        assertThat(answer.dueAt()).isEqualTo(Instant.parse("2030-01-01T00:00:00.001Z"));
    }
}
