package dev.punctual.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;
import java.util.function.IntFunction;
import javax.sql.DataSource;

/** One database that was empty when the test began. Thread-safe. */
final class Database implements AutoCloseable {

    private static final int CONNECTIONS_MAX = 10;
    private static final int NO_PORT = 0;

    private final IntFunction<String> urls;
    private final int port;
    private final Runnable dropping;
    private final HikariDataSource pool;

    /**
     * @param urls port -> URL of this database through that port
     * @param port the server's
     * @param dropping removes it from the server, if that still runs
     */
    Database(IntFunction<String> urls, int port, Runnable dropping) {
        this.urls = urls;
        this.port = port;
        this.dropping = dropping;
        this.pool = pool(urls.apply(port));
    }

    /** Makes an empty H2 database in this process's memory. */
    static Database inMemory() {
        return h2("mem:" + UUID.randomUUID());
    }

    /** Makes an empty H2 database in files below a folder, which stay after {@link #drop}. */
    static Database inFiles(Path folder) {
        return h2("file:" + folder.resolve("database").toAbsolutePath());
    }

    private static Database h2(String where) {
        String url = "jdbc:h2:" + where + ";DB_CLOSE_DELAY=-1;USER=" + ServerSetup.USER + ";PASSWORD="
                + ServerSetup.PASSWORD;
        return new Database(via -> url, NO_PORT, () -> shutDown(url));
    }

    private static void shutDown(String url) {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute("SHUTDOWN");
        } catch (SQLException e) {
            throw new IllegalStateException("H2 does not shut down", e);
        }
    }

    /** Makes a pool of at most 10 connections, which are opened when asked for. The caller closes it. */
    static HikariDataSource pool(String url) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setMaximumPoolSize(CONNECTIONS_MAX);
        config.setMinimumIdle(0);
        config.setInitializationFailTimeout(-1);
        return new HikariDataSource(config);
    }

    /** A pool of at most 10 connections to it, which is closed with it. */
    DataSource dataSource() {
        return pool;
    }

    /** Its JDBC URL, with user and password. */
    String url() {
        return url(port);
    }

    /** The same URL through another port of 127.0.0.1: of a proxy, say. H2 has no ports. */
    String url(int via) {
        return urls.apply(via);
    }

    /** The port of its server; 0 for H2. */
    int port() {
        return port;
    }

    /** Closes the pool and drops the database, whoever else is connected to it. */
    void drop() {
        if (!pool.isClosed()) {
            pool.close();
            dropping.run();
        }
    }

    @Override
    public void close() {
        drop();
    }
}
