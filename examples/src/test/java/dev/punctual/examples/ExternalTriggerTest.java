package dev.punctual.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class ExternalTriggerTest {

    @Test
    void example_showsEveryState() throws Exception {
        assertStates(Printed.by(ExternalTrigger::main));
    }

    static void assertStates(String printed) {
        List<String> lines = printed.lines().toList();
        assertThat(lines.subList(0, 4))
                .containsExactly(
                        "before the first call",
                        "  mail:1  SCHEDULED  INIT     failures 0, losses 0",
                        "  mail:2  SCHEDULED  INIT     failures 0, losses 0",
                        "  mail:3  RUNNING    PROCESS  failures 0, losses 0");
        assertThat(lines)
                .contains(
                        "while mail:1 runs",
                        "  mail:1  RUNNING    PROCESS  failures 0, losses 0",
                        "  mail:2  SCHEDULED  INIT     failures 1, losses 0",
                        "  mail:3  SCHEDULED  INIT     failures 0, losses 1");
        assertThat(lines.subList(lines.size() - 3, lines.size()))
                .containsExactly(
                        "  mail:1  SUCCEEDED  FINISH   failures 0, losses 0",
                        "  mail:2  SUCCEEDED  FINISH   failures 1, losses 0",
                        "  mail:3  SUCCEEDED  FINISH   failures 0, losses 1");
    }
}
