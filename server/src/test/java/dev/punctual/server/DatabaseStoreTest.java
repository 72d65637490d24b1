package dev.punctual.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import dev.punctual.TaskStore;
import dev.punctual.httpapi.ApiJson;
import dev.punctual.httpapi.ApiPaths;
import dev.punctual.httpapi.DeliverTo;
import dev.punctual.httpapi.ScheduleRequest;
import dev.punctual.httpapi.TaskView;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The server over a PostgreSQL: several servers share it, and what one takes another may deliver. */
class DatabaseStoreTest {

    private static final String SECRET = "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=";
    private static final Duration GUARD = Duration.ofSeconds(60);

    @RegisterExtension
    static final Receiver RECEIVER = new Receiver();

    private static EmbeddedPostgres postgres(Path folder) throws IOException {
        return EmbeddedPostgres.builder()
                .setOverrideWorkingDirectory(folder.resolve("program").toFile())
                .setDataDirectory(folder.resolve("data"))
                .setCleanDataDirectory(true)
                .setPGStartupWait(GUARD)
                .setServerConfig("listen_addresses", "127.0.0.1")
                .setServerConfig("fsync", "on")
                .setServerConfig("synchronous_commit", "on")
                .setServerConfig("full_page_writes", "on")
                .setOutputRedirector(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    private static PunctualServer server(String url) {
        return PunctualServer.start(
                "--store", url, "--port", "0", "--webhook-secret", SECRET, "--allow-private-webhooks");
    }

    @Test
    void aTask_isDelivered_andKnownToEveryServerOfTheDatabase(@TempDir Path folder) throws Exception {
        try (EmbeddedPostgres postgres = postgres(folder)) {
            String url = "jdbc:postgresql://127.0.0.1:" + postgres.getPort() + "/postgres?user=postgres";
            try (PunctualServer one = server(url);
                    PunctualServer other = server(url)) {
                ScheduleRequest task = ScheduleRequest.builder("hook")
                        .id("through-sql")
                        .delay("0s")
                        .payload("{\"order\":42}")
                        .deliverTo(DeliverTo.webhook(RECEIVER.url("/hook")))
                        .build();

                assertThat(post(one.url() + ApiPaths.TASKS, ApiJson.write(task)).statusCode())
                        .isEqualTo(201);

                TaskView done = await().atMost(GUARD)
                        .until(() -> task(other.url(), "through-sql"), found -> found.finishedAt() != null);
                assertThat(done.state()).isEqualTo("SUCCEEDED");
                assertThat(RECEIVER.calls("through-sql")).hasSize(1);
                assertThat(one.part(TaskStore.class).capabilities().store()).isEqualTo("jdbc");
            }
            try (PunctualServer again = server(url)) {
                assertThat(task(again.url(), "through-sql").state()).isEqualTo("SUCCEEDED");
            }
        }
    }

    @Test
    void aDatabaseOutOfReach_isToldInASentence_withoutThePassword() {
        Throwable failure = catchThrowable(() -> server("jdbc:postgresql://127.0.0.1:1/x?user=me&password=verysecret"));

        assertThat(failure).isNotNull();
        assertThat(StartFailure.sentence(failure))
                .startsWith("jdbc: no connection to jdbc:postgresql://127.0.0.1:1/x")
                .doesNotContain("verysecret");
    }

    @Test
    void aDriverThatDoesNotComeAlong_isNamed() {
        Throwable failure = catchThrowable(() -> server("jdbc:mariadb://127.0.0.1:1/x?password=verysecret"));

        assertThat(failure).isNotNull();
        assertThat(StartFailure.sentence(failure))
                .contains("--store cannot be used", "org.mariadb.jdbc:mariadb-java-client")
                .doesNotContain("verysecret");
        assertThat(StartFailure.ofSetting(failure)).isTrue();
    }

    private static TaskView task(URI server, String id) throws Exception {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(server + ApiPaths.task(id))).build();
        return ApiJson.read(
                HttpClient.newHttpClient()
                        .send(request, HttpResponse.BodyHandlers.ofString())
                        .body(),
                TaskView.class);
    }

    private static HttpResponse<String> post(String url, String json) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(url))
                                .header("Content-Type", "application/json")
                                .POST(HttpRequest.BodyPublishers.ofString(json))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
    }
}
