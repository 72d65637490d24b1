package dev.punctual.server.crash;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/** The real server as a child process, always on the same port and directory, to be killed and started again. */
final class ServerProcess implements AutoCloseable {

    private static final Duration HANG = Duration.ofMinutes(1);

    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();
    private final Path directory;
    private final int port;
    private @Nullable Process process;

    ServerProcess(Path directory) throws IOException {
        this.directory = directory;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
    }

    /** Starts it and returns when it is healthy. */
    void start() throws IOException {
        Process started = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-Xmx256m",
                        // What a killed process cannot clean up goes with the directory.
                        "-Djava.io.tmpdir=" + Files.createDirectories(directory.resolve("tmp")),
                        "-cp",
                        System.getProperty("java.class.path"),
                        "dev.punctual.server.PunctualServer",
                        "--port",
                        Integer.toString(port),
                        "--store",
                        "rocksdb:" + directory.resolve("data"),
                        "--allow-private-webhooks"))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        directory.resolve("server.log").toFile()))
                .start();
        process = started;
        Awaitility.await()
                .atMost(HANG)
                .pollInterval(Duration.ofMillis(50))
                .until(() -> !started.isAlive() || healthy());
        if (!started.isAlive()) {
            throw new IllegalStateException(
                    "the server ended with " + started.exitValue() + "; its log is in " + directory);
        }
    }

    private boolean healthy() {
        try {
            return get("/actuator/health").statusCode() == 200;
        } catch (IOException e) {
            return false;
        }
    }

    /** Ends it as {@code kill -9} does: nothing of it runs any more, no hook, no close. */
    void kill() {
        if (process != null) {
            process.destroyForcibly()
                    .onExit()
                    .orTimeout(HANG.toSeconds(), TimeUnit.SECONDS)
                    .join();
        }
    }

    HttpResponse<String> get(String path) throws IOException {
        return send(HttpRequest.newBuilder(uri(path)).GET());
    }

    HttpResponse<String> post(String path, String json) throws IOException {
        return send(HttpRequest.newBuilder(uri(path))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(json)));
    }

    private URI uri(String path) {
        return URI.create("http://127.0.0.1:" + port + path);
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws IOException {
        try {
            return client.send(request.timeout(Duration.ofSeconds(20)).build(), HttpResponse.BodyHandlers.ofString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    @Override
    public void close() {
        kill();
    }
}
