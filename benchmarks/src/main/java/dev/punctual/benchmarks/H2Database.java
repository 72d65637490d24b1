package dev.punctual.benchmarks;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;

/** An empty H2 database; everything in it is dropped. In memory its bytes are those of the heap. */
final class H2Database implements ScratchDatabase {

    private static final String TABLES = "SELECT count(*) FROM information_schema.tables WHERE table_schema = 'PUBLIC'";
    private static final String SIZE = """
            SELECT coalesce(sum(DISK_SPACE_USED('"' || table_name || '"')), 0)
            FROM information_schema.tables WHERE table_schema = 'PUBLIC' AND table_type = 'BASE TABLE'
            """;

    private final String url;
    /** A database in memory lives as long as somebody is connected. */
    private final Connection keeper;

    H2Database(String url) {
        this.url = url;
        try {
            keeper = DriverManager.getConnection(url);
            if (number(TABLES) > 0) {
                keeper.close();
                throw BenchFailure.usage(
                        "--store: the H2 database is not empty, and a benchmark drops everything in it;"
                                + " name a new one, for example jdbc:h2:mem:bench");
            }
        } catch (SQLException e) {
            throw BenchFailure.trouble("H2 cannot be opened: " + e.getMessage(), e);
        }
    }

    @Override
    public String url() {
        return url;
    }

    @Override
    public void recreate() throws SQLException {
        run("DROP ALL OBJECTS");
    }

    @Override
    public long bytes() throws SQLException {
        return url.startsWith("jdbc:h2:mem:") ? new HeapPlace(url).storedBytes() : number(SIZE);
    }

    @Override
    public Map<String, Object> settings() throws SQLException {
        return Map.of("engine", "H2 " + keeper.getMetaData().getDatabaseProductVersion());
    }

    @Override
    public ServerCpu processes() {
        return ServerCpu.NONE;
    }

    @Override
    public void close() throws SQLException {
        if (!keeper.isClosed()) {
            try (keeper) {
                run("DROP ALL OBJECTS");
            }
        }
    }

    private long number(String sql) throws SQLException {
        try (Statement statement = keeper.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        }
    }

    private void run(String sql) throws SQLException {
        try (Statement statement = keeper.createStatement()) {
            statement.execute(sql);
        }
    }
}
