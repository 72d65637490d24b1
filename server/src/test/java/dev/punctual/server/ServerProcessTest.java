package dev.punctual.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.TaskClient;
import dev.punctual.TaskId;
import dev.punctual.httpapi.ApiPaths;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The server as a program of its own: what it prints, how it ends, and what it leaves behind. */
class ServerProcessTest {

    private static final Pattern READY =
            Pattern.compile("Punctual is ready on (http://127\\.0\\.0\\.1:[0-9]+) with .*");
    private static final int ENDED_BY_SIGTERM = 143;

    private static Process start(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElseThrow(),
                "-cp",
                System.getProperty("java.class.path"),
                PunctualServer.class.getName()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    private static String output(Process process) throws IOException {
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    @Test
    void aWrongFlag_endsWithASentenceAndStatus2() throws Exception {
        Process process = start("--prot", "1");
        assertThat(output(process)).startsWith("punctual: --prot is no flag").doesNotContain("\tat ");
        assertThat(process.waitFor()).isEqualTo(2);
    }

    @Test
    void aServerOnADirectory_keepsItsTasks_andHoldsItAlone(@TempDir Path directory) throws Exception {
        Path data = directory.resolve("data");
        String url = "rocksdb:" + data;
        Process first = start("--store", url, "--port", "0");
        try {
            BufferedReader lines =
                    new BufferedReader(new InputStreamReader(first.getInputStream(), StandardCharsets.UTF_8));
            Matcher ready = ready(lines);
            assertThat(ready.group()).contains("D2", data.toRealPath().toString());
            assertThat(data.resolve(WebhookSecretFile.NAME)).exists();
            HttpResponse<String> created = post(ready.group(1) + ApiPaths.TASKS);
            assertThat(created.statusCode()).isEqualTo(201);

            Process second = start("--store", url, "--port", "0");
            assertThat(output(second)).contains("punctual: rocksdb: ").doesNotContain("\tat ");
            assertThat(second.waitFor()).isEqualTo(1);
        } finally {
            first.destroy();
        }
        assertThat(first.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(first.exitValue()).isEqualTo(ENDED_BY_SIGTERM);
        assertStartsAgainWithTheTask(url, Files.readString(data.resolve(WebhookSecretFile.NAME)));
    }

    private static void assertStartsAgainWithTheTask(String url, String secret) {
        try (PunctualServer server = PunctualServer.start("--store", url, "--port", "0")) {
            assertThat(server.part(WebhookSecret.class).text()).isEqualTo(secret.strip());
            assertThat(server.part(TaskClient.class).find(TaskId.of("kept"))).isPresent();
        }
    }

    private static Matcher ready(BufferedReader lines) throws IOException {
        StringBuilder seen = new StringBuilder();
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            Matcher ready = READY.matcher(line);
            if (ready.matches()) {
                return ready;
            }
            seen.append(line).append('\n');
        }
        throw new AssertionError("not ready: " + seen);
    }

    private static HttpResponse<String> post(String url) throws Exception {
        String task = "{\"id\":\"kept\",\"type\":\"t\",\"delay\":\"1h\",\"payload\":1}";
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(url))
                                .header("Content-Type", "application/json")
                                .POST(HttpRequest.BodyPublishers.ofString(task))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
    }
}
