package dev.punctual.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Folders that a benchmark makes and removes. */
final class Folders {

    private Folders() {}

    /** Returns the bytes of all files below a folder. */
    static long bytes(Path folder) throws IOException {
        long bytes = 0;
        for (Path file : below(folder)) {
            bytes += Files.isRegularFile(file) ? Files.size(file) : 0;
        }
        return bytes;
    }

    /** Removes a folder and all that is below it, if it exists. */
    static void delete(Path folder) throws IOException {
        for (Path path : below(folder)) {
            Files.deleteIfExists(path);
        }
    }

    /** Returns whether there is nothing of this name, or an empty folder. */
    static boolean isFree(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.findAny().isEmpty();
        } catch (IOException e) {
            return !Files.exists(folder);
        }
    }

    /** All paths below a folder and the folder itself, the deepest first. */
    private static List<Path> below(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return List.of();
        }
        try (Stream<Path> all = Files.walk(folder)) {
            return all.sorted(Comparator.reverseOrder()).toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }
}
