package dev.punctual.benchmarks;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * A PostgreSQL server of our own, on 127.0.0.1 and a free port, with the settings of a careful operator: what is
 * committed is on the disk. Its files are removed when it is closed.
 */
final class OwnPostgres implements OwnServer {

    private static final String CONNECTIONS_MAX = "300";
    private static final Duration START_LONGEST = Duration.ofMinutes(2);

    /** Made by the library in the temporary folder, even if it is told to use another one. */
    private static final String LEFT_BY_LIBRARY = "embedded-pg";

    private final Path folder;
    private final EmbeddedPostgres server;
    private final Thread atExit = new Thread(this::end, "postgres-end");

    OwnPostgres() {
        try {
            folder = Files.createTempDirectory("punctual-bench-");
        } catch (IOException e) {
            throw BenchFailure.trouble("no temporary folder for PostgreSQL: " + e.getMessage(), e);
        }
        try {
            server = EmbeddedPostgres.builder()
                    .setOverrideWorkingDirectory(folder.resolve("program").toFile())
                    .setDataDirectory(folder.resolve("data"))
                    .setCleanDataDirectory(true)
                    .setPGStartupWait(START_LONGEST)
                    .setServerConfig("listen_addresses", "127.0.0.1")
                    .setServerConfig("fsync", "on")
                    .setServerConfig("synchronous_commit", "on")
                    .setServerConfig("full_page_writes", "on")
                    .setServerConfig("shared_buffers", "256MB")
                    .setServerConfig("max_connections", CONNECTIONS_MAX)
                    .setOutputRedirector(ProcessBuilder.Redirect.DISCARD)
                    .setRegisterShutdownHook(false)
                    .start();
        } catch (IOException | RuntimeException e) {
            removeFiles();
            throw BenchFailure.trouble(
                    "the PostgreSQL that comes along cannot be started here (" + e + "); name another one by --url", e);
        }
        // Also when the user interrupts the benchmark.
        Runtime.getRuntime().addShutdownHook(atExit);
    }

    @Override
    public String url() {
        return "jdbc:postgresql://127.0.0.1:" + server.getPort() + "/postgres?user=postgres";
    }

    @Override
    public void close() {
        Runtime.getRuntime().removeShutdownHook(atExit);
        end();
    }

    private void end() {
        try {
            server.close();
        } catch (IOException e) {
            throw BenchFailure.trouble("PostgreSQL cannot be stopped: " + e.getMessage(), e);
        } finally {
            removeFiles();
        }
    }

    private void removeFiles() {
        try {
            Folders.delete(folder);
            Path left = folder.resolveSibling(LEFT_BY_LIBRARY);
            if (Files.exists(left) && Folders.isFree(left)) {
                Files.delete(left);
            }
        } catch (IOException e) {
            System.err.println("left behind: " + folder + " (" + e.getMessage() + ")");
        }
    }
}
