package dev.punctual.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The files of SQL that make the tables of a dialect, version by version. Immutable. Thread-safe.
 *
 * <p>Each statement of a file may run again after a stop half way, and the last one writes the version down.
 */
final class SchemaFiles {

    /** The files, version 1 first. */
    private static final List<String> NAMES = List.of("V1__punctual.sql");

    private final Dialect dialect;
    private final String prefix;

    SchemaFiles(Dialect dialect, String prefix) {
        this.dialect = dialect;
        this.prefix = prefix;
    }

    String prefix() {
        return prefix;
    }

    /** Returns the version that the last file makes. */
    int latest() {
        return NAMES.size();
    }

    /** Returns the place of the file that leads to a version, on the class path. */
    String path(int version) {
        return "dev/punctual/jdbc/" + dialect.folder() + "/" + NAMES.get(version - 1);
    }

    /** Returns the statements that lead from the version before to this one, comments left out. */
    List<String> statements(int version) {
        List<String> statements = new ArrayList<>();
        String text = text(version).replaceAll("(?m)^\\s*--.*$", "").replace("${prefix}", prefix);
        for (String statement : text.split(";", -1)) {
            if (!statement.isBlank()) {
                statements.add(statement.strip());
            }
        }
        return statements;
    }

    private String text(int version) {
        String name = dialect.folder() + "/" + NAMES.get(version - 1);
        try (InputStream in = SchemaFiles.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("no schema file " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
