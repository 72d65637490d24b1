package dev.punctual.rocksdb;

import dev.punctual.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.rocksdb.NativeLibraryLoader;
import org.rocksdb.RocksDB;

/**
 * Loads RocksDB's native library. Left to itself RocksDB unpacks it into the temporary folder and deletes it at the end
 * of the process, so that each killed process leaves 17 MB behind; here the file goes as soon as it is loaded, which
 * the systems that let one delete a file in use allow. Thread-safe.
 */
final class NativeLibrary {

    private NativeLibrary() {}

    /**
     * Loads the library, once in a process.
     *
     * @throws StoreException if it cannot be loaded
     */
    static synchronized void load() {
        try {
            Path folder = Files.createTempDirectory("punctual-rocksdb");
            try {
                NativeLibraryLoader.getInstance().loadLibrary(folder.toString());
            } finally {
                delete(folder);
            }
            RocksDB.loadLibrary();
        } catch (IOException | UnsatisfiedLinkError | RuntimeException e) {
            throw new StoreException(
                    Trouble.STORE,
                    "the native library cannot be loaded from " + System.getProperty("java.io.tmpdir") + " ("
                            + e.getMessage()
                            + "); start Java with -Djava.io.tmpdir=DIR, a folder from which programs may be run",
                    StoreException.Kind.FATAL,
                    e);
        }
    }

    private static void delete(Path folder) throws IOException {
        List<Path> files;
        try (Stream<Path> found = Files.list(folder)) {
            files = found.toList();
        }
        for (Path file : files) {
            if (!file.toFile().delete()) {
                // A system that keeps files in use: the library was marked for deletion at the end of the process.
                return;
            }
        }
        Files.delete(folder);
    }
}
