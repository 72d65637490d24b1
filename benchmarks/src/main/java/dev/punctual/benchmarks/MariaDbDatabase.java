package dev.punctual.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A database on a MariaDB server that is made for one side of a benchmark and dropped at its end. */
final class MariaDbDatabase implements ScratchDatabase {

    private static final Pattern URL = Pattern.compile("(jdbc:mariadb://[^/]+/)([^?]*)(\\?.*)?");

    private static final List<String> SETTINGS = List.of(
            "version",
            "innodb_flush_log_at_trx_commit",
            "sync_binlog",
            "log_bin",
            "innodb_doublewrite",
            "innodb_buffer_pool_size",
            "max_connections");

    private static final long SERIAL_MASK = 0xffffff;

    private final Connection server;
    private final String name;
    private final String url;

    private MariaDbDatabase(String serverUrl, String name) {
        Matcher parts = URL.matcher(serverUrl);
        if (!parts.matches()) {
            throw BenchFailure.usage("the URL of MariaDB looks like jdbc:mariadb://127.0.0.1:3306/mysql?user=me,"
                    + " this one does not: " + Conditions.withoutPlace(serverUrl));
        }
        this.name = name;
        this.url = parts.group(1) + name + (parts.group(3) == null ? "" : parts.group(3));
        try {
            server = DriverManager.getConnection(serverUrl);
            run("CREATE DATABASE " + name);
        } catch (SQLException e) {
            throw BenchFailure.trouble(
                    "MariaDB cannot be reached, or this user may not create a database: " + e.getMessage(), e);
        }
    }

    /** Creates a database whose name begins so and is that of this run alone. */
    static MariaDbDatabase ofThisRun(String serverUrl, String name) {
        return new MariaDbDatabase(
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
        run("DROP DATABASE IF EXISTS " + name);
        run("CREATE DATABASE " + name);
    }

    @Override
    public Map<String, Long> bytes() throws SQLException {
        Map<String, Long> bytes = new LinkedHashMap<>();
        for (String table : column("SELECT table_name FROM information_schema.tables WHERE table_schema = '" + name
                + "' AND table_type = 'BASE TABLE'")) {
            // InnoDB counts pages when it is asked to, and otherwise tells an old number.
            run("ANALYZE TABLE " + name + "." + table);
            String size = " FROM information_schema.tables WHERE table_schema = '" + name + "' AND table_name = '"
                    + table + "'";
            bytes.put(
                    "table " + table,
                    Long.parseLong(column("SELECT data_length" + size).get(0)));
            bytes.put(
                    "indexes of " + table,
                    Long.parseLong(column("SELECT index_length" + size).get(0)));
        }
        return bytes;
    }

    @Override
    public Map<String, Object> settings() throws SQLException {
        Map<String, Object> settings = new LinkedHashMap<>();
        for (String setting : SETTINGS) {
            settings.put(
                    "mariadb." + setting,
                    column("SELECT CAST(@@global." + setting + " AS CHAR)").get(0));
        }
        settings.put("bytes_are", "data_length and index_length after ANALYZE TABLE, not OPTIMIZE TABLE");
        return settings;
    }

    @Override
    public ServerCpu processes() throws SQLException {
        Path file = Path.of(column("SELECT @@global.pid_file").get(0));
        try {
            return new ServerCpu(
                    OptionalLong.of(Long.parseLong(Files.readString(file).strip())));
        } catch (IOException | NumberFormatException e) {
            // On another machine, or not ours to read: then it is not known.
            return ServerCpu.NONE;
        }
    }

    @Override
    public void close() throws SQLException {
        if (!server.isClosed()) {
            try (server) {
                run("DROP DATABASE IF EXISTS " + name);
            }
        }
    }

    private List<String> column(String sql) throws SQLException {
        List<String> values = new ArrayList<>();
        try (Statement statement = server.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            while (row.next()) {
                values.add(row.getString(1));
            }
        }
        return values;
    }

    private void run(String sql) throws SQLException {
        try (Statement statement = server.createStatement()) {
            statement.execute(sql);
        }
    }
}
