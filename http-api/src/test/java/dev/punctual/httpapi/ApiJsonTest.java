package dev.punctual.httpapi;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ApiJsonTest {

    @Test
    void instants_areWrittenWithMillisecondsInUtc() {
        TaskAnswer answer = new TaskAnswer("a", "CREATED", "SCHEDULED", Instant.parse("2026-12-01T09:00:00Z"), 7L);
        assertThat(ApiJson.write(answer))
                .isEqualTo("{\"id\":\"a\",\"outcome\":\"CREATED\",\"state\":\"SCHEDULED\","
                        + "\"dueAt\":\"2026-12-01T09:00:00.000Z\",\"revision\":7}");
        assertThat(ApiJson.read(ApiJson.write(answer), TaskAnswer.class)).isEqualTo(answer);
    }

    @Test
    void nulls_areLeftOut() {
        assertThat(ApiJson.write(ScheduleRequest.builder("t").delay("30m").build()))
                .isEqualTo("{\"type\":\"t\",\"delay\":\"30m\"}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"a\" : 1.0,\"a\":1e400, \"big\":1410277790296653825}",
                "null",
                "\"te\\u0078t \\ud83d\\ude00 \\/\"",
                "-0.10E+07",
                "[ ]",
                "true",
                "\"\""
            })
    void rawJson_keepsEveryCharacter(String payload) {
        ScheduleRequest request = ScheduleRequest.builder("t")
                .id("订😀")
                .payload(payload)
                .headers(Map.of("k", "v"))
                .build();
        String json = ApiJson.write(request);
        assertThat(json).contains("\"payload\":" + payload);
        assertThat(ApiJson.read(json, ScheduleRequest.class)).isEqualTo(request);
    }

    @Test
    void namesNotKnown_areSkipped() {
        TaskPage page = ApiJson.read("{\"tasks\":[],\"next\":\"c\",\"later\":{\"x\":1}}", TaskPage.class);
        assertThat(page.next()).isEqualTo("c");
        assertThat(page.tasks()).isEmpty();
    }

    @Test
    void problems_carryTheStableType() {
        Problem problem = Problem.of(ProblemType.INVALID_FIELD, "delay: must not be negative")
                .at("delay", "PT30M");
        assertThat(ApiJson.read(ApiJson.write(problem), Problem.class)).isEqualTo(problem);
        assertThat(problem.type()).isEqualTo("urn:punctual:problem:invalid-field");
    }
}
