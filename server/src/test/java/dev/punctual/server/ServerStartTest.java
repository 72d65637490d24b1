package dev.punctual.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.punctual.TaskStore;
import dev.punctual.httpapi.ApiPaths;
import dev.punctual.httpapi.ProblemType;
import dev.punctual.worker.TaskWorker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerStartTest {

    private static String whyNot(String... flags) {
        Throwable failure = catchThrowable(() -> PunctualServer.start(flags).close());
        assertThat(failure).isNotNull();
        return StartFailure.sentence(failure);
    }

    @Test
    void aPortInUse_isToldInASentence() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = Integer.toString(taken.getLocalPort());
            assertThat(whyNot("--store", "memory:", "--port", port))
                    .startsWith("Port " + port + " is in use")
                    .contains("--port");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "--store, nonsense:x, --store cannot be used: no store is known",
        "--store, memory:x, --store cannot be used",
        "--bind, 0.0.0.0, --bind must be a loopback address",
        "--webhook-secret, x, --webhook-secret must be whsec_"
    })
    void wrongSettings_areToldInASentence(String flag, String value, String sentence) {
        assertThat(whyNot(flag, value, "--port", "0")).startsWith(sentence).doesNotContain("Exception", "\n");
    }

    @Test
    void keysOfTheFileThatMeanNothing_areToldInASentence(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("p.yaml"), "punctual:\n  prot: 1\n  store: 'memory:'\n");
        assertThat(whyNot("--config", file.toString())).contains("punctual.prot", "punctual.port");
    }

    @Test
    void theFile_isRead_andAFlagGoesBeforeIt(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(
                directory.resolve("p.yaml"), "punctual:\n  port: 1\n  store: 'memory:'\n  payload-max: 10\n");
        try (PunctualServer server = PunctualServer.start("--config", file.toString(), "--port", "0")) {
            assertThat(server.part(ServerSettings.class).payloadBytesMax()).isEqualTo(10);
            assertThat(server.part(ServerSettings.class).port()).isZero();
        }
    }

    @Test
    void theServer_listensOnIpv6LoopbackToo() {
        try (PunctualServer server = PunctualServer.start("--store", "memory:", "--port", "0", "--bind", "::1")) {
            assertThat(server.url().toString()).startsWith("http://[");
            assertThat(get(server.url() + ApiPaths.QUEUES).statusCode()).isEqualTo(200);
        }
    }

    @Test
    void health_isDown_whenDeliveryOrStoreIs() {
        try (PunctualServer server = PunctualServer.start("--store", "memory:", "--port", "0")) {
            server.part(TaskWorker.class).close();
            HttpResponse<String> undelivered = get(server.url() + ApiPaths.HEALTH);
            assertThat(undelivered.statusCode()).isEqualTo(503);
            assertThat(undelivered.body())
                    .contains("\"store\":{\"status\":\"UP\"", "\"delivery\":{\"status\":\"DOWN\"");

            server.part(TaskStore.class).close();
            HttpResponse<String> health = get(server.url() + ApiPaths.HEALTH);
            assertThat(health.statusCode()).isEqualTo(503);
            assertThat(health.body()).startsWith("{\"status\":\"DOWN\"").contains("\"store\":{\"status\":\"DOWN\"");
            HttpResponse<String> task = get(server.url() + ApiPaths.task("a"));
            assertThat(task.statusCode()).isEqualTo(503);
            assertThat(task.headers().firstValue("Retry-After")).isPresent();
            assertThat(task.body())
                    .contains(ProblemType.STORE_UNAVAILABLE.urn())
                    .doesNotContain("Exception");
        }
    }

    private static HttpResponse<String> get(String url) {
        try {
            return HttpClient.newHttpClient()
                    .send(HttpRequest.newBuilder(URI.create(url)).build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
