package dev.punctual.rocksdb;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Directories of tests. */
final class Directories {

    private Directories() {}

    static Path create() {
        try {
            return Files.createTempDirectory("punctual-rocksdb-test");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Deletes a directory with all that is in it. */
    static void delete(Path directory) {
        try (Stream<Path> found = Files.walk(directory)) {
            for (Path path : found.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the files whose name ends so, the newest (highest numbered) last. */
    static List<Path> files(Path directory, String ending) {
        try (Stream<Path> found = Files.list(directory)) {
            return found.filter(path -> path.toString().endsWith(ending))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
