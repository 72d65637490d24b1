package dev.punctual.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An empty H2 database, in memory or in a file; everything in it is dropped. Its bytes are those of the heap, or of the
 * file after H2 has compacted it, for its own statement about the size of a table leaves the indexes out.
 */
final class H2Database implements ScratchDatabase {

    private static final String PREFIX = "jdbc:h2:";
    private static final String IN_MEMORY = PREFIX + "mem:";
    private static final String TABLES = "SELECT count(*) FROM information_schema.tables WHERE table_schema = 'PUBLIC'";

    private final String url;
    /** The file; empty for a database in memory. */
    private final Optional<Path> file;
    /** The outermost folder that is not there yet, if H2 makes any. */
    private final Optional<Path> newFolder;
    /** A database in memory lives as long as somebody is connected. */
    private Connection keeper;

    H2Database(String url) {
        this.url = url;
        file = file(url);
        newFolder = file.flatMap(path -> outermostMissing(path.getParent()));
        try {
            keeper = DriverManager.getConnection(url);
            if (tables() > 0) {
                keeper.close();
                throw BenchFailure.usage(
                        "--store: the H2 database is not empty, and a benchmark drops everything in it;"
                                + " name a new one, for example jdbc:h2:mem:bench");
            }
        } catch (SQLException e) {
            throw BenchFailure.trouble("H2 cannot be opened: " + e.getMessage(), e);
        }
    }

    /** Returns the URL of another database beside it. */
    static String beside(String url) {
        int options = url.indexOf(';');
        return options < 0 ? url + "-raw" : url.substring(0, options) + "-raw" + url.substring(options);
    }

    private static Optional<Path> file(String url) {
        String place = url.substring(PREFIX.length()).replaceFirst(";.*", "");
        if (url.startsWith(IN_MEMORY)) {
            return Optional.empty();
        }
        if (place.matches("(tcp|ssl|zip|nio.*|split|nioMemFS|memFS):.*")) {
            throw BenchFailure.usage("--store: of H2, databases in memory and in a file are known here, not "
                    + Conditions.withoutPlace(url) + "; for example jdbc:h2:mem:bench or jdbc:h2:./bench-data/h2");
        }
        String path = place.replaceFirst("^file:", "").replaceFirst("^~", System.getProperty("user.home"));
        return Optional.of(Path.of(path + ".mv.db").toAbsolutePath());
    }

    private static Optional<Path> outermostMissing(@Nullable Path folder) {
        if (folder == null || Files.exists(folder)) {
            return Optional.empty();
        }
        Optional<Path> above = outermostMissing(folder.getParent());
        return above.isPresent() ? above : Optional.of(folder);
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
    public boolean measuredClosed() {
        return file.isPresent();
    }

    @Override
    public Map<String, Long> bytes() throws SQLException {
        if (file.isEmpty()) {
            return Map.of("heap", HeapPlace.liveBytes());
        }
        run("SHUTDOWN COMPACT");
        try {
            return Map.of("file", Files.size(file.get()));
        } catch (IOException e) {
            throw new SQLException("the file of the database cannot be measured", e);
        } finally {
            keeper = DriverManager.getConnection(url);
        }
    }

    @Override
    public Map<String, Object> settings() throws SQLException {
        return Map.of(
                "engine",
                "H2 " + keeper.getMetaData().getDatabaseProductVersion(),
                "bytes_are",
                file.isPresent() ? "the file after SHUTDOWN COMPACT" : HeapPlace.BYTES_ARE);
    }

    @Override
    public ServerCpu processes() {
        return ServerCpu.NONE;
    }

    @Override
    public void close() throws SQLException {
        if (keeper.isClosed()) {
            return;
        }
        try {
            run(file.isPresent() ? "DROP ALL OBJECTS DELETE FILES" : "DROP ALL OBJECTS");
        } finally {
            keeper.close();
        }
        if (newFolder.isPresent()) {
            try {
                Folders.delete(newFolder.get());
            } catch (IOException e) {
                throw new SQLException("the folder of the database cannot be removed", e);
            }
        }
    }

    private long tables() throws SQLException {
        try (Statement statement = keeper.createStatement();
                ResultSet row = statement.executeQuery(TABLES)) {
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
