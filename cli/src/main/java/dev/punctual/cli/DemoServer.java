package dev.punctual.cli;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A Punctual server as a child process, on a free port of the loopback address and a RocksDB store in a temporary
 * directory of its own. It can be killed and started again on the same port and directory; closing it kills the process
 * and removes the directory, whatever state it is in, and no start succeeds after that.
 *
 * <p>Thread-safe.
 */
final class DemoServer implements AutoCloseable {

    /** How long a server may take to start. */
    static final Duration START_MAX = Duration.ofSeconds(60);

    private static final int PORT_TRIES = 3;
    private static final int LOG_LINES_SHOWN = 20;
    private static final long HEALTH_POLL_MILLIS = 50;

    private final Path jar;
    private final String secret;
    private final Path directory;
    private int port;
    private @Nullable Process process;
    private boolean closed;

    /** Makes the directory; nothing runs yet. */
    DemoServer(Path jar, String secret) throws IOException {
        this.jar = jar;
        this.secret = secret;
        this.directory = Files.createTempDirectory("punctual-demo-");
    }

    Path directory() {
        return directory;
    }

    synchronized URI address() {
        return URI.create("http://127.0.0.1:" + port);
    }

    synchronized long pid() {
        return process == null ? 0 : process.pid();
    }

    synchronized boolean isAlive() {
        return process != null && process.isAlive();
    }

    /** Starts the server on a free port and returns when it answers. */
    void start() throws IOException, InterruptedException {
        for (int attempt = 1; ; attempt++) {
            synchronized (this) {
                port = freePort();
            }
            try {
                restart();
                return;
            } catch (DemoFailure e) {
                // Somebody may have taken the port between our look and the server's.
                if (attempt == PORT_TRIES || isAlive()) {
                    throw e;
                }
            }
        }
    }

    /** Starts the server again on the same port and directory, and returns when it answers. */
    void restart() throws IOException, InterruptedException {
        Process started;
        synchronized (this) {
            if (closed) {
                throw new DemoFailure("the demo was stopped.");
            }
            started = command().start();
            process = started;
        }
        awaitHealthy(started);
    }

    /** Kills the server at once (SIGKILL): it gets no chance to finish or to write anything. */
    void kill() throws InterruptedException {
        Process victim;
        synchronized (this) {
            victim = process;
        }
        if (victim != null) {
            victim.destroyForcibly().waitFor();
        }
    }

    /** Returns when the process has ended, however it did. */
    void awaitEnd() throws InterruptedException {
        Process running;
        synchronized (this) {
            running = process;
        }
        if (running != null) {
            running.waitFor();
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (process != null) {
            process.destroyForcibly();
            try {
                process.waitFor(10, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        removeDirectory();
    }

    private void removeDirectory() {
        if (!Files.exists(directory)) {
            return;
        }
        try (Stream<Path> files = Files.walk(directory)) {
            files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
        } catch (IOException | UncheckedIOException e) {
            // A temporary directory that cannot be removed is the system's to clean; nothing depends on it.
        }
    }

    private ProcessBuilder command() {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        ProcessBuilder builder = new ProcessBuilder(
                java,
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx256m",
                "-jar",
                jar.toString(),
                "--port",
                String.valueOf(port),
                "--store",
                "rocksdb:" + directory.resolve("data"),
                "--webhook-secret",
                secret,
                "--allow-private-webhooks");
        // The settings of a real server in the caller's environment are not meant for this one.
        builder.environment().keySet().removeIf(name -> name.startsWith("PUNCTUAL_") || name.startsWith("SPRING_"));
        builder.directory(directory.toFile());
        builder.redirectErrorStream(true);
        builder.redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
        builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()));
        return builder;
    }

    private Path log() {
        return directory.resolve("server.log");
    }

    private void awaitHealthy(Process started) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + START_MAX.toNanos();
        ServerConnection connection = new ServerConnection(address());
        while (!connection.isHealthy()) {
            if (started.waitFor(HEALTH_POLL_MILLIS, TimeUnit.MILLISECONDS)) {
                throw new DemoFailure(
                        "the server ended while it started (exit code " + started.exitValue() + "):\n" + tail());
            }
            if (System.nanoTime() > deadline) {
                throw new DemoFailure(
                        "the server did not answer within " + START_MAX.toSeconds() + " s of its start:\n" + tail());
            }
        }
    }

    /** The last lines of the server's log, for a person to see what went wrong. */
    String tail() throws IOException {
        if (!Files.exists(log())) {
            return "  (it wrote nothing)";
        }
        List<String> lines =
                Files.readString(log(), StandardCharsets.UTF_8).lines().toList();
        return String.join(
                "\n",
                lines.subList(Math.max(0, lines.size() - LOG_LINES_SHOWN), lines.size()).stream()
                        .map(line -> "  | " + ShownText.safe(line))
                        .toList());
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
