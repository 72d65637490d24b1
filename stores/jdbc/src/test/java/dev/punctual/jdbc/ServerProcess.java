package dev.punctual.jdbc;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * One run of a server's program, under a shell that guards it.
 *
 * <p>The guard kills the program and deletes its folder as soon as its own input ends, and that happens in whatever way
 * this JVM ends, {@code kill -9} included: no server outlives the tests.
 */
final class ServerProcess {

    /**
     * The guard has not waited for the program before it kills it, so the number of the process cannot belong to
     * another one. Other processes of a dying server may still write a little while.
     */
    private static final String GUARD = """
            trap : HUP INT TERM
            folder=$1
            shift
            "$@" >>"$folder/log" 2>&1 &
            program=$!
            echo "$program"
            read -r word
            kill -9 "$program"
            wait
            if [ "$word" = keep ]; then exit 0; fi
            for round in 1 2 3 4 5 6 7 8 9 10; do
              if rm -rf "$folder"; then exit 0; fi
              sleep 0.2
            done
            exit 1
            """;

    private final Path folder;
    private final Process guard;
    private final long pid;

    private ServerProcess(Path folder, Process guard, long pid) {
        this.folder = folder;
        this.guard = guard;
        this.pid = pid;
    }

    /** Runs a program that ends by itself, in a folder. */
    static void runToEnd(Path folder, List<String> command) throws IOException {
        File log = folder.resolve("log").toFile();
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log))
                .start();
        if (process.onExit().join().exitValue() != 0) {
            throw new IOException(
                    command + " ended with " + process.exitValue() + ":\n" + Files.readString(log.toPath()));
        }
    }

    /** Starts a server's program on its folder. */
    static ServerProcess start(Path folder, List<String> command) {
        List<String> guarded = new ArrayList<>(List.of("sh", "-c", GUARD, "guard", folder.toString()));
        guarded.addAll(command);
        try {
            Process guard = new ProcessBuilder(guarded)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String line = new BufferedReader(new InputStreamReader(guard.getInputStream(), StandardCharsets.UTF_8))
                    .readLine();
            return new ServerProcess(folder, guard, Long.parseLong(line));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    long pid() {
        return pid;
    }

    /** Whether the program runs. */
    boolean isAlive() {
        return guard.isAlive()
                && ProcessHandle.of(pid).filter(ServerProcess::runs).isPresent();
    }

    /** Returns what the program has said so far. */
    String log() {
        try {
            return Files.readString(folder.resolve("log"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Kills the program and all of its processes, as {@code kill -9} does; the folder stays. */
    void kill() {
        end("keep");
    }

    /** Kills the program and all of its processes, and deletes the folder. */
    void killAndDelete() {
        end("delete");
    }

    private void end(String word) {
        if (!guard.isAlive()) {
            return;
        }
        List<ProcessHandle> processes = ProcessHandle.of(pid).stream()
                .flatMap(ProcessHandle::descendants)
                .toList();
        try {
            guard.getOutputStream().write((word + "\n").getBytes(StandardCharsets.UTF_8));
            guard.getOutputStream().close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        guard.onExit().join();
        processes.forEach(ProcessHandle::destroyForcibly);
        while (processes.stream().anyMatch(ServerProcess::runs)) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        }
    }

    /** A process that is dead, and for whose end nobody has waited yet, has no command. */
    private static boolean runs(ProcessHandle process) {
        return process.isAlive() && process.info().command().isPresent();
    }
}
