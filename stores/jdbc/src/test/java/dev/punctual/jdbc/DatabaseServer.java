package dev.punctual.jdbc;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * A real PostgreSQL or MariaDB on 127.0.0.1, with files of its own, for as long as this JVM lives.
 *
 * <p>Databases may be created from any thread; the server is killed, restarted and closed by one.
 */
final class DatabaseServer implements AutoCloseable {

    private static final Duration START_MAX = Duration.ofSeconds(90);

    /**
     * Below the ports from which connections start: a client that tries to reach a dead server again and again would
     * else reach itself one day.
     */
    private static final int PORT_MIN = 20_000;

    private static final int PORT_MAX = 32_000;

    private final ServerSetup setup;
    private final Path folder;
    private final int port;
    private final AtomicInteger databases = new AtomicInteger();
    private ServerProcess process;

    private DatabaseServer(ServerSetup setup, Path folder) {
        this.setup = setup;
        this.folder = folder;
        this.port = freePort();
        this.process = ServerProcess.start(folder, setup.command(folder, port));
    }

    /** Starts a new PostgreSQL. */
    static DatabaseServer postgres() {
        return start(new PostgresSetup());
    }

    /** Starts a new MariaDB. */
    static DatabaseServer mariaDb() {
        return start(new MariaDbSetup());
    }

    private static DatabaseServer start(ServerSetup setup) {
        Path folder = ServerFiles.newFolder(setup.name());
        try {
            setup.initialize(folder);
        } catch (IOException e) {
            ServerFiles.delete(folder);
            throw new UncheckedIOException(e);
        }
        DatabaseServer server = new DatabaseServer(setup, folder);
        server.awaitReady();
        return server;
    }

    private static int freePort() {
        while (true) {
            int port = ThreadLocalRandom.current().nextInt(PORT_MIN, PORT_MAX);
            try (ServerSocket probe = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return probe.getLocalPort();
            } catch (IOException e) {
                // Taken: another one.
            }
        }
    }

    private void awaitReady() {
        long end = System.nanoTime() + START_MAX.toNanos();
        while (!answers()) {
            if (!process.isAlive() || System.nanoTime() - end > 0) {
                String log = process.log();
                close();
                throw new IllegalStateException("the server did not come up:\n" + log);
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
        }
    }

    private boolean answers() {
        try (Connection connection = connect()) {
            return connection.isValid(1);
        } catch (SQLException e) {
            return false;
        }
    }

    private Connection connect() throws SQLException {
        return DriverManager.getConnection(setup.url(port, setup.firstDatabase()));
    }

    /** The port that it listens on, also after a restart. */
    int port() {
        return port;
    }

    /** The folder of its files and its log. */
    Path folder() {
        return folder;
    }

    /** The process that it runs in; another one after a restart. */
    long pid() {
        return process.pid();
    }

    /** Kills it with all of its processes, as {@code kill -9} does. The files stay. */
    void kill9() {
        process.kill();
    }

    /** Kills it unless it is dead, and starts it again on its files and its port. Returns when it takes connections. */
    void restart() {
        process.kill();
        process = ServerProcess.start(folder, setup.command(folder, port));
        awaitReady();
    }

    /**
     * Starts a PostgreSQL on a copy of this one's files that follows it from now on; this one is killed and restarted
     * for the copy. The caller closes it.
     */
    DatabaseServer standby() {
        kill9();
        Path copy = ServerFiles.newFolder(setup.name() + "-standby");
        try {
            ServerProcess.runToEnd(
                    copy, List.of("cp", "-a", folder.resolve("data").toString(), copy.toString()));
            Path data = copy.resolve("data");
            Files.deleteIfExists(data.resolve("postmaster.pid"));
            Files.createFile(data.resolve("standby.signal"));
            Files.writeString(
                    data.resolve("postgresql.auto.conf"),
                    "primary_conninfo = 'host=127.0.0.1 port=" + port + " user=" + ServerSetup.USER + " password="
                            + ServerSetup.PASSWORD + "'\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        restart();
        DatabaseServer standby = new DatabaseServer(setup, copy);
        standby.awaitReady();
        return standby;
    }

    /** Makes a new, empty database. */
    Database create() {
        String name = "t_" + databases.incrementAndGet();
        execute("CREATE DATABASE " + name);
        return new Database(via -> setup.url(via, name), port, () -> drop(name));
    }

    private void drop(String name) {
        if (process.isAlive()) {
            execute(setup.drop(name));
        }
    }

    private void execute(String sql) {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    /** Kills it and deletes its files. */
    @Override
    public void close() {
        if (process.isAlive()) {
            process.killAndDelete();
        } else {
            process.kill();
            ServerFiles.delete(folder);
        }
    }
}
