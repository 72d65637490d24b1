package dev.punctual.benchmarks;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.net.URI;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A database on a PostgreSQL server that is made for one side of a benchmark and dropped at its end. Not thread-safe.
 */
final class PostgresDatabase implements ScratchDatabase {

    private static final Pattern URL = Pattern.compile("(jdbc:postgresql:(?://[^/]+/)?)([^?]*)(\\?.*)?");

    private static final List<String> SETTINGS = List.of(
            "fsync",
            "synchronous_commit",
            "full_page_writes",
            "wal_sync_method",
            "shared_buffers",
            "max_connections",
            "server_version");

    /** A table counts with what is stored outside its rows, and both with their maps of free space. */
    private static final String SIZES = """
            SELECT CASE c.relkind WHEN 'r' THEN 'table ' ELSE 'index ' END || c.relname,
              CASE c.relkind WHEN 'r' THEN pg_table_size(c.oid) ELSE pg_total_relation_size(c.oid) END
            FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
            WHERE c.relkind IN ('r', 'i') AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast')
            ORDER BY 1 DESC
            """;

    private static final long SERIAL_MASK = 0xffffff;

    private final Connection server;
    private final String name;
    private final String url;

    /**
     * Creates the database.
     *
     * @param serverUrl a JDBC URL of any database of the server, with what is needed to log in
     * @param name its name, of letters, digits and underscores; one that exists is refused by the server
     */
    private PostgresDatabase(String serverUrl, String name) {
        Matcher parts = URL.matcher(serverUrl);
        if (!parts.matches()) {
            throw BenchFailure.usage(
                    "the URL of PostgreSQL looks like jdbc:postgresql://127.0.0.1:5432/postgres?user=me,"
                            + " this one does not: " + Conditions.withoutPlace(serverUrl));
        }
        this.name = name;
        this.url = parts.group(1) + name + (parts.group(3) == null ? "" : parts.group(3));
        try {
            this.server = DriverManager.getConnection(serverUrl);
        } catch (SQLException e) {
            throw BenchFailure.trouble("PostgreSQL cannot be reached: " + e.getMessage(), e);
        }
        try {
            run("CREATE DATABASE " + name);
        } catch (SQLException e) {
            throw BenchFailure.trouble(
                    "a database for the benchmark cannot be created; the user needs the right CREATEDB: "
                            + e.getMessage(),
                    e);
        }
    }

    /** Creates a database whose name begins so and is that of this run alone. */
    static PostgresDatabase ofThisRun(String serverUrl, String name) {
        return new PostgresDatabase(
                serverUrl,
                "punctual_bench_" + name + "_" + ProcessHandle.current().pid() + "_"
                        + (System.nanoTime() & SERIAL_MASK));
    }

    @Override
    public String url() {
        return url;
    }

    @Override
    public void recreate() throws SQLException {
        drop();
        run("CREATE DATABASE " + name);
    }

    /** Opens a pool of connections to it. */
    HikariDataSource pool(int connections) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setMaximumPoolSize(connections);
        config.setPoolName(name);
        return new HikariDataSource(config);
    }

    @Override
    public Map<String, Long> bytes() throws SQLException {
        Map<String, Long> bytes = new LinkedHashMap<>();
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute("VACUUM");
            try (ResultSet row = statement.executeQuery(SIZES)) {
                while (row.next()) {
                    bytes.put(row.getString(1), row.getLong(2));
                }
            }
        }
        return bytes;
    }

    @Override
    public Map<String, Object> settings() throws SQLException {
        Map<String, Object> settings = new LinkedHashMap<>();
        try (Statement statement = server.createStatement()) {
            for (String setting : SETTINGS) {
                try (ResultSet row = statement.executeQuery("SHOW " + setting)) {
                    row.next();
                    settings.put("postgresql." + setting, row.getString(1));
                }
            }
        }
        settings.put("bytes_are", "tables and their indexes after VACUUM, not VACUUM FULL");
        return settings;
    }

    @Override
    public ServerCpu processes() throws SQLException {
        try (Statement statement = server.createStatement();
                ResultSet row = statement.executeQuery("SELECT pg_backend_pid()")) {
            row.next();
            long backend = row.getLong(1);
            boolean here = List.of("127.0.0.1", "localhost", "[::1]").contains(host());
            return here
                    ? ProcessHandle.of(backend)
                            .flatMap(ProcessHandle::parent)
                            .filter(main -> main.info().command().orElse("").contains("postgres"))
                            .map(main -> new ServerCpu(OptionalLong.of(main.pid())))
                            .orElse(ServerCpu.NONE)
                    : ServerCpu.NONE;
        }
    }

    @Override
    public void close() throws SQLException {
        if (!server.isClosed()) {
            try (server) {
                drop();
            }
        }
    }

    private String host() {
        String host = URI.create(url.substring("jdbc:".length())).getHost();
        return host == null ? "localhost" : host;
    }

    private void drop() throws SQLException {
        run("DROP DATABASE IF EXISTS " + name + " WITH (FORCE)");
    }

    private void run(String sql) throws SQLException {
        try (Statement statement = server.createStatement()) {
            statement.execute(sql);
        }
    }
}
