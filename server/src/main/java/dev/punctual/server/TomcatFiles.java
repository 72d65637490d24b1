package dev.punctual.server;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The temporary directory that Tomcat insists on, though the server serves no files and keeps none: one for all,
 * removed when the server stops. Thread-safe.
 */
final class TomcatFiles implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(TomcatFiles.class);

    private final Path directory;

    TomcatFiles() {
        try {
            directory = Files.createTempDirectory("punctual-server-");
            Files.createDirectory(documents());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    File base() {
        return directory.toFile();
    }

    /** Returns the directory of documents, which stays empty. */
    File documentRoot() {
        return documents().toFile();
    }

    private Path documents() {
        return directory.resolve("documents");
    }

    @Override
    public void close() {
        try (Stream<Path> files = Files.walk(directory)) {
            List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
            for (Path file : deepestFirst) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            LOG.warn("The temporary directory {} stays behind: {}", directory, e.toString());
        }
    }
}
