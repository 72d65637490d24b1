package dev.punctual.jdbc;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Where servers of tests keep their data: in the machine's memory where it has such a file system, which makes
 * thousands of synced commits quick without turning any safe setting off. Nothing here tests a power cut.
 */
final class DataHome {

    private static final Path MEMORY = Path.of("/dev/shm");
    private static final long FREE_BYTES_MIN = 2L << 30;
    private static final String PREFIX = "punctual-tests-";

    private DataHome() {}

    /** Returns the folder of this process, and removes those of processes that ended without doing so. */
    static synchronized Path folder(Path otherwise) throws IOException {
        if (!Files.isWritable(MEMORY) || Files.getFileStore(MEMORY).getUsableSpace() < FREE_BYTES_MIN) {
            return Files.createDirectories(otherwise);
        }
        removeLeftovers();
        Path own = Files.createDirectories(
                MEMORY.resolve(PREFIX + ProcessHandle.current().pid()));
        own.toFile().deleteOnExit();
        return own;
    }

    private static void removeLeftovers() throws IOException {
        try (Stream<Path> folders = Files.list(MEMORY)) {
            List<Path> left = folders.filter(DataHome::isLeftover).toList();
            left.forEach(ServerFiles::delete);
        }
    }

    private static boolean isLeftover(Path folder) {
        String name = folder.getFileName().toString();
        return name.startsWith(PREFIX)
                && ProcessHandle.of(Long.parseLong(name.substring(PREFIX.length())))
                        .isEmpty();
    }
}
