package dev.punctual.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * The versions of the tables: files of SQL, one folder a dialect, each run once and in order. The number of the last
 * one stands in the meta table.
 */
final class Schema {

    /** The files, version 1 first. */
    static final List<String> FILES = List.of("V1__punctual.sql");

    private final Dialect dialect;
    private final String prefix;

    Schema(Dialect dialect, String prefix) {
        this.dialect = dialect;
        this.prefix = prefix;
    }

    /** Runs the files that the database has not seen; answers the version that it had. */
    Integer bringUpToDate(Connection connection) throws SQLException {
        int version = version(connection);
        for (int next = version; next < FILES.size(); next++) {
            for (String statement : statements(FILES.get(next))) {
                try (Statement run = connection.createStatement()) {
                    run.execute(statement);
                }
            }
        }
        return version;
    }

    /** Returns the version of the tables, or 0 if there are none. */
    private int version(Connection connection) throws SQLException {
        try (ResultSet tables = connection
                .getMetaData()
                .getTables(connection.getCatalog(), null, "%", new String[] {"TABLE", "BASE TABLE"})) {
            boolean found = false;
            while (tables.next()) {
                found |= tables.getString("TABLE_NAME").equalsIgnoreCase(prefix + "_meta");
            }
            if (!found) {
                return 0;
            }
        }
        try (Statement query = connection.createStatement();
                ResultSet rows = query.executeQuery("SELECT schema_version FROM " + prefix + "_meta")) {
            return rows.next() ? rows.getInt(1) : 0;
        }
    }

    /** Returns the statements of a file, comments left out. */
    List<String> statements(String file) {
        String name = dialect.folder() + "/" + file;
        try (InputStream in = Schema.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("no schema file " + name);
            }
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .replaceAll("(?m)^\\s*--.*$", "")
                    .replace("${prefix}", prefix);
            List<String> statements = new ArrayList<>();
            for (String statement : text.split(";", -1)) {
                if (!statement.isBlank()) {
                    statements.add(statement.strip());
                }
            }
            return statements;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
