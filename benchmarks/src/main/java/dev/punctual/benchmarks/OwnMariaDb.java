package dev.punctual.benchmarks;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * A MariaDB server of our own, on 127.0.0.1 and a free port, from programs that are installed on this machine. What is
 * committed is on the disk. Its files are removed when it is closed.
 */
final class OwnMariaDb implements OwnServer {

    private static final String BUFFER_POOL = "256M";
    private static final String USER = "bench";
    private static final Duration START_LONGEST = Duration.ofMinutes(1);
    private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final int STOP_SECONDS = 30;

    private final Path folder;
    private final Process server;
    private final String url;
    private final Thread atExit = new Thread(this::end, "mariadb-end");

    OwnMariaDb() {
        Path program = program("mariadbd", System.getenv());
        Path install = program("mariadb-install-db", System.getenv());
        try {
            folder = Files.createTempDirectory("punctual-bench-");
        } catch (IOException e) {
            throw BenchFailure.trouble("no temporary folder for MariaDB: " + e.getMessage(), e);
        }
        try {
            int port = freePort();
            url = "jdbc:mariadb://127.0.0.1:" + port + "/mysql?user=" + USER;
            List<String> common = List.of(
                    "--no-defaults",
                    "--basedir=" + program.resolve("../..").toAbsolutePath().normalize(),
                    "--datadir=" + folder.resolve("data"),
                    "--user=" + System.getProperty("user.name"));
            initialize(install, common);
            server = start(program, common, port);
        } catch (IOException | InterruptedException e) {
            removeFiles();
            throw BenchFailure.trouble("MariaDB cannot be started here: " + e.getMessage(), e);
        }
        // Also when the user interrupts the benchmark.
        Runtime.getRuntime().addShutdownHook(atExit);
        awaitStart();
    }

    /** Finds a program in the folders of MARIADB_HOME, if that is set, or else where programs are. */
    static Path program(String name, Map<String, String> environment) {
        String home = environment.get("MARIADB_HOME");
        Stream<Path> folders = home != null
                ? Stream.of("bin", "sbin", "scripts").map(part -> Path.of(home, part))
                : Stream.concat(
                        Stream.of(environment.getOrDefault("PATH", "").split(File.pathSeparator))
                                .map(Path::of),
                        // Where systems keep servers, which is not on everybody's path.
                        Stream.of(Path.of("/usr/sbin"), Path.of("/usr/local/sbin")));
        return folders.map(folder -> folder.resolve(name))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> BenchFailure.usage("--store mariadb: needs the program " + name + ", which is not "
                        + (home != null ? "in MARIADB_HOME" : "on the PATH")
                        + "; install MariaDB's server (Debian, Ubuntu: apt install mariadb-server), set MARIADB_HOME to"
                        + " where it is, or name a server by --store 'jdbc:mariadb://127.0.0.1:3306/mysql?user=me'"));
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private void initialize(Path install, List<String> common) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(install.toString()));
        command.addAll(common);
        command.addAll(List.of("--auth-root-authentication-method=normal", "--skip-test-db", "--skip-name-resolve"));
        Process process = process(command).start();
        if (process.waitFor() != 0) {
            throw new IOException(install + " ended with " + process.exitValue() + ": " + lastWords());
        }
    }

    private Process start(Path program, List<String> common, int port) throws IOException {
        Path users = Files.writeString(
                folder.resolve("users.sql"),
                "CREATE USER " + USER + "@127.0.0.1;\nGRANT ALL ON *.* TO " + USER + "@127.0.0.1;\n");
        List<String> command = new ArrayList<>(List.of(program.toString()));
        command.addAll(common);
        command.addAll(List.of(
                "--bind-address=127.0.0.1",
                "--port=" + port,
                "--skip-name-resolve",
                // Relative to the data folder: the whole path of a socket fits into 107 characters only.
                "--socket=server.sock",
                "--pid-file=" + folder.resolve("pid"),
                "--init-file=" + users,
                "--skip-ssl",
                "--max-connections=300",
                "--innodb-buffer-pool-size=" + BUFFER_POOL,
                "--innodb-flush-log-at-trx-commit=1"));
        return process(command).start();
    }

    private ProcessBuilder process(List<String> command) {
        return new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()));
    }

    private Path log() {
        return folder.resolve("log");
    }

    private void awaitStart() {
        long end = System.nanoTime() + START_LONGEST.toNanos();
        while (!answers()) {
            if (!server.isAlive() || System.nanoTime() > end) {
                String words = lastWords();
                close();
                throw BenchFailure.trouble("MariaDB does not start here: " + words, new IOException(words));
            }
            LockSupport.parkNanos(RETRY_NANOS);
        }
    }

    private boolean answers() {
        try (Connection connection = DriverManager.getConnection(url)) {
            return connection.isValid(1);
        } catch (SQLException e) {
            return false;
        }
    }

    private String lastWords() {
        try {
            List<String> lines = Files.readAllLines(log());
            return String.join(" / ", lines.subList(Math.max(0, lines.size() - 3), lines.size()));
        } catch (IOException e) {
            return "it left no log";
        }
    }

    @Override
    public String url() {
        return url;
    }

    @Override
    public void close() {
        Runtime.getRuntime().removeShutdownHook(atExit);
        end();
    }

    private void end() {
        server.destroy();
        try {
            if (!server.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
                server.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            server.destroyForcibly();
            Thread.currentThread().interrupt();
        } finally {
            removeFiles();
        }
    }

    private void removeFiles() {
        try {
            Folders.delete(folder);
        } catch (IOException e) {
            System.err.println("left behind: " + folder + " (" + e.getMessage() + ")");
        }
    }
}
