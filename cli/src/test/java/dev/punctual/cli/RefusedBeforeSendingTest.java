package dev.punctual.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Wrong command lines: refused with exit code 2 and one sentence, and nothing is sent. */
class RefusedBeforeSendingTest {

    private static Arguments line(String named, String... args) {
        return Arguments.of(named, args);
    }

    static Stream<Arguments> lines() {
        return Stream.of(
                line("--in: \"30\" has no unit", "schedule", "x", "--in", "30"),
                line("--in: \"1.5\" has no unit", "schedule", "x", "--in", "1.5"),
                line("--in: \"-5m\" is negative", "schedule", "x", "--in", "-5m"),
                line("--in: \"PT-5M\" is negative", "schedule", "x", "--in", "PT-5M"),
                line("--in: \"soon\" is no span", "schedule", "x", "--in", "soon"),
                line("--at: \"1796000000\" is a bare number", "schedule", "x", "--at", "1796000000"),
                line("--at: \"2026-12-01 00:00\" has no zone", "schedule", "x", "--at", "2026-12-01 00:00"),
                line("--at: \"2026-12-01T00:00:00\" has no zone", "schedule", "x", "--at", "2026-12-01T00:00:00"),
                line("--at: \"2026-13-01T00:00:00Z\" is no instant", "schedule", "x", "--at", "2026-13-01T00:00:00Z"),
                line("--at: \"10000-01-01T00:00:00Z\" is no instant", "schedule", "x", "--at", "10000-01-01T00:00:00Z"),
                line("--in or --at is missing", "schedule", "x"),
                line("do not go together", "schedule", "x", "--in", "1s", "--at", "2026-12-01T09:00:00Z"),
                line("do not go together", "schedule", "x", "--in", "1s", "--payload", "1", "--payload-base64", "aa"),
                line("--payload: the payload must be one JSON", "schedule", "x", "--in", "1s", "--payload", "{oops"),
                line("line 1, column ", "schedule", "x", "--in", "1s", "--payload", "{\"a\":1,}"),
                line("more follows", "schedule", "x", "--in", "1s", "--payload", "1 2"),
                line("this is empty", "schedule", "x", "--in", "1s", "--payload", ""),
                line("--payload-base64: this is not base64", "schedule", "x", "--in", "1s", "--payload-base64", "*"),
                line("--payload-file: there is no file", "schedule", "x", "--in", "1s", "--payload-file", "/no/such"),
                line("--priority: \"10\" will not do", "schedule", "x", "--in", "1s", "--priority", "10"),
                line("--max-attempts: \"0\" will not do", "schedule", "x", "--in", "1s", "--max-attempts", "0"),
                line("--factor: \"0.5\" will not do", "schedule", "x", "--in", "1s", "--factor", "0.5"),
                line("--header: must be written as KEY=VALUE", "schedule", "x", "--in", "1s", "--header", "a"),
                line("--expire-after: \"5\" has no unit", "schedule", "x", "--in", "1s", "--expire-after", "5"),
                line("--if-exists: ", "schedule", "x", "--in", "1s", "--if-exists", "maybe"),
                line("has U+0000 at position 2", "schedule", "x", "--in", "1s", "--id", "a\0"),
                line("has U+000A at position 1", "get", "\n"),
                line("has U+0085 at position 1", "cancel", "\u0085"),
                line("must be 1 to 255 bytes of UTF-8, has 0", "get", ""),
                line("must be 1 to 255 bytes of UTF-8, has 256", "get", "ü".repeat(128)),
                line("this locale does not know", "get", "\uFFFD"),
                line("has half of one at position 1", "run-now", "\uD83D"),
                line("queue: must be 1 to 128 characters", "pause", "a/b"),
                line("--limit: \"0\" will not do", "list", "--limit", "0"),
                line("--limit: \"1001\" will not do", "list", "--limit", "1001"),
                line("--state: expected one of", "list", "--state", "lost"),
                line("--in or --at is missing", "reschedule", "a"),
                line("Missing required parameter", "cancel"),
                line("Unknown option: '--bogus'", "list", "--bogus"));
    }

    @ParameterizedTest
    @MethodSource("lines")
    void wrongLine_isRefusedInOneSentence(String named, String... args) throws IOException {
        try (ScriptedServer server = new ScriptedServer()) {
            CliRun run = CliRun.of(server.url(), args);

            assertThat(run.exitCode()).as(Arrays.toString(args)).isEqualTo(2);
            assertThat(run.err()).startsWith("punctual: ").contains(named).doesNotContain("Exception");
            assertThat(run.err().lines().findFirst().orElseThrow()).endsWith(".");
            assertThat(run.out()).isEmpty();
            assertThat(server.calls()).isEmpty();
        }
    }

    @Test
    void payloadBeyondEveryLimit_isRefused(@TempDir Path directory) throws IOException {
        Path large = directory.resolve("large.json");
        Files.writeString(large, "\"" + "x".repeat(PayloadOptions.PAYLOAD_BYTES_MAX) + "\"");

        CliRun run = CliRun.of("http://127.0.0.1:9", "schedule", "x", "--in", "1s", "--payload-file", large.toString());

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("--payload-file").contains("1 MiB");
    }

    @Test
    void payloadThatIsNoText_isSentOnItsWayAsBase64(@TempDir Path directory) throws IOException {
        Path binary = directory.resolve("binary");
        Files.write(binary, new byte[] {(byte) 0xFF, 0});

        CliRun run =
                CliRun.of("http://127.0.0.1:9", "schedule", "x", "--in", "1s", "--payload-file", binary.toString());

        assertThat(run.err()).contains("--payload-base64");
    }

    @Test
    void helpAsACommand_showsHelp() {
        CliRun all = CliRun.of("http://127.0.0.1:9", "help");
        CliRun one = CliRun.of("http://127.0.0.1:9", "help", "list");

        assertThat(all.exitCode()).isZero();
        assertThat(all.out()).startsWith("Usage: punctual [OPTIONS] COMMAND");
        assertThat(one.out()).startsWith("Usage: punctual list");
    }

    @Test
    void mistypedCommand_isAnsweredWithSuggestions() {
        CliRun run = CliRun.of("http://127.0.0.1:9", "schedul", "x");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("there is no command schedul").contains("Did you mean: punctual schedule");
    }

    @Test
    void optionsBeforeTheCommand_areShownTheirPlace() {
        CliRun run = CliRun.of("http://127.0.0.1:9", "--json", "list");

        assertThat(run.err()).contains("options stand behind the command");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "schedule",
                "get",
                "list",
                "cancel",
                "reschedule",
                "run-now",
                "redrive",
                "stats",
                "pause",
                "resume",
                "demo",
                "serve",
                "version"
            })
    void everyCommand_hasHelpWithExitCodes(String command) {
        CliRun run = CliRun.of("http://127.0.0.1:9", command, "--help");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("Usage: punctual " + command, "Exit codes:");
    }

    @Test
    void noCommand_showsTheHelp() {
        CliRun run = CliRun.of("http://127.0.0.1:9");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("./punctual demo", "schedule", "redrive");
    }
}
