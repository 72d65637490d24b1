package dev.punctual.jdbc;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Another JVM that runs {@link StoreProcess} on a database. */
final class ChildProcess implements AutoCloseable {

    private final Process process;
    private final Queue<String> output = new ConcurrentLinkedQueue<>();
    private final Thread reader = new Thread(this::read, "child-output");

    private ChildProcess(Process process) {
        this.process = process;
        reader.setDaemon(true);
        reader.start();
    }

    /** Starts the job with its arguments. */
    static ChildProcess start(String job, Database database, String... more) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                StoreProcess.class.getName(),
                job,
                database.url()));
        command.addAll(List.of(more));
        return new ChildProcess(
                new ProcessBuilder(command).redirectErrorStream(true).start());
    }

    private void read() {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                output.add(line);
            }
        } catch (IOException e) {
            output.add("unreadable: " + e);
        }
    }

    /** Returns what it has printed so far. */
    List<String> lines() {
        return List.copyOf(output);
    }

    /** Returns the rest of the lines that begin with a word. */
    List<String> lines(String word) {
        return lines().stream()
                .filter(line -> line.startsWith(word + " "))
                .map(line -> line.substring(word.length() + 1))
                .toList();
    }

    /** Lets it go on from where it waits. */
    void goOn() throws IOException {
        OutputStream input = process.getOutputStream();
        input.write('\n');
        input.flush();
    }

    /** Stops it where it is, as a machine that sleeps, until {@link #resume}. */
    void suspend() throws IOException, InterruptedException {
        signal("STOP");
    }

    void resume() throws IOException, InterruptedException {
        signal("CONT");
    }

    private void signal(String name) throws IOException, InterruptedException {
        int result = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .start()
                .waitFor();
        if (result != 0) {
            throw new IOException("kill -" + name + " ended with " + result);
        }
    }

    /** Kills it, as {@code kill -9} does, and waits for all that it had printed. */
    void kill() throws InterruptedException {
        // Through the handle: the process itself would close the stream, and with it what was printed last.
        process.toHandle().destroyForcibly();
        process.waitFor();
        reader.join();
    }

    @Override
    public void close() {
        process.destroyForcibly();
        process.onExit().join();
    }
}
