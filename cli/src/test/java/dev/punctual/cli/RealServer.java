package dev.punctual.cli;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;

/** The real server with the memory store, in a process of its own, from the classes of this build. Thread-safe. */
final class RealServer {

    private static final Pattern READY = Pattern.compile("Punctual is ready on (http://\\S+) ");

    private final Process process;
    private final String url;

    private RealServer(Process process, String url) {
        this.process = process;
        this.url = url;
    }

    /** Returns the command that starts a server, without its flags. */
    static List<String> launch() {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return List.of(
                java,
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.punctual.server.PunctualServer");
    }

    /** Starts one that signs with this key; its files go into the directory. */
    static RealServer start(byte[] key, Path directory) throws IOException {
        List<String> command = new ArrayList<>(launch());
        command.add(1, "-Djava.io.tmpdir=" + directory);
        command.addAll(List.of("--port", "0", "--store", "memory:", "--allow-private-webhooks"));
        command.addAll(
                List.of("--webhook-secret", "whsec_" + Base64.getEncoder().encodeToString(key)));
        File log = directory.resolve("server.log").toFile();
        Process process = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log)
                .start();
        String url = Awaitility.await("the server to be ready")
                .atMost(Duration.ofMinutes(2))
                .until(() -> readyUrl(process, log.toPath()), found -> !found.isEmpty());
        return new RealServer(process, url);
    }

    private static String readyUrl(Process process, Path log) throws IOException {
        String text = Files.readString(log);
        if (!process.isAlive()) {
            throw new IllegalStateException("the server ended with " + process.exitValue() + ":\n" + text);
        }
        Matcher ready = READY.matcher(text);
        return ready.find() ? ready.group(1) : "";
    }

    String url() {
        return url;
    }

    /** Kills it. */
    void stop() throws InterruptedException {
        process.destroyForcibly();
        process.waitFor(10, TimeUnit.SECONDS);
    }
}
