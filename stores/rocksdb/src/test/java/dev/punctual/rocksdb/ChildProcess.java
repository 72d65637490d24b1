package dev.punctual.rocksdb;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Another JVM that runs {@link StoreProcess} on a directory. */
final class ChildProcess implements AutoCloseable {

    private final Process process;
    private final BufferedReader output;

    private ChildProcess(Process process) {
        this.process = process;
        this.output = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    static ChildProcess start(String job, Path directory) throws IOException {
        return start(job, directory, Path.of(System.getProperty("java.io.tmpdir")));
    }

    static ChildProcess start(String job, Path directory, Path temporary) throws IOException {
        return start(StoreProcess.class, List.of("-Djava.io.tmpdir=" + temporary), List.of(job, directory.toString()));
    }

    /** Starts the main method of a class. */
    static ChildProcess start(Class<?> main, List<String> options, List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:TieredStopAtLevel=1"));
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(arguments);
        return new ChildProcess(
                new ProcessBuilder(command).redirectErrorStream(true).start());
    }

    long pid() {
        return process.pid();
    }

    /** Returns the next line that it prints; fails if it has ended. */
    String line() throws IOException {
        String line = output.readLine();
        if (line == null) {
            throw new AssertionError("the process has ended");
        }
        return line;
    }

    /** Kills it, as {@code kill -9} does, and returns what it still had printed. */
    List<String> kill() {
        // Through the handle: the process itself would close the stream, and with it what was printed last.
        process.toHandle().destroyForcibly();
        return end();
    }

    /** Waits until it ends by itself, and returns what it had printed. */
    List<String> end() {
        List<String> lines = output.lines().toList();
        process.onExit().join();
        return lines;
    }

    @Override
    public void close() throws IOException {
        process.destroyForcibly();
        process.onExit().join();
        output.close();
    }
}
