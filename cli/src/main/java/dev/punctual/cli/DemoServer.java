package dev.punctual.cli;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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

    private static final int LOG_LINES_SHOWN = 20;
    private static final long LOG_POLL_MILLIS = 25;
    private static final long END_SECONDS_MAX = 10;
    /** The line by which a server says that it takes calls and delivers. */
    private static final Pattern READY =
            Pattern.compile("^Punctual is ready on http://127\\.0\\.0\\.1:(\\d+) ", Pattern.MULTILINE);

    private final List<String> launch;
    private final String secret;
    private final Path directory;
    private int port;
    private int starts;
    private @Nullable Process process;
    private boolean closed;

    /**
     * Makes the directory; nothing runs yet.
     *
     * @param launch the command that starts a server, without its flags; the first word is a {@code java}
     * @param secret what the server signs its calls with
     */
    DemoServer(List<String> launch, String secret) throws IOException {
        this.launch = List.copyOf(launch);
        this.secret = secret;
        this.directory = Files.createTempDirectory("punctual-demo-");
        Files.createDirectory(temporary());
    }

    /** Returns the command that starts the server in that jar: quickly, and with little memory. */
    static List<String> launchOf(Path jar) {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return List.of(java, "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx256m", "-jar", jar.toString());
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

    /** Starts the server, the first time on a free port and then again on that, and returns when it is ready. */
    void start() throws IOException, InterruptedException {
        Process started;
        synchronized (this) {
            if (closed) {
                throw new DemoFailure("the demo was stopped.");
            }
            starts++;
            started = command().start();
            process = started;
        }
        awaitReady(started);
    }

    /** Kills the server at once (SIGKILL): it gets no chance to finish or to write anything. */
    void kill() throws InterruptedException {
        Process victim = running();
        if (victim != null) {
            victim.destroyForcibly().waitFor();
        }
    }

    /** Returns when the process has ended, however it did. */
    void awaitEnd() throws InterruptedException {
        Process running = running();
        if (running != null) {
            running.waitFor();
        }
    }

    private synchronized @Nullable Process running() {
        return process;
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (process != null) {
            process.destroyForcibly();
            try {
                process.waitFor(END_SECONDS_MAX, TimeUnit.SECONDS);
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
        List<String> words = new ArrayList<>(launch);
        words.add(1, "-Djava.io.tmpdir=" + temporary());
        words.addAll(List.of("--port", String.valueOf(port)));
        words.addAll(List.of("--store", "rocksdb:" + directory.resolve("data")));
        words.addAll(List.of("--webhook-secret", secret));
        words.add("--allow-private-webhooks");
        ProcessBuilder builder = new ProcessBuilder(words);
        // The settings of a real server in the caller's environment are not meant for this one.
        builder.environment().keySet().removeIf(name -> name.startsWith("PUNCTUAL_") || name.startsWith("SPRING_"));
        builder.directory(directory.toFile());
        builder.redirectErrorStream(true);
        builder.redirectOutput(log().toFile());
        return builder;
    }

    /** What a killed process leaves in its temporary directory goes with ours. */
    private Path temporary() {
        return directory.resolve("tmp");
    }

    private synchronized Path log() {
        return directory.resolve("server-" + starts + ".log");
    }

    private void awaitReady(Process started) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + START_MAX.toNanos();
        while (!isReady()) {
            if (started.waitFor(LOG_POLL_MILLIS, TimeUnit.MILLISECONDS)) {
                throw new DemoFailure(
                        "the server ended while it started (exit code " + started.exitValue() + "):\n" + tail());
            }
            if (System.nanoTime() > deadline) {
                throw new DemoFailure(
                        "the server was not ready " + START_MAX.toSeconds() + " s after its start:\n" + tail());
            }
        }
    }

    private boolean isReady() throws IOException {
        Path log = log();
        Matcher ready = READY.matcher(Files.exists(log) ? Files.readString(log, StandardCharsets.UTF_8) : "");
        if (!ready.find()) {
            return false;
        }
        synchronized (this) {
            port = Integer.parseInt(ready.group(1));
        }
        return true;
    }

    /** Returns the last lines that the server wrote, for a person to see what went wrong. */
    String tail() throws IOException {
        Path log = log();
        List<String> lines = Files.exists(log) ? Files.readAllLines(log, StandardCharsets.UTF_8) : List.of();
        return lines.isEmpty()
                ? "  (it wrote nothing)"
                : String.join(
                        "\n",
                        lines.subList(Math.max(0, lines.size() - LOG_LINES_SHOWN), lines.size()).stream()
                                .map(line -> "  | " + ShownText.safe(line))
                                .toList());
    }
}
