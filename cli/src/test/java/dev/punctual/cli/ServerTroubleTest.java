package dev.punctual.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.httpapi.Problem;
import dev.punctual.httpapi.ProblemType;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a person sees when the server is not there, not ours, or in trouble. */
class ServerTroubleTest {

    @Test
    void noServer_isNamedWithTheWayToStartOne() throws IOException {
        String url = "http://127.0.0.1:" + closedPort();

        CliRun run = CliRun.of(url, "list");

        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.err())
                .isEqualTo("punctual: no server answers at " + url + "; start one with: ./punctual serve"
                        + " (or name another with --server or PUNCTUAL_SERVER).\n");
        assertThat(run.out()).isEmpty();
    }

    @Test
    void noServer_isADocumentToo() throws IOException {
        CliRun run = CliRun.of("http://127.0.0.1:" + closedPort(), "list", "--json");

        assertThat(run.out()).startsWith("{\"error\":{\"detail\":\"no server answers at ");
        assertThat(run.lines()).hasSize(1);
    }

    @Test
    void optionNamesTheServerBeforeTheEnvironment() throws IOException {
        try (ScriptedServer server = new ScriptedServer()) {
            server.willAnswer(200, "{\"queues\":[]}");

            CliRun run = CliRun.of("http://127.0.0.1:" + closedPort(), "stats", "--server", server.url() + "/");

            assertThat(run.exitCode()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost:7070", "http://127.0.0.1:65536", "", " "})
    void addressThatIsNone_isRefused(String address) {
        CliRun run = CliRun.of("", "stats", "--server", address);

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("--server").contains("http://127.0.0.1:7070");
    }

    @Test
    void strangeServer_isNotTakenForOurs() throws IOException {
        try (ScriptedServer server = new ScriptedServer()) {
            server.willAnswerHtml(200, "<html>It works!</html>").willAnswerHtml(404, "<html>Not Found</html>");

            CliRun ok = CliRun.of(server.url(), "stats");
            CliRun notFound = CliRun.of(server.url(), "get", "a");

            assertThat(ok.exitCode()).isEqualTo(3);
            assertThat(notFound.exitCode()).isEqualTo(3);
            assertThat(notFound.err()).contains(server.url()).contains("not as a Punctual server");
        }
    }

    @Test
    void serverThatCannotWork_isNotANo() throws IOException {
        try (ScriptedServer server = new ScriptedServer()) {
            server.willAnswer(503, Problem.of(ProblemType.STORE_FULL, "the store holds 100 tasks, as many as it may"));

            CliRun run = CliRun.of(server.url(), "schedule", "x", "--in", "1s");

            assertThat(run.exitCode()).isEqualTo(3);
            assertThat(run.err()).isEqualTo("punctual: the store holds 100 tasks, as many as it may.\n");
        }
    }

    @Test
    void refusedValue_isNamedWithFieldAndExample() throws IOException {
        try (ScriptedServer server = new ScriptedServer()) {
            server.willAnswer(
                    400,
                    Problem.of(ProblemType.OUT_OF_RANGE, "must be at most 10 years ahead")
                            .at("dueAt", "2026-12-01T09:00:00Z"));

            CliRun run = CliRun.of(server.url(), "schedule", "x", "--in", "99999d");

            assertThat(run.exitCode()).isEqualTo(2);
            assertThat(run.err())
                    .isEqualTo("punctual: --at: must be at most 10 years ahead (for example 2026-12-01T09:00:00Z).\n");
        }
    }

    @Test
    void refusedFieldWithoutAnOption_isNamedAsItIs() throws IOException {
        try (ScriptedServer server = new ScriptedServer()) {
            server.willAnswer(
                    400,
                    Problem.of(ProblemType.INVALID_FIELD, "queue: must be a name, was \"a b\"")
                            .at("queue", "default"));

            CliRun run = CliRun.of(server.url(), "schedule", "x", "--in", "1s", "--queue", "a b");

            assertThat(run.err()).isEqualTo("punctual: queue: must be a name, was \"a b\" (for example default).\n");
        }
    }

    @Test
    void answerThatCannotBeRead_isNoStackTrace() throws IOException {
        try (ScriptedServer server = new ScriptedServer()) {
            server.willAnswer(200, "{\"queues\":");

            CliRun run = CliRun.of(server.url(), "stats");

            assertThat(run.exitCode()).isEqualTo(3);
            assertThat(run.err()).contains("cannot be read").doesNotContain("\tat ");
        }
    }

    private static int closedPort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
